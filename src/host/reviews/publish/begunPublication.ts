import type * as vscode from '../../vscode.ts';

/** Prefix of the journal's storage keys; followed by the merge request. */
export const begunPrefix = 'graft.publishing ';

/** Detects started publications without a known outcome. */
export const hasBegunPublication = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(begunPrefix));
