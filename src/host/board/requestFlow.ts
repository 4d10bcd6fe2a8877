import * as vscode from '../vscode.ts';
import type { CellPlace } from '../../messages/board.ts';
import { haveBeenRead, isBusy, sayNone } from './applyFlow.ts';
import type { BoardArea } from './area.ts';
import { askAndMake, type RequestSink } from './requestMaking.ts';
import { targetsOf } from './requestPlans.ts';
import type { BoardSession } from './session.ts';

/** Shows what merge requests for the chosen cells would be, and makes them once the user says so. */
export const requestCells = async (
  area: BoardArea,
  session: BoardSession,
  cells: readonly CellPlace[],
): Promise<void> => {
  if (isBusy(session) || !(await haveBeenRead(session, cells))) return;
  const targets = targetsOf(session.board, cells);
  if (targets.length === 0) {
    const words = vscode.l10n.t(
      'None of the selected cells can become a merge request. Select clean or blocked cells.',
    );
    return sayNone(session, cells, words);
  }
  await askAndMake(area, session.open, targets, { sink: sinkOf(session) });
};

const sinkOf = (session: BoardSession): RequestSink => ({
  begin(abort) {
    if (isBusy(session)) return false;
    session.applying = abort;
    session.testing.cancel();
    return true;
  },
  put: (report) => session.setRequestReport(report),
  async end() {
    session.applying = undefined;
  },
});
