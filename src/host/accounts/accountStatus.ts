import * as vscode from '../vscode.ts';
import { accountName } from '../../model/account.ts';
import { sourceName } from './sourceName.ts';
import type { Shell } from '../shell/shell.ts';

/** Status bar item with the window's account, if there are several or its token comes from another program. */
export const createAccountStatus = ({ accounts, project, own }: Pick<Shell, 'accounts' | 'project' | 'own'>): void => {
  const { t } = vscode.l10n;
  const item = own(vscode.window.createStatusBarItem('graft.account', vscode.StatusBarAlignment.Left, 6));
  item.name = t('Graft: Account');
  item.command = 'graft.accounts.list';
  const draw = (): void => {
    const { open } = project;
    const source = open?.account.source ?? 'token';
    if (open === undefined || (accounts.list().length < 2 && source === 'token')) {
      item.hide();
      return;
    }
    item.text = `$(account) ${accountName(open.account)}`;
    item.tooltip = t(
      'Graft works with this account in {0} ({1}). Select to switch.',
      open.project.path_with_namespace,
      sourceName(source),
    );
    item.show();
  };
  draw();
  own(project.onDidChange(draw));
  own(accounts.onDidChange(draw));
};
