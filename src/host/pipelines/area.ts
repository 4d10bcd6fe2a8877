import type { Shell } from '../shell/shell.ts';
import type { JobLogs } from './jobLogs.ts';
import type { PipelineStatus } from './statusBar.ts';

/** The shell with the parts of this area, for its commands. */
export interface PipelinesArea extends Shell {
  readonly pipelineStatus: PipelineStatus;
  readonly jobLogs: JobLogs;
}
