import * as vscode from '../../vscode.ts';
import type { TransfersArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { chooseJob } from '../chooseJob.ts';

const openJob = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const job = await chooseJob(area, argument, { title: vscode.l10n.t('Show Export or Import') });
  if (job !== undefined) area.jobPages.show(job.id);
};

export const jobPageCommands: CommandTable<TransfersArea> = { 'graft.transfers.openJob': openJob };
