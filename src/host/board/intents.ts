import * as vscode from 'vscode';
import type { CellPlace } from '../../messages/board.ts';
import type { App } from '../app.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { pushSentence } from '../protectedBranches/rightsWords.ts';
import { applyCells, undoReport } from './applyFlow.ts';
import { chooseBranches } from './chooseBranches.ts';
import { chooseCommits } from './chooseCommits.ts';
import { fetchForConflict, findConflict, openConflict } from './conflicts.ts';
import { keepBoard, openBoard } from './keeping.ts';
import type { BoardIntent } from './pages.ts';
import { reportMarkdown } from './reportWords.ts';
import type { BoardSession } from './session.ts';

/** Carries out what a board asks for. */
export const carryOutIntent = async (app: App, intent: BoardIntent, session: BoardSession): Promise<void> => {
  const { board, testing, open } = session;
  switch (intent.type) {
    case 'see':
      testing.see(intent.commits, intent.branches);
      return;
    case 'test':
      return test(session, intent.cells);
    case 'cancel':
      testing.cancel();
      return;
    case 'apply':
      return applyCells(app, session, intent.cells);
    case 'stopApplying':
      session.applying?.abort();
      return;
    case 'undo':
      return undoReport(app, session, intent.report);
    case 'copyReport':
      return copyReport(session, intent.report);
    case 'forgetReport':
      session.forgetReport(intent.report);
      return;
    case 'addCommits':
      return addCommits(app, session);
    case 'addBranches':
      return addBranches(app, session);
    case 'removeCommit':
      board.removeCommit(intent.sha);
      return;
    case 'removeBranch':
      board.removeBranch(intent.branch);
      return;
    case 'moveCommit':
      board.moveCommit(intent.sha, intent.by);
      return;
    case 'keep':
      return keepBoard(session);
    case 'openBoard':
      return openBoard(app);
    case 'openCommit':
      app.commitPages.show({ open, sha: intent.sha });
      return;
    case 'openBranch': {
      const branch = intent.branch.split('/').map(encodeURIComponent).join('/');
      return openInBrowser(`${open.project.web_url}/-/commits/${branch}`);
    }
    case 'rightsOf': {
      const { rights } = await app.branchRights.read(open, intent.branch);
      session.tellRights(intent.branch, pushSentence(rights));
      return;
    }
    case 'conflictOf':
      return findConflict(app, session, intent.place);
    case 'fetchFor':
      return fetchForConflict(app, session, intent.place);
    case 'openConflict':
      return openConflict(app, app.boards.documents, session, intent.place, intent.path);
  }
};

const test = async (session: BoardSession, cells: readonly CellPlace[] | 'open' | 'all'): Promise<void> => {
  // while commits are created every answer would be stale at once
  if (session.applying) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The board is being applied. Test again when it is done.'));
    return;
  }
  const keys = cells === 'open' ? session.openCells() : cells === 'all' ? session.board.keys() : cells;
  await session.testing.test(keys);
};

const copyReport = async (session: BoardSession, id: number): Promise<void> => {
  const report = session.reports.find((each) => each.id === id);
  if (report === undefined) return;
  const { path_with_namespace: path, web_url: webUrl } = session.open.project;
  await vscode.env.clipboard.writeText(reportMarkdown(report, { path, webUrl }));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Report copied'), 2_000);
};

/** Asks for commits, adds them and tests what is new. */
export const addCommits = async (app: App, session: BoardSession): Promise<void> => {
  const loaded = app.commits.loaded
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

/** Asks for branches, adds them and tests what is new. */
export const addBranches = async (app: App, session: BoardSession): Promise<void> => {
  const branches = await chooseBranches(session.open, app.context.workspaceState, session.board.branches);
  if (branches === undefined) return;
  session.board.addBranches(branches);
  await testNew(session);
};

/** Tests the cells nobody has tested. */
export const testNew = async ({ board, testing, applying }: BoardSession): Promise<void> => {
  if (applying) return;
  await testing.test(board.keys().filter((key) => board.cell(key).result === undefined));
};
