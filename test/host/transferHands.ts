import type * as vscode from 'vscode';
import type { App } from '../../src/extension.ts';
import { hasEnded, type Job } from '../../src/model/transfers/jobs/job.ts';
import { activated, forgetRequests, sandbox, setFaults, signOut } from '../support/inHost.ts';
import { longMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo, tell } from '../support/sandboxControl.ts';
import { readWorld } from '../support/world.ts';
import { addAccount } from './accounts.ts';

/** Holds exports and imports of the server of the suite before these steps; none lets them go on. */
export const hold = (...steps: readonly string[]): Promise<void> => holdAt(sandbox().url, ...steps);

/** Ends the server of the suite, as a restart does, or begins it again at the same address with what it had. */
export const server = (what: 'end' | 'begin'): Promise<void> =>
  tell(`${readWorld<{ readonly control: string }>().control}/${what}`);

/** How often an operation, by its name or reference, was sent to a server since its record was emptied. */
export const sent = (operation: string, url = sandbox().url): Promise<number> => sentTo(url, operation);

/**
 * Hooks of a suite: jobs are looked at again a moment later instead of seconds, so that a test waits for the server only.
 * What servers limit themselves stays rare.
 */
export const looksOften = (): void => {
  let app: App;
  before(async () => {
    app = await activated();
    app.jobs.paced = (usual) => (usual.longestMs > 2 * usual.shortestMs ? { ...usual, shortestMs: 150 } : usual);
  });
  after(() => {
    app.jobs.paced = (usual) => usual;
  });
};

/**
 * Hooks of a suite: a user is signed in before each test, and after it nothing fails or is held any more, and no job
 * and no account is left. `began` is given the extension before the first.
 */
export const signedIn = (who: string, began: (app: App) => void): void => {
  let app: App;
  before(async () => {
    app = await activated();
    began(app);
  });
  beforeEach(async () => {
    await addAccount(app, who);
    await forgetRequests();
  });
  afterEach(async () => {
    await setFaults([]);
    await hold();
    for (const { id } of app.jobs.list()) await app.jobs.remove(id);
    await signOut(app);
  });
};

/**
 * The newest job that is so, once there is one. Jobs are looked at as soon as the server allows: how rarely they are
 * looked at by themselves depends on who watches, and on how long they have been as they are.
 */
export const jobOnce = (app: App, isSo: (job: Job) => boolean, what: string): Promise<Job> =>
  poll(
    () => {
      const jobs = app.jobs.list();
      const found = jobs.find(isSo);
      if (found !== undefined) return found;
      for (const job of jobs) if (!hasEnded(job)) void app.jobs.checkNow(job.id);
      throw new Error(JSON.stringify(jobs));
    },
    { what, timeoutMs: 2 * longMs },
  );

/** The job of a path, once it is in a phase. */
export const jobIn = (app: App, path: string, phase: Job['phase']): Promise<Job> =>
  jobOnce(app, (job) => job.subject.path === path && job.phase === phase, `the job of ${path} to be ${phase}`);

/** What a box says is wrong with its text. */
export const problemOf = ({ validationMessage }: vscode.InputBox): string =>
  typeof validationMessage === 'string' ? validationMessage : (validationMessage?.message ?? '');

/** The rows of a list: `label: description`. */
export const rowsOf = ({ items }: vscode.QuickPick<vscode.QuickPickItem>): readonly string[] =>
  items.map(({ label, description = '' }) => (description === '' ? label : `${label}: ${description}`));
