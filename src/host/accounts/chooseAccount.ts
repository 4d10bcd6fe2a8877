import * as vscode from '../vscode.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import type { Shell } from '../shell/shell.ts';

/** The only account, or the chosen one. */
export const chooseAccount = async (
  { accounts, project }: Pick<Shell, 'accounts' | 'project'>,
  title: string,
): Promise<Account | undefined> => {
  const all = accounts.list();
  if (all.length < 2) return all[0];
  const rows = all.map((account) => ({
    label: instanceName(account.baseUrl),
    iconPath: new vscode.ThemeIcon('account'),
    description: account.username,
    account,
  }));
  const active = rows.find(({ account }) => account.id === project.open?.account.id);
  const chosen = await pickRow(rows, { title, placeholder: vscode.l10n.t('Choose the account'), active });
  return chosen?.account;
};
