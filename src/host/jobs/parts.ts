import type * as vscode from 'vscode';
import type { AccountStore } from '../accounts/store.ts';
import type { App } from '../app.ts';
import type { Clients } from '../clients.ts';
import { registerImports } from '../imports/rules.ts';
import { registerServiceImports } from '../imports/services/rules.ts';
import type { Log } from '../log.ts';
import { tellEnding } from './endings.ts';
import { registerExports } from './exports/rules.ts';
import { Jobs } from './jobs.ts';
import { registerMoves } from '../move/parts.ts';
import { JobPages } from './page/jobPages.ts';

/**
 * Builds the jobs over the storage all windows share, and tells the user how they end. Kinds are registered here;
 * nothing is sent while there is no job that has not ended.
 */
export const createJobs = (
  parts: {
    readonly context: vscode.ExtensionContext;
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly log: Log;
  },
  own: <T extends vscode.Disposable>(part: T) => T,
): Pick<App, 'jobs' | 'jobPages'> => {
  const { context, accounts, clients, log } = parts;
  const jobs = own(new Jobs({ memento: context.globalState, accounts, clients, log }));
  own(registerImports(jobs));
  registerServiceImports(jobs);
  own(registerMoves(jobs));
  registerExports(jobs);
  own(
    jobs.onDidEnd((job) => {
      tellEnding(job, jobs.endingActions(job)).catch((error: unknown) => {
        log.error('What was offered at the end of a job failed.', error);
      });
    }),
  );
  const jobPages = own(new JobPages({ extension: context.extensionUri, jobs, accounts, log }));
  return { jobs, jobPages };
};
