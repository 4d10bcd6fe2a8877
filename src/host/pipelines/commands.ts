import * as vscode from '../vscode.ts';
import type { CommandTable } from '../kit/commands.ts';
import { actOnJob, type JobAction } from './acting.ts';
import type { PipelinesArea } from './area.ts';
import { openPipelinePage, showPipeline } from './showPipeline.ts';

/** Acts on the job of the log in front. */
const onJob =
  (action: JobAction) =>
  async (area: PipelinesArea): Promise<void> => {
    const acted = await area.jobLogs.jobOf(vscode.window.activeTextEditor?.document.uri);
    if (acted) await actOnJob(area, acted, action);
    else void vscode.window.showInformationMessage(vscode.l10n.t('Open the log of a job first.'));
  };

/** The commands on pipelines and logs. */
export const pipelineCommands: CommandTable<PipelinesArea> = {
  'graft.pipelines.show': showPipeline,
  'graft.pipelines.open': openPipelinePage,
  'graft.pipelines.retryJob': onJob('retry'),
  'graft.pipelines.startJob': onJob('play'),
  'graft.pipelines.cancelJob': onJob('cancel'),
};
