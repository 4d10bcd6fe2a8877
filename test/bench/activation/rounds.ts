import type { Page } from 'playwright-core';
import type { RunningSandbox } from '../../../src/sandbox/startSandbox.ts';
import { git } from '../../support/git.ts';
import { delay, within } from '../../support/poll.ts';
import type { Session } from '../../support/userSession.ts';
import type { MeasuredEditor } from './hosts.ts';
import type { Probe } from './probes.ts';
import type { CommitsRound, EmptyRound, ExtensionRound, WatchedCommits, WatchedRound } from './results.ts';
import { rowTimes } from './rowTimes.ts';
import { followServed } from './serverTimes.ts';

const rowsLimitMs = 60_000;
/** What waits until rows are there waits for a second; then the host comes to rest. */
const idleMs = 3_000;

/** What a host has come to once it rests, and the processor time it took until then. */
const rested = async (probe: Probe, cpuBeforeMs: number): Promise<Pick<ExtensionRound, 'heap' | 'cpuMs'>> => {
  await delay(idleMs);
  await probe('settle');
  const cpuMs = (await probe('cpuMs')) - cpuBeforeMs;
  return { heap: await probe('heap'), cpuMs };
};

/** The server of a Commits view, and what is on it. */
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
export const signIn = async ({ ui }: Session, { url, tokens }: RunningSandbox, newest: string): Promise<void> => {
  await ui.command('Graft: Sign In to GitLab…');
  await ui.input(url, { prompt: 'URL of the server' });
  await ui.input(tokens.maintainer, { prompt: 'Token for' });
  await ui.notification(/Signed in to/);
  await ui.openContainer('Graft');
  // views beside it ask for what they show
  for (const view of ['Protected Branches', 'Reviews', 'Iterations', 'Administration']) await ui.closePane(view);
  await ui.row(newest, await ui.openPane('Commits')).waitFor({ timeout: rowsLimitMs });
  // a window shows again what it showed last: nothing of ours, so that the view can be opened
  await ui.openContainer('Explorer');
};

/** What was activated while the window opened was not measured alone. */
const expectInactive = async (probe: Probe): Promise<void> => {
  if (await probe('isActive')) throw new Error('the extension was active before it was asked for');
};

/** Opens the view in a host at rest; resolves when the newest commit is drawn. */
const openView = async (
  { session }: MeasuredEditor,
  probe: Probe,
  commits: Commits,
): Promise<Pick<CommitsRound, 'clickedAtMs' | 'rows' | 'request'>> => {
  await expectInactive(probe);
  const stop = followServed();
  const known = [...commits.known];
  const drawn = within(rowTimes(session.page, known, commits.add()), rowsLimitMs);
  const clickedAtMs = Date.now();
  const [rows] = await Promise.all([drawn, session.ui.openContainer('Graft')]);
  const request = stop().find((each) => /\/repository\/commits(?:\?|$)/.test(each.path));
  if (rows === undefined) throw new Error('there were no rows');
  if (request === undefined) throw new Error('no commits were asked for');
  return { clickedAtMs, rows, request };
};

/** Opens the Commits view in a host that does not know Graft yet. */
export const measureGraft = async (editor: MeasuredEditor, commits: Commits): Promise<CommitsRound> => {
  const probe = await editor.open();
  const cpuBeforeMs = await probe('cpuMs');
  const opened = await openView(editor, probe, commits);
  const cost = await rested(probe, cpuBeforeMs);
  const times = await probe('times');
  await editor.session.ui.openContainer('Explorer');
  await editor.leave();
  return { ...opened, ...cost, times };
};

/** Follows how long the main thread of a page is at work; answers that in milliseconds when it is called. */
const busyTime = async (page: Page): Promise<() => Promise<number>> => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable');
  const taken = async (): Promise<number> => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await taken();
  return async () => {
    const ms = (await taken()) - before;
    await protocol.detach();
    return ms;
  };
};

/** The same, looked at more closely. */
export const watchGraft = async (editor: MeasuredEditor, commits: Commits): Promise<WatchedCommits> => {
  const probe = await editor.open();
  await probe('watch');
  const busy = await busyTime(editor.session.page);
  const { rows, clickedAtMs } = await openView(editor, probe, commits);
  const windowBusyMs = await busy();
  const watched = await probe('watched');
  const times = await probe('times');
  await editor.session.ui.openContainer('Explorer');
  await editor.leave();
  return { rows, watched, times, windowBusyMs, windowMs: rows.freshAtMs - clickedAtMs };
};

/** Activates another extension; answers its name, too. */
export const measurePeer = async (editor: MeasuredEditor): Promise<ExtensionRound & { readonly id: string }> => {
  const probe = await editor.open();
  await expectInactive(probe);
  const cpuBeforeMs = await probe('cpuMs');
  const id = await probe('activate');
  const cost = await rested(probe, cpuBeforeMs);
  const times = await probe('times');
  await editor.leave();
  return { id, ...cost, times };
};

/** The same, looked at more closely. */
export const watchPeer = async (editor: MeasuredEditor): Promise<WatchedRound> => {
  const probe = await editor.open();
  await probe('watch');
  await probe('activate');
  const watched = await probe('watched');
  const times = await probe('times');
  await editor.leave();
  return { watched, times };
};

/** Opens a window without an extension to measure. */
export const measureEmpty = async (
  editor: MeasuredEditor,
  { add, sandbox: { url, tokens } }: Commits,
  requestPath: string,
): Promise<EmptyRound> => {
  const probe = await editor.open();
  const cost = await rested(probe, await probe('cpuMs'));
  // a server that has been asked the same before answers sooner
  add();
  const bareMs = await probe('ask', `${url}${requestPath}`, tokens.maintainer);
  add();
  const bareAgainMs = await probe('ask', `${url}${requestPath}`, tokens.maintainer);
  await editor.leave();
  return { ...cost, bareMs, bareAgainMs };
};
