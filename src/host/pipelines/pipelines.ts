import { registerCommands } from '../kit/commands.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import { late, lateTexts } from '../kit/late.ts';
import { whenWanted } from '../kit/whenWanted.ts';
import type { Shell } from '../shell/shell.ts';
import type { PipelinesArea } from './area.ts';

/**
 * Opens the area of pipelines. Its code is loaded with the first command or log; where the status bar shows the pipeline of
 * the branch, after the rows of visible views.
 */
export const createPipelines = (shell: Shell, rows: RowsFirst): (() => Promise<PipelinesArea>) => {
  const parts = () => import('./parts.ts');
  const load = late(async (): Promise<PipelinesArea> => (await parts()).createPipelineParts(shell, rows));
  for (const scheme of ['graft-job', 'graft-test']) shell.own(lateTexts(scheme, async () => (await load()).jobLogs));
  whenWanted(shell, 'pipelines.statusBar', rows, async () => void (await load()));
  shell.own(registerCommands(shell, 'pipelines', async () => [await load(), (await parts()).pipelineCommands]));
  return load;
};
