import * as vscode from '../vscode.ts';
import type { CellPlace } from '../../messages/board.ts';
import type { Handlers } from '../../messages/page.ts';
import { historyAddress } from '../../messages/webAddresses.ts';
import type { BoardArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { cancellable } from '../kit/progress.ts';
import { pushSentence } from '../kit/words/rightsMessages.ts';
import { applyCells, isBusy, undoReport } from './applyFlow.ts';
import { chooseBranches } from './chooseBranches.ts';
import { chooseCommits } from './chooseCommits.ts';
import { conflictAt, fetchForConflict, findConflict, openConflict } from './resolving/conflicts.ts';
import { saveBoard, openBoard } from './saveBoard.ts';
import { startMessage, discardMessage } from './ownMessages.ts';
import type { BoardIntent } from './page.ts';
import { readPresence } from './presence.ts';
import { reportMarkdown, reportView } from './reportMessages.ts';
import { mergeOnBoard, openReported } from './mergeRequests/mergeRequestActions.ts';
import { createForCells, createRefused } from './mergeRequests/createFlow.ts';
import { mergeRequestReportView } from './mergeRequests/reports.ts';
import { placeOf, refreshMergeRequests } from './mergeRequests/states.ts';
import { commitResolution, createMergeRequest } from './resolving/commit.ts';
import { cellPick } from './resolving/conflictPick.ts';
import { discardResolution, markResolved, resolveConflict, postResolution } from './resolving/resolve.ts';
import { undoMergeRequests } from './mergeRequests/undoMergeRequests.ts';
import type { BoardSession } from './session.ts';

export const boardHandlers = (area: BoardArea, session: BoardSession): Handlers<BoardIntent> => {
  const { board, testing, open } = session;
  return {
    see: ({ commits, branches }) => testing.see(commits, branches),
    test: ({ cells }) => test(session, cells),
    cancel: () => testing.cancel(),
    apply: ({ cells }) => applyCells(area, session, cells),
    stopApplying: () => session.applying?.abort(),
    request: ({ cells }) => createForCells(area, session, cells),
    openRequest: ({ iid }) => openReported(session, iid),
    mergeRequest: ({ iid }) => mergeOnBoard(area, session, iid),
    refreshRequests: async () => {
      open.client.stopSharing();
      await cancellable(vscode.l10n.t('Reading the merge requests…'), (signal) =>
        refreshMergeRequests(area, session, signal),
      );
    },
    undo: ({ report }) => {
      const mergeRequests = session.requestReports.find(({ id }) => id === report);
      if (mergeRequests === undefined) return undoReport(area, session, report);
      if (isBusy(session)) return undefined;
      return undoMergeRequests(area, placeOf(session), mergeRequests, (next) => session.setMergeRequestReport(next));
    },
    requestRefused: ({ report }) => createRefused(area, session, report),
    copyReport: ({ report }) => copyReport(session, report),
    forgetReport: ({ report }) => session.deleteReport(report),
    addCommits: () => addCommits(area, session),
    addBranches: () => addBranches(area, session),
    removeCommit: ({ sha }) => board.removeCommit(sha),
    removeBranch: ({ branch }) => board.removeBranch(branch),
    ownMessage: ({ sha }) => startMessage(area, session, sha),
    writeMessage: ({ sha, message }) => board.setMessage(sha, message),
    dropMessage: ({ sha }) => discardMessage(session, sha),
    moveCommit: ({ sha, by }) => board.moveCommit(sha, by),
    keep: () => saveBoard(session),
    openBoard: () => openBoard(area),
    openCommit: ({ sha }) => area.commitPages.show({ open, sha }),
    openBranch: ({ branch }) => openInBrowser(historyAddress(open.project.web_url, branch)),
    rightsOf: async ({ branch }) => {
      const { rights } = await area.branchRights.read(open, branch);
      session.postRights(branch, pushSentence(rights));
    },
    presenceOf: async ({ place }) => {
      const { tip } = session.board.cell(place).result ?? {};
      if (tip !== undefined) session.postPresence(place, (await readPresence(area, { open, ...place, tip })).words);
    },
    conflictOf: ({ place }) => {
      postResolution(area, cellPick(session, place));
      return findConflict(area, session, place);
    },
    resolve: async ({ place, path }) => {
      await resolveConflict(area, cellPick(session, place), path);
    },
    markResolved: ({ place, path }) => markResolved(area, cellPick(session, place), path),
    commitResolution: ({ place }) => commitResolution(area, cellPick(session, place)),
    discardResolution: ({ place }) => discardResolution(area, cellPick(session, place)),
    requestMerge: ({ place, source }) => createMergeRequest(area, cellPick(session, place), source),
    fetchFor: async ({ place }) => {
      await fetchForConflict(area, conflictAt(session, place));
      if (board.cell(place).result?.kind === 'protected') await testing.test([place]);
      await findConflict(area, session, place);
    },
    openConflict: async ({ place, path }) => {
      // the page then shows the reason
      if (!(await openConflict(area, conflictAt(session, place), path))) await findConflict(area, session, place);
    },
  };
};

const test = async (session: BoardSession, cells: readonly CellPlace[] | 'open' | 'all'): Promise<void> => {
  // results would be outdated at once
  if (session.applying) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The board is being applied. Test again when it is done.'));
    return;
  }
  const keys = cells === 'open' ? session.openCells() : cells === 'all' ? session.board.keys() : cells;
  await session.testing.test(keys);
};

const copyReport = async (session: BoardSession, id: number): Promise<void> => {
  const report = session.reports.find((each) => each.id === id);
  const mergeRequests = session.requestReports.find((each) => each.id === id);
  const view = report ? reportView(report, () => false) : mergeRequests && mergeRequestReportView(mergeRequests);
  if (view === undefined) return;
  const { path_with_namespace: path, web_url: webUrl } = session.open.project;
  await vscode.env.clipboard.writeText(reportMarkdown(view, { board: session.title, path, webUrl }));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Report copied'), 2_000);
};

export const addCommits = async (area: BoardArea, session: BoardSession): Promise<void> => {
  const loaded = area.commits.loaded
    .filter(({ open: { account, project } }) => {
      const { open } = session;
      return project.id === open.project.id && account.id === open.account.id;
    })
    .map(({ commit }) => commit);
  const commits = await chooseCommits(session.open, loaded);
  if (commits === undefined) return;
  session.board.addCommits(commits);
  await testNew(session);
};

export const addBranches = async (area: BoardArea, session: BoardSession): Promise<void> => {
  const branches = await chooseBranches(session.open, area.context.workspaceState, session.board.branches, {
    of: { reader: area, shas: session.board.commits.map(({ sha }) => sha) },
  });
  if (branches === undefined) return;
  session.board.addBranches(branches);
  await testNew(session);
};

export const testNew = async ({ board, testing, applying }: BoardSession): Promise<void> => {
  if (applying) return;
  await testing.test(board.keys().filter((key) => board.cell(key).result === undefined));
};
