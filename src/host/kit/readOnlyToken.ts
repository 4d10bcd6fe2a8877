import * as vscode from '../vscode.ts';

/** What to do where nothing can be written, as the token lacks its scope. */
export const readOnlyTokenMessage = (): string =>
  vscode.l10n.t('Your token is read-only. Sign in again with a token that has the scope “api”.');
