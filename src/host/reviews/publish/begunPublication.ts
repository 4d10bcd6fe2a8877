import type * as vscode from '../../vscode.ts';

/** Key prefix in storage; the place key follows. */
export const begunPrefix = 'graft.publishing ';

/** Detects publications with unknown outcome. */
export const hasBegunPublication = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(begunPrefix));
