import * as vscode from '../vscode.ts';
import type { BoardArea } from './area.ts';
import { age } from '../kit/words/format.ts';
import type { SavedBoard } from './savedBoards.ts';
import { boardTitle } from './messages.ts';
import type { BoardSession } from './session.ts';

export const saveBoard = async (session: BoardSession): Promise<void> => {
  const { t } = vscode.l10n;
  const name = await vscode.window.showInputBox({
    title: t('Save the backport board'),
    prompt: t('Name of the board'),
    value: session.title,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? t('Enter a name.') : undefined),
  });
  if (name === undefined || name.trim() === '') return;
  session.name = name.trim();
  await session.store();
};

/** Asks for a saved board. Undefined when there is none or on cancel. */
export const chooseBoard = async (area: BoardArea, title: string): Promise<SavedBoard | undefined> => {
  const { t } = vscode.l10n;
  const boards = area.boards.saved.all();
  if (boards.length === 0) {
    void vscode.window.showInformationMessage(t('There are no backport boards yet.'));
    return undefined;
  }
  const rows = boards.map((board) => ({
    label: boardTitle(board),
    description: `${board.projectPath} · ${age(board.changedAtMs)}`,
    detail: contents(board),
    board,
  }));
  const chosen = await vscode.window.showQuickPick(rows, { title, matchOnDescription: true, matchOnDetail: true });
  return chosen?.board;
};

export const openBoard = async (area: BoardArea): Promise<void> => {
  const board = await chooseBoard(area, vscode.l10n.t('Open which backport board?'));
  if (board) await area.boards.pages.open(board);
};

/** Deletes a board, after a question. Its commits on the server stay. */
export const deleteBoard = async (area: BoardArea): Promise<void> => {
  const { t } = vscode.l10n;
  const board = await chooseBoard(area, t('Delete which backport board?'));
  if (board === undefined) return;
  const answer = await vscode.window.showWarningMessage(
    t('Delete the backport board “{0}”?', boardTitle(board)),
    { modal: true, detail: t('Its reports are deleted too. The commits it created on the server stay.') },
    t('Delete'),
  );
  if (answer !== t('Delete')) return;
  if (area.boards.pages.all.some(({ id, applying }) => id === board.id && applying !== undefined)) {
    void vscode.window.showInformationMessage(t('This board is being applied. Delete it when it is done.'));
    return;
  }
  area.boards.pages.close(board.id);
  await area.boards.saved.delete(board.id);
};

/** Counts of a board's commits and branches that its title lacks. */
const contents = (board: SavedBoard): string => {
  const { many } = vscode.l10n;
  const { commits, branches } = board;
  const title = boardTitle(board);
  const words = [
    many(commits.length, '{0} commit', '{0} commits'),
    many(branches.length, '{0} branch', '{0} branches'),
  ].filter((count) => !title.startsWith(count));
  const names = branches.every((name) => title.includes(name)) ? '' : `: ${branches.slice(0, 6).join(', ')}`;
  return `${words.join(', ')}${names}`;
};
