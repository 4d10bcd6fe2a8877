import type { CommandTable } from '../kit/commands.ts';
import { importCommands } from './imports/commands.ts';
import { serviceImportCommands } from './imports/services/commands.ts';
import { moveCommands } from './move/commands.ts';
import type { TransfersArea } from './area.ts';
import { jobCommands } from './commands.ts';
import { exportCommands } from './exports/commands.ts';
import { jobPageCommands } from './jobPage/commands.ts';

export const transferCommands: CommandTable<TransfersArea> = {
  ...exportCommands,
  ...importCommands,
  ...serviceImportCommands,
  ...moveCommands,
  ...jobCommands,
  ...jobPageCommands,
};
