import * as vscode from 'vscode';
import { hasEnded, type Job } from '../../../model/jobs/job.ts';
import { exportDetailsOf, type ExportDetails } from '../../../model/jobs/projectExport.ts';
import type { App } from '../../app.ts';
import type { CommandTable } from '../../command.ts';
import { chooseJob } from '../chooseJob.ts';
import { isUnderWay } from './begin.ts';
import { chooseFile } from './chooseTarget.ts';
import { startGroupExport } from './exportGroup.ts';
import { startProjectExport } from './exportProject.ts';

const isSavable = (job: Job): boolean =>
  (job.kind === 'projectExport' || job.kind === 'groupExport') &&
  hasEnded(job) &&
  exportDetailsOf(job.details).to === 'file';

/** Fetches the archive of an export once more, as long as the server has it; nothing is exported anew. */
const saveAgain = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const none = t('No export has ended whose archive could be saved.');
  const job = await chooseJob(app, argument, { title: t('Save Archive Again'), fits: isSavable, none });
  if (job === undefined) return;
  if (!isSavable(job)) return void vscode.window.showInformationMessage(none);
  const { kind, account, baseUrl, subject } = job;
  if (app.accounts.get(account) === undefined)
    throw new Error(t('The account of this export has been removed. Add it again.'));
  if (await isUnderWay(app, job)) return;
  const file = await chooseFile(subject.path);
  if (file === undefined) return;
  const details: Partial<ExportDetails> = { to: 'file', isFormer: true };
  await app.jobs.add({ kind, account, baseUrl, subject, file: { path: file }, details }, 'receiving', 'asked');
};

/** The commands that begin exports. */
export const exportCommands: CommandTable = {
  'graft.transfer.exportProject': startProjectExport,
  'graft.transfer.exportGroup': startGroupExport,
  'graft.transfer.saveAgain': saveAgain,
};
