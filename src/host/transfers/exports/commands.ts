import * as vscode from '../../vscode.ts';
import { hasEnded, type Job } from '../../../model/transfers/jobs/job.ts';
import type { ExportDetails } from '../../../model/transfers/exports/projectExport.ts';
import type { TransfersArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { chooseJob } from '../chooseJob.ts';
import { savesArchive } from '../kinds.ts';
import { addJob, isUnderWay } from '../startJob.ts';
import { chooseFile } from './chooseTarget.ts';
import { startGroupExport } from './exportGroup.ts';
import { startProjectExport } from './exportProject.ts';

const isSavable = (job: Job): boolean => hasEnded(job) && savesArchive(job);

/** Downloads the archive of an export again, without a new export. */
const saveAgain = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const none = t('No finished export has an archive to save.');
  const job = await chooseJob(area, argument, { title: t('Save Archive Again'), fits: isSavable, none });
  if (job === undefined) return;
  if (!isSavable(job)) return void vscode.window.showInformationMessage(none);
  const { kind, account, baseUrl, subject } = job;
  if (area.accounts.get(account) === undefined)
    throw new Error(t('The account of this export was removed. Sign in to it again.'));
  if (await isUnderWay(area, job)) return;
  const file = await chooseFile(subject.path);
  if (file === undefined) return;
  const details: Partial<ExportDetails> = { to: 'file', isFormer: true };
  await addJob(area, { kind, account, baseUrl, subject, file: { path: file }, details }, 'receiving', 'asked');
};

export const exportCommands: CommandTable<TransfersArea> = {
  'graft.transfers.exportProject': startProjectExport,
  'graft.transfers.exportGroup': startGroupExport,
  'graft.transfers.saveAgain': saveAgain,
};
