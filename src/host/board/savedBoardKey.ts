import type * as vscode from '../vscode.ts';

/** Key prefix; the id follows. */
export const boardPrefix = 'graft.board ';

/** Doesn't parse boards. */
export const hasSavedBoards = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(boardPrefix) && memento.get(key) !== undefined);
