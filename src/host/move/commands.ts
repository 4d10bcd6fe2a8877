import type { CommandTable } from '../command.ts';
import { moveProject } from './moveProject.ts';
import { compareMove, copyMoveReport, importMoveAgain, showMoveReport } from './reports.ts';

/** The commands that move projects and tell how that went. */
export const moveCommands: CommandTable = {
  'graft.transfer.moveProject': moveProject,
  'graft.transfer.showMoveReport': showMoveReport,
  'graft.transfer.copyMoveReport': copyMoveReport,
  'graft.transfer.compareMove': compareMove,
  'graft.transfer.importMoveAgain': importMoveAgain,
};
