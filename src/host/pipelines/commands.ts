import type { CommandTable } from '../kit/commands.ts';
import type { PipelinesArea } from './area.ts';
import { showPipeline } from './showPipeline.ts';

/** The commands on pipelines. */
export const pipelineCommands: CommandTable<PipelinesArea> = {
  'graft.pipelines.show': showPipeline,
};
