import type { RowsFirst } from '../kit/idleWork.ts';
import type { Shell } from '../shell/shell.ts';
import type { PipelinesArea } from './area.ts';
import { JobLogs } from './jobLogs.ts';
import { PipelineStatus } from './statusBar.ts';

/** Builds what follows the pipeline of the branch, and the logs of jobs; no log is read before it is opened. */
export const createPipelineParts = (shell: Shell, rows: RowsFirst): PipelinesArea => ({
  ...shell,
  pipelineStatus: shell.own(new PipelineStatus({ ...shell, rows })),
  jobLogs: new JobLogs(shell),
});

export { pipelineCommands } from './commands.ts';
