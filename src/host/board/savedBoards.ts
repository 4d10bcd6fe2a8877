import type * as vscode from '../vscode.ts';

/** Prefix of storage keys; followed by the id. */
export const boardPrefix = 'graft.board ';

/** Checks without parsing the board. */
export const hasSavedBoards = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(boardPrefix) && memento.get(key) !== undefined);
