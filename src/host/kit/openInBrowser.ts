import * as vscode from '../vscode.ts';

/** Refuses anything but http(s), as the server chose the address. */
export const openInBrowser = async (address: string): Promise<void> => {
  if (!/^https?:\/\//i.test(address)) {
    throw new Error(vscode.l10n.t('The server sent a URL that is not a web page: {0}', address.slice(0, 200)));
  }
  await vscode.env.openExternal(vscode.Uri.parse(address));
};
