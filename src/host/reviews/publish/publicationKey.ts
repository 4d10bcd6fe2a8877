import type * as vscode from '../../vscode.ts';

/** Key prefix in storage; the place key follows. */
export const publicationPrefix = 'graft.publishing ';

/** Detects publications with unknown outcome. */
export const hasInterruptedPublication = (memento: vscode.Memento): boolean =>
  memento.keys().some((key) => key.startsWith(publicationPrefix));
