import * as vscode from '../vscode.ts';
import { getJob } from '../../wire/pipelines.ts';
import type { AreaCommands } from '../kit/areaCommands.ts';
import type { CommandTable } from '../kit/commands.ts';
import { actOnJob, type JobAction } from './acting.ts';
import type { PipelinesArea } from './area.ts';
import type { ActedJob } from './jobLogs.ts';
import { openPipelinePage, showPipeline } from './showPipeline.ts';

/** The named job, or that of the log in front, with its present state. */
const jobOf = async (area: PipelinesArea, argument: unknown): Promise<ActedJob | undefined> => {
  const isNamed = typeof argument === 'object' && argument !== null && 'job' in argument;
  const named = isNamed
    ? (argument as AreaCommands['graft.pipelines.retryJob'][0])
    : await area.jobLogs.jobOf(vscode.window.activeTextEditor?.document.uri);
  if (named === undefined) return undefined;
  const { open, project, job } = named;
  return { open, project, job: await open.client.send(getJob, { id: project, job_id: job.id }) };
};

/** Acts on a job. */
const onJob =
  (action: JobAction) =>
  async (area: PipelinesArea, argument: unknown): Promise<void> => {
    const acted = await jobOf(area, argument);
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
