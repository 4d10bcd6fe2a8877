import * as vscode from '../vscode.ts';
import type { AccountsArea } from './area.ts';

/** Starts the sample server with a copy of the repository selected in Source Control. */
export const tryRepository = async (area: AccountsArea): Promise<void> => {
  const [repository] = await area.repositories.list();
  if (repository !== undefined) return area.sampleServer.start(area, repository.root);
  void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder with a git repository first.'));
};
