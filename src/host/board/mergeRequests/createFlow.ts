import * as vscode from '../../vscode.ts';
import type { CellPlace } from '../../../messages/board.ts';
import type { Step } from '../../../model/board/applying.ts';
import { isStale } from '../../../model/board/cells.ts';
import { haveBeenRead, isBusy, reportNone } from '../applyFlow.ts';
import type { BranchMergeRequest } from '../../kit/areaCommands.ts';
import type { BoardArea } from '../area.ts';
import { wantedBranch } from './branchMergeRequest.ts';
import { askAndMake, type MergeRequestSink } from './createMergeRequests.ts';
import { targetsOf } from './plans.ts';
import { refusedCells } from '../reportMessages.ts';
import type { MergeRequestReport } from './reports.ts';
import type { BoardSession } from '../session.ts';

/** Previews merge requests for the selected cells and creates them on confirmation. */
export const createForCells = async (
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
    return reportNone(session, cells, words);
  }
  await askAndMake(area, session.open, targets, { sink: sinkOf(session) });
};

/** Like {@link createForCells} for a report's blocked cells. Outdated ones are tested first. */
export const createRefused = async (area: BoardArea, session: BoardSession, id: number): Promise<void> => {
  const report = session.reports.find((each) => each.id === id);
  if (report === undefined || isBusy(session)) return;
  const { board, testing } = session;
  const cells = refusedCells(report).filter((cell) => session.canRequest(cell));
  await testing.test(cells.filter((key) => isStale(board.cell(key), board.column(key.branch))));
  await createForCells(area, session, cells);
};

/** For an existing branch that has the cell's commit, `picked`; the cell shows the merge request's state. */
export const createForBranch = async (
  area: BoardArea,
  session: BoardSession,
  { picked, ...wish }: BranchMergeRequest & { readonly picked: Step },
): Promise<void> => {
  const { part, own } = await wantedBranch(wish);
  const sink = sinkOf(session);
  await askAndMake(area, session.open, [part], {
    own,
    sink: {
      ...sink,
      put: (report) => sink.put({ ...report, runs: report.runs.map((run) => ({ ...run, picks: [picked] })) }),
    },
  });
};

const sinkOf = (session: BoardSession): MergeRequestSink => ({
  start(abort) {
    if (isBusy(session)) return false;
    session.applying = abort;
    session.testing.cancel();
    return true;
  },
  put(report) {
    session.setMergeRequestReport(report);
    if (!report.isRunning) showConflicts(session, report);
  },
  end() {
    session.applying = undefined;
  },
});

/**
 * Shows conflicts on new branches in their cells, which then offer to resolve them. A new branch starts at its target's
 * tip, so the conflict exists there as well.
 */
const showConflicts = ({ board }: BoardSession, { runs }: MergeRequestReport): void => {
  for (const { branch, target, picks } of runs) {
    const [first] = picks;
    if (branch.kind !== 'made' || branch.confirmed === 'used' || first?.outcome.kind !== 'refused') continue;
    const { refusal } = first.outcome;
    const key = { sha: first.sha, branch: target };
    if (refusal.kind !== 'conflict' || board.cell(key).activity !== 'idle') continue;
    const { tip } = branch.value;
    board.setCell(key, { activity: 'idle', result: { kind: 'conflict', words: refusal.words, tip, atMs: Date.now() } });
    const column = board.column(target);
    if (column.kind === 'read') board.setColumn(target, { ...column, tip, readAtMs: Date.now() });
  }
};
