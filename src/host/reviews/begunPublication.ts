import type * as vscode from '../vscode.ts';

/** What the keys of publications under way begin with; the merge request follows. */
export const begunPrefix = 'graft.publishing ';

/** Whether a publication was begun in this workspace whose end nobody has seen. */
export const hasBegunPublication = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(begunPrefix));
