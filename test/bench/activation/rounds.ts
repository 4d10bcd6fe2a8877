import { once } from 'node:events';
import http from 'node:http';
import type { Page } from 'playwright-core';
import type { RunningSandbox } from '../../../src/sandbox/startSandbox.ts';
import { git } from '../../support/git.ts';
import { delay, within } from '../../support/poll.ts';
import type { Session } from '../../support/userSession.ts';
import type { MeasuredEditor } from './editors.ts';
import type { ActivationTimes } from './probeCalls.ts';
import type { Probe } from './probes.ts';

/** A host at rest after its extension, if it has one, was used once. */
export interface Round {
  /** After a collection. */
  readonly heapBytes: number;
  /** Processor time of all its threads, from before the activation. */
  readonly cpuMs: number;
}

/** A host with an extension. */
export interface ExtensionRound extends Round {
  readonly times: ActivationTimes;
}

/** A host whose extension shows the Commits view; moments in milliseconds since 1970. */
export interface CommitsRound extends ExtensionRound {
  readonly clickedAtMs: number;
  readonly firstRowsAtMs: number;
  readonly freshRowsAtMs: number;
  /** Requests up to the one that brought the commits. */
  readonly requests: readonly string[];
  /** That one by itself, with nothing but Node's own, after another new commit. */
  readonly bareMs: number;
}

const rowsLimitMs = 60_000;
/** What waits until rows are there waits for a second; then the host comes to rest. */
const idleMs = 3_000;

/** What a host has come to once it rests, and the processor time it took until then. */
const rested = async (probe: Probe, cpuBeforeMs: number): Promise<Round> => {
  await delay(idleMs);
  await probe('settle');
  const cpuMs = (await probe('cpuMs')) - cpuBeforeMs;
  return { cpuMs, heapBytes: await probe('heap') };
};

/** The server of a Commits view. */
export interface Commits {
  readonly sandbox: RunningSandbox;
  /** Subjects that can be seen before the newest commit is. */
  readonly known: readonly string[];
  /** Makes a commit on the server; answers its subject. */
  readonly add: () => string;
}

/** The commits of a sandbox, to which each round adds one. */
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

/** Signs in as a user does, and leaves a window that opens on Graft's view with the Commits alone, but not at once. */
export const signIn = async ({ ui }: Session, { sandbox, known }: Commits): Promise<void> => {
  await ui.command('Graft: Sign In to GitLab…');
  await ui.input(sandbox.url, { prompt: 'URL of the server' });
  await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
  await ui.notification(/Signed in to/);
  await ui.openContainer('Graft');
  // views beside it ask for what they show
  for (const view of ['Protected Branches', 'Reviews', 'Iterations', 'Administration']) await ui.closePane(view);
  await ui.row(known[0] ?? '', await ui.openPane('Commits')).waitFor({ timeout: rowsLimitMs });
  // a window shows again what it showed last: nothing of ours, so that the view can be opened
  await ui.openContainer('Explorer');
};

/**
 * Watches the page until the commit that was not known before has its row. The first row is that of any of the commits;
 * rows that were remembered are there before the fresh one.
 */
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

/** Opens the Commits view in a host that does not know Graft yet, until the newest commit is drawn. */
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

/** Activates another extension; answers its name, too. */
export const measurePeer = async (editor: MeasuredEditor): Promise<ExtensionRound & { readonly id: string }> => {
  const probe = await editor.open();
  const cpuBeforeMs = await probe('cpuMs');
  const id = await probe('activate');
  const cost = await rested(probe, cpuBeforeMs);
  const times = await probe('times');
  await editor.leave();
  return { id, ...cost, times };
};

/** Opens a window without an extension to measure. */
export const measureEmpty = async (editor: MeasuredEditor): Promise<Round> => {
  const probe = await editor.open();
  const cost = await rested(probe, await probe('cpuMs'));
  await editor.leave();
  return cost;
};
