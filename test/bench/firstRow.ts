import { rmSync } from 'node:fs';
import path from 'node:path';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { git } from '../support/git.ts';
import { packageExtension } from '../support/packaging.ts';
import { temporaryFolder } from '../support/paths.ts';
import { cloneSample } from '../support/sampleClone.ts';
import { startSession, type Session } from '../support/userSession.ts';
import { median } from './processes.ts';

/** What it takes until the Commits view of a window shows its first row. */
export interface FirstRowResult {
  readonly rounds: number;
  /** From the click that opens the view, with the extension not yet loaded. */
  readonly ms: number;
  /** What was asked up to the answer that brought the commits. */
  readonly requests: readonly string[];
}

/**
 * Opens the Commits view in an editor with the packaged extension, in a window that is opened again, signed in and on
 * the project of its folder. Medians over the rounds.
 */
export const measureFirstRow = async (rounds: number): Promise<FirstRowResult> => {
  const folder = temporaryFolder('bench-package');
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    const sandbox = await startSandbox({ faults: true });
    undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    const session = await startSession({ folder: clone.folder, vsixFile });
    undo.push(() => session.stop());
    const { ui } = session;
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input(sandbox.url, { prompt: 'URL of the server' });
    await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
    await ui.notification(/Signed in to/);
    const newest = git(sandbox.repository, 'log', '-1', '--format=%s', 'main');
    // views beside it ask for what they show
    await ui.openContainer('Graft');
    for (const view of ['Protected Branches', 'Reviews', 'Iterations', 'Administration']) await ui.closePane(view);
    await openOnce(session, sandbox, newest);
    const all = [];
    for (let round = 0; round < rounds; round += 1) all.push(await openOnce(session, sandbox, newest));
    const most = all.toSorted((one, other) => other.requests.length - one.requests.length)[0];
    return { rounds, ms: median(all.map(({ ms }) => ms)), requests: most?.requests ?? [] };
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

const openOnce = async (
  { ui }: Session,
  sandbox: RunningSandbox,
  newest: string,
): Promise<{ readonly ms: number; readonly requests: readonly string[] }> => {
  // a window shows again what it showed last: nothing of ours, so that its opening can be timed
  await ui.openContainer('Explorer');
  await ui.reload();
  await ui.openContainer('Explorer');
  await fetch(`${sandbox.url}/-/sandbox/requests`, { method: 'DELETE' });
  const startedAt = performance.now();
  await ui.openContainer('Graft');
  const commits = await ui.openPane('Commits');
  await ui.row(newest, commits).waitFor({ timeout: 30_000 });
  const ms = performance.now() - startedAt;
  const asked = (await (await fetch(`${sandbox.url}/-/sandbox/requests`)).json()) as readonly {
    readonly method: string;
    readonly path: string;
    readonly operation?: string;
  }[];
  const names = asked.map(({ operation, method, path: target }) => operation ?? `${method} ${target}`);
  return { ms, requests: names.slice(0, names.indexOf('listCommits') + 1) };
};
