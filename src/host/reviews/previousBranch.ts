import type * as vscode from '../vscode.ts';
import { setContextKey } from '../shell/contextKeys.ts';

/** Under what it is stored which branch to go back to. */
export const previousBranchKey = 'graft.reviews.previousBranch';

/** Offers to go back to a branch where there is one. */
export const offerGoBack = (memento: vscode.Memento): void =>
  setContextKey('graft.reviews.canGoBack', memento.get(previousBranchKey) !== undefined);
