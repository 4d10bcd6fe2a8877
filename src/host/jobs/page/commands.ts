import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { CommandTable } from '../../command.ts';
import { chooseJob } from '../chooseJob.ts';

/** Shows the page of a job: of the row it was given, or of one the user chooses. */
const openJob = async (app: App, argument: unknown): Promise<void> => {
  const job = await chooseJob(app, argument, { title: vscode.l10n.t('Show Export or Import') });
  if (job !== undefined) app.jobPages.show(job.id);
};

/** The commands of the pages of exports and imports. */
export const jobPageCommands: CommandTable = { 'graft.jobs.open': openJob };
