import type { Shell } from '../shell/shell.ts';
import type { JobLogs } from './jobLogs.ts';
import type { PipelineStatus } from './statusBar.ts';

/** What commands on pipelines work with. */
export interface PipelinesArea extends Shell {
  readonly pipelineStatus: PipelineStatus;
  readonly jobLogs: JobLogs;
}
