import * as vscode from '../vscode.ts';
import { boardCommit, type ListedCommit } from '../../model/board/sources.ts';
import type { BoardCommit } from '../../model/board/cells.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { CellAction } from '../../messages/board.ts';
import type { BoardArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';
import { chooseBranches } from './chooseBranches.ts';
import { chooseOfMergeRequest, chooseOfRange, commitsOfMergeRequest } from './chooseCommits.ts';
import { addBranches, addCommits, testNew } from './intents.ts';
import { deleteBoard, saveBoard, openBoard } from './saveBoard.ts';
import { addMissing, compareOther, filterMissing, missingOnBranches, withCompared } from './missing/missing.ts';
import { createWithoutBoard } from './mergeRequests/withoutBoard.ts';
import { commitFront, markFront } from './resolving/lead.ts';
import { commitMessage } from './resolving/message.ts';
import type { BoardSession } from './session.ts';
import { call, type NewBoard, type WantedMergeRequest } from '../kit/areaCommands.ts';

export const boardCommands: CommandTable<BoardArea> = {
  'graft.board.new': async (area, content) => {
    const open = (isBeginning(content) ? content.open : undefined) ?? (await requireProject(area));
    const session = open && area.boards.pages.create(open);
    if (session === undefined || !isBeginning(content)) return;
    session.board.addCommits(content.commits.map(boardCommit));
    session.board.addBranches(content.branches);
    await testNew(session);
  },
  'graft.board.open': openBoard,
  'graft.board.delete': deleteBoard,
  'graft.board.add': (area, argument, selection) => add(area, argument, selection),
  'graft.board.backport': (area, argument, selection) => backport(area, argument, selection),
  'graft.board.request': (area, wanted) =>
    isWantedMergeRequest(wanted) ? createWithoutBoard(area, wanted) : backport(area, wanted, undefined),
  'graft.board.addMergeRequest': (area) => addFrom(area, chooseOfMergeRequest),
  'graft.board.addRange': (area) => addFrom(area, chooseOfRange),
  'graft.board.missing': missingOnBranches,
  'graft.board.addTicked': withCompared((area, comparison) => addMissing(area, comparison)),
  'graft.board.addMissing': withCompared(addMissing),
  'graft.board.filterMissing': withCompared(filterMissing),
  'graft.board.compareOther': withCompared(compareOther),
  'graft.board.refreshMissing': (area) => refresh(area, area.boards.missing),
  'graft.board.cancelMissing': (area) => area.boards.missing.cancel(),
  'graft.board.closeMissing': (area) => area.boards.missing.close(),
  'graft.board.addCommits': (area) => onBoard(area, (session) => addCommits(area, session)),
  'graft.board.addBranches': (area) => onBoard(area, (session) => addBranches(area, session)),
  'graft.board.test': (area) => onBoard(area, (session) => session.testing.test(session.board.keys())),
  'graft.board.cancel': (area) =>
    onBoard(area, async (session) => {
      session.testing.cancel();
      session.applying?.abort();
    }),
  'graft.board.markResolved': markFront,
  'graft.board.commitResolution': commitFront,
  'graft.board.commitMessage': commitMessage,
  'graft.board.keep': (area) => onBoard(area, saveBoard),
  'graft.board.selectCell': (area) => onCell(area, 'choose'),
  'graft.board.showCell': (area) => onCell(area, 'open'),
  'graft.board.testCell': (area) => onCell(area, 'test'),
  'graft.board.requestCell': (area) => onCell(area, 'request'),
  'graft.board.editCellMessage': (area) => onCell(area, 'message'),
  'graft.board.resolveCell': (area) => onCell(area, 'resolve'),
  'graft.board.openCellCommit': (area) => onCell(area, 'openCreated'),
  'graft.board.undoCell': (area) => onCell(area, 'undo'),
  'graft.board.openCellRequest': (area) => onCell(area, 'openRequest'),
  'graft.board.mergeCellRequest': (area) => onCell(area, 'mergeRequest'),
};

const onCell = (area: BoardArea, does: CellAction): Promise<void> =>
  onBoard(area, async (session) => session.act(does));

/** Runs an action on the last used board; without one offers to create it. */
const onBoard = async (area: BoardArea, act: (session: BoardSession) => Promise<void>): Promise<void> => {
  const session = area.boards.pages.current;
  if (session) return act(session);
  const { t } = vscode.l10n;
  const make = t('New Board');
  const answer = await vscode.window.showInformationMessage(t('No backport board is open.'), make);
  if (answer === make) await call('graft.board.new');
};

interface MeantCommits {
  readonly open: OpenProject;
  readonly commits: readonly BoardCommit[];
}

/** Commits of the menu's rows, merge request or page; asks when called from the palette. */
const meant = async (
  area: BoardArea,
  argument: unknown,
  selection: unknown,
  question: string,
): Promise<MeantCommits | undefined> => {
  const rows = (Array.isArray(selection) ? selection : [argument]).filter(isRow);
  const [first] = rows;
  if (first) {
    const { account, project } = first.open;
    const commits = rows
      .filter(({ open }) => open.project.id === project.id && open.account.id === account.id)
      .map(({ commit }) => commit);
    return { open: first.open, commits: oldestFirst(area, commits).map(boardCommit) };
  }
  if (isMergeRequestRow(argument)) {
    const { open, request } = argument;
    const commits = await commitsOfMergeRequest(open, request.iid);
    return commits && { open, commits };
  }
  const subject = await area.subjectOf(argument, question);
  if (!subject) return undefined;
  return { open: subject.open, commits: [boardCommit(await area.read(subject))] };
};

const add = async (area: BoardArea, argument: unknown, selection: unknown): Promise<void> => {
  const question = vscode.l10n.t('Add which commit to the backport board?');
  const commits = await meant(area, argument, selection, question);
  if (commits) await addTo(area, commits.open, commits.commits);
};

/** Asks for target branches and opens a new, tested board. */
const backport = async (area: BoardArea, argument: unknown, selection: unknown): Promise<void> => {
  const found = await meant(area, argument, selection, vscode.l10n.t('Backport which commit?'));
  if (found === undefined || found.commits.length === 0) return;
  const { open, commits } = found;
  const branches = await chooseBranches(open, area.context.workspaceState, [], {
    of: { reader: area, shas: commits.map(({ sha }) => sha) },
  });
  if (branches === undefined) return;
  const session = area.boards.pages.create(open);
  session.board.addCommits(commits);
  session.board.addBranches(branches);
  await testNew(session);
};

const isMergeRequestRow = (
  argument: unknown,
): argument is { readonly open: OpenProject; readonly request: Pick<MergeRequest, 'iid'> } =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'request' in argument;

const isWantedMergeRequest = (argument: unknown): argument is WantedMergeRequest =>
  typeof argument === 'object' &&
  argument !== null &&
  'open' in argument &&
  ('commit' in argument || 'source' in argument);

/** Sorts a selection, which is in click order, oldest first. */
const oldestFirst = (area: BoardArea, commits: readonly ListedCommit[]): readonly ListedCommit[] => {
  const place = new Map(area.commits.loaded.map(({ commit }, index) => [commit.id, index]));
  return [...commits].sort((one, other) => (place.get(other.id) ?? -1) - (place.get(one.id) ?? -1));
};

const isBeginning = (argument: unknown): argument is NewBoard =>
  typeof argument === 'object' && argument !== null && 'commits' in argument && 'branches' in argument;

const isRow = (argument: unknown): argument is { readonly open: OpenProject; readonly commit: ListedCommit } =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'commit' in argument;

const addFrom = async (
  area: BoardArea,
  choose: (open: OpenProject) => Promise<readonly BoardCommit[] | undefined>,
): Promise<void> => {
  const open = area.boards.pages.current?.open ?? (await requireProject(area));
  const commits = open && (await choose(open));
  if (open && commits && commits.length > 0) await addTo(area, open, commits);
};

/** Adds commits to the last board of their project, or to a new one. */
const addTo = async (area: BoardArea, open: OpenProject, commits: readonly BoardCommit[]): Promise<void> => {
  const { many, t } = vscode.l10n;
  const { pages } = area.boards;
  const session = pages.of(open).at(-1) ?? pages.create(open);
  pages.reveal(session.id);
  const added = session.board.addCommits(commits);
  const words =
    added === 0
      ? t('$(info) The commits are on the board already')
      : many(added, '$(check) {0} commit added to the board', '$(check) {0} commits added to the board');
  vscode.window.setStatusBarMessage(words, 3_000);
  await testNew(session);
};
