import type { TransfersArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { moveProject } from './moveProject.ts';
import { compareMove, copyMoveReport, importMoveAgain, showMoveReport } from './reports.ts';

export const moveCommands: CommandTable<TransfersArea> = {
  'graft.transfers.moveProject': moveProject,
  'graft.transfers.showMoveReport': showMoveReport,
  'graft.transfers.copyMoveReport': copyMoveReport,
  'graft.transfers.compareMove': compareMove,
  'graft.transfers.importMoveAgain': importMoveAgain,
};
