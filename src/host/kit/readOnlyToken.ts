import * as vscode from '../vscode.ts';

export const readOnlyTokenMessage = (): string =>
  vscode.l10n.t('Your token is read-only. Sign in again with a token that has the scope “api”.');
