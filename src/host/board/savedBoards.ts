import type * as vscode from '../vscode.ts';

/** What the keys of boards begin with in the storage of the workspace; the id follows. */
export const boardPrefix = 'graft.board ';

/** Whether a board is saved, without reading it. */
export const hasSavedBoards = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(boardPrefix) && memento.get(key) !== undefined);
