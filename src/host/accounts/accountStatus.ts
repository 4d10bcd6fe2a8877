import * as vscode from '../vscode.ts';
import { accountName } from '../../model/account.ts';
import type { Shell } from '../shell/shell.ts';

/** Shows the account of this window in the status bar where there are several; pressing it switches to another. */
export const createAccountStatus = ({ accounts, project, own }: Pick<Shell, 'accounts' | 'project' | 'own'>): void => {
  const { t } = vscode.l10n;
  const item = own(vscode.window.createStatusBarItem('graft.account', vscode.StatusBarAlignment.Left, 6));
  item.name = t('Graft: Account');
  item.command = 'graft.accounts.list';
  const draw = (): void => {
    const { open } = project;
    if (open === undefined || accounts.list().length < 2) {
      item.hide();
      return;
    }
    item.text = `$(account) ${accountName(open.account)}`;
    item.tooltip = t('Graft works with this account in {0}. Select to switch.', open.project.path_with_namespace);
    item.show();
  };
  draw();
  own(project.onDidChange(draw));
  own(accounts.onDidChange(draw));
};
