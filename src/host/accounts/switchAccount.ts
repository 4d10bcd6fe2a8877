import * as vscode from '../vscode.ts';
import { type Account, accountName } from '../../model/account.ts';
import type { Shell } from '../shell/shell.ts';
import { pickProject } from '../kit/questions/pickProject.ts';

/** Asks for a project if the account has none here. */
export const switchAccount = async (shell: Shell, account: Account): Promise<void> => {
  const { t } = vscode.l10n;
  if (await shell.project.switchTo(account)) {
    const project = shell.project.open?.project.path_with_namespace ?? '';
    void vscode.window.showInformationMessage(t('Switched to {0} for {1}.', accountName(account), project));
    return;
  }
  const chosen = await pickProject(shell, t('Choose a Project of {0}', accountName(account)), { accounts: [account] });
  if (chosen) await shell.project.choose(chosen.account, chosen.project);
};
