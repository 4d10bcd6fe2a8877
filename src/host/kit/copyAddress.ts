import * as vscode from '../vscode.ts';

export const copyAddress = async (address: string): Promise<void> => {
  await vscode.env.clipboard.writeText(address);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
};
