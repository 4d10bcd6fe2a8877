import type * as vscode from '../../vscode.ts';
import { setContextKey } from '../../shell/contextKeys.ts';

export const previousBranchKey = 'graft.reviews.previousBranch';

export const offerGoBack = (memento: vscode.Memento): void =>
  setContextKey('graft.reviews.canGoBack', memento.get(previousBranchKey) !== undefined);
