import { once } from 'node:events';
import http from 'node:http';
import type { Page } from 'playwright-core';
import type { RunningSandbox } from '../../../src/sandbox/startSandbox.ts';
import { git } from '../../support/git.ts';
import { delay, within } from '../../support/poll.ts';
import type { Session } from '../../support/window/userSession.ts';
import type { MeasuredEditor } from './editors.ts';
import type { ActivationTimes } from './probeCalls.ts';
import type { Probe } from './probes.ts';

/** An idle host after its extension, if any, was used once. */
export interface Round {
  /** After garbage collection. */
  readonly heapBytes: number;
  /** Of all threads, from before the activation. */
  readonly cpuMs: number;
}

export interface ExtensionRound extends Round {
  readonly times: ActivationTimes;
}

/** With the Commits view; times since 1970. */
export interface CommitsRound extends ExtensionRound {
  readonly clickedAtMs: number;
  readonly firstRowsAtMs: number;
  readonly freshRowsAtMs: number;
  /** Up to the one for commits. */
  readonly requests: readonly string[];
  /** That one sent by Node alone, after another new commit. */
  readonly bareMs: number;
}

const rowsLimitMs = 60_000;
/** Background reads start a second after the rows. */
const idleMs = 3_000;

const rested = async (probe: Probe, cpuBeforeMs: number): Promise<Round> => {
  await delay(idleMs);
  await probe('settle');
  const cpuMs = (await probe('cpuMs')) - cpuBeforeMs;
  return { cpuMs, heapBytes: await probe('heap') };
};

export interface Commits {
  readonly sandbox: RunningSandbox;
  /** Subjects that may be drawn before the newest commit. */
  readonly known: readonly string[];
  readonly add: () => string;
}

export const commitsOf = (sandbox: RunningSandbox): Commits => {
  const known = git(sandbox.repository, 'log', '-30', '--format=%s', 'main').split('\n');
  let count = 0;
  return {
    sandbox,
    known,
    add: () => {
      const subject = `Measured for the ${(count += 1)}. time`;
      const author = ['-c', 'user.name=Olive Marsh', '-c', 'user.email=olive@acme.example'];
      const sha = git(sandbox.repository, ...author, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', subject);
      git(sandbox.repository, 'update-ref', 'refs/heads/main', sha);
      known.push(subject);
      return subject;
    },
  };
};

/** Signs in and leaves a window where only Commits is expanded in Graft's hidden container. */
export const signIn = async ({ ui }: Session, { sandbox, known }: Commits): Promise<void> => {
  await ui.command('Graft: Sign In to GitLab…');
  await ui.input(sandbox.url, { prompt: 'URL of the server' });
  await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
  await ui.notification(/Signed in to/);
  await ui.openContainer('Graft');
  // other views send requests
  for (const view of ['Protected Branches', 'Reviews', 'Iterations', 'Administration']) await ui.closePane(view);
  await ui.row(known[0] ?? '', await ui.openPane('Commits')).waitFor({ timeout: rowsLimitMs });
  // a reopened window restores the last container
  await ui.openContainer('Explorer');
};

/** Waits until the new commit is drawn. The first row is that of any commit, such as a remembered one. */
const rowTimes = (
  page: Page,
  known: readonly string[],
  fresh: string,
): Promise<Pick<CommitsRound, 'firstRowsAtMs' | 'freshRowsAtMs'>> =>
  page.evaluate(
    ({ old, wanted }) =>
      new Promise((resolve) => {
        let firstRowsAtMs: number | undefined;
        const look = (): void => {
          const rows = document.querySelectorAll('.monaco-list-row[role=treeitem] .label-name');
          const texts = [...rows].map(({ textContent }) => textContent ?? '');
          const isFresh = texts.some((text) => text.includes(wanted));
          if (!isFresh && !texts.some((text) => old.some((subject) => text.includes(subject)))) return;
          const now = Date.now();
          firstRowsAtMs ??= now;
          if (!isFresh) return;
          changes.disconnect();
          resolve({ firstRowsAtMs, freshRowsAtMs: now });
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    { old: known, wanted: fresh },
  );

export const measureGraft = async (editor: MeasuredEditor, commits: Commits): Promise<CommitsRound> => {
  const probe = await editor.open();
  const { ui, page } = editor.session;
  const cpuBeforeMs = await probe('cpuMs');
  const received = `${commits.sandbox.url}/-/sandbox/requests`;
  await fetch(received, { method: 'DELETE' });
  const drawn = within(rowTimes(page, [...commits.known], commits.add()), rowsLimitMs);
  const clickedAtMs = Date.now();
  const [rows] = await Promise.all([drawn, ui.openContainer('Graft')]);
  if (rows === undefined) throw new Error('there were no rows');
  const asked = (await (await fetch(received)).json()) as readonly {
    operation?: string;
    method: string;
    path: string;
  }[];
  const upTo = asked.findIndex(({ operation }) => operation === 'listCommits');
  const requests = asked.slice(0, upTo + 1).map(({ operation, method, path }) => operation ?? `${method} ${path}`);
  const cost = await rested(probe, cpuBeforeMs);
  const times = await probe('times');
  await ui.openContainer('Explorer');
  await editor.leave();
  commits.add();
  const bareMs = await bareRequest(
    `${commits.sandbox.url}/api/v4${asked[upTo]?.path}`,
    commits.sandbox.tokens.maintainer,
  );
  return { clickedAtMs, ...rows, ...cost, times, requests, bareMs };
};

const bareRequest = async (address: string, token: string): Promise<number> => {
  const startedAt = performance.now();
  const request = http.get(address, { agent: false, headers: { authorization: `Bearer ${token}` } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`the bare request got ${answer.statusCode}`);
  return performance.now() - startedAt;
};

export const measurePeer = async (editor: MeasuredEditor): Promise<ExtensionRound & { readonly id: string }> => {
  const probe = await editor.open();
  const cpuBeforeMs = await probe('cpuMs');
  const id = await probe('activate');
  const cost = await rested(probe, cpuBeforeMs);
  const times = await probe('times');
  await editor.leave();
  return { id, ...cost, times };
};

export const measureEmpty = async (editor: MeasuredEditor): Promise<Round> => {
  const probe = await editor.open();
  const cost = await rested(probe, await probe('cpuMs'));
  await editor.leave();
  return cost;
};
