import type * as vscode from 'vscode';
import type { App } from '../../src/extension.ts';
import { hasEnded, type Job } from '../../src/model/transfers/jobs/job.ts';
import { activated, forgetRequests, sandbox, setFaults, signOut } from '../support/window/inHost.ts';
import { longMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo, tell } from '../support/servers/sandboxControl.ts';
import { readWorld } from '../support/window/world.ts';
import { addAccount } from './accounts.ts';

export const hold = (...steps: readonly string[]): Promise<void> => holdAt(sandbox().url, ...steps);

/** Stops the suite's server, or restarts it at the same URL with its data. */
export const server = (what: 'end' | 'begin'): Promise<void> =>
  tell(`${readWorld<{ readonly control: string }>().control}/${what}`);

export const sent = (operation: string, url = sandbox().url): Promise<number> => sentTo(url, operation);

/** Shortens polling intervals for a suite, except those that servers impose. */
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

/** Signs in before each test; afterwards removes faults, holds, jobs and accounts. `began` runs before the first. */
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

/** Polled as often as the server allows: the normal pace depends on viewers and on the job's age. */
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

export const jobIn = (app: App, path: string, phase: Job['phase']): Promise<Job> =>
  jobOnce(app, (job) => job.subject.path === path && job.phase === phase, `the job of ${path} to be ${phase}`);

export const problemOf = ({ validationMessage }: vscode.InputBox): string =>
  typeof validationMessage === 'string' ? validationMessage : (validationMessage?.message ?? '');

/** Rows as `label: description`. */
export const rowsOf = ({ items }: vscode.QuickPick<vscode.QuickPickItem>): readonly string[] =>
  items.map(({ label, description = '' }) => (description === '' ? label : `${label}: ${description}`));
