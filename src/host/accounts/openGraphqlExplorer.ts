import * as vscode from '../vscode.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { explorerQuery } from '../../model/accounts/explorerQuery.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pickRow } from '../kit/pickRow.ts';
import { sayWhyNone } from '../kit/requireProject.ts';
import type { Shell } from '../shell/shell.ts';

/** Opens the GraphQL explorer of a server in the browser, with the query asked last in the clipboard on request. */
export const openGraphqlExplorer = async (shell: Shell): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Open GraphQL Explorer');
  const account = await chooseAccount(shell, title);
  if (account === undefined) return;
  const address = `${account.baseUrl}/-/graphql-explorer`;
  const query = shell.traffic.of(account.id).lastQuery;
  if (query === undefined) return openInBrowser(address);
  const name = query.operationName ?? '';
  const open = { label: `$(link-external) ${t('Open in Browser')}`, description: address };
  const copy = { label: `$(copy) ${t('Open and Copy Last Query')}`, description: name };
  const placeholder = t('The copied query includes its variables as a comment, without secrets');
  const chosen = await pickRow([open, copy], { title, placeholder });
  if (chosen === undefined) return;
  if (chosen === copy) await vscode.env.clipboard.writeText(shell.log.secrets.clean(explorerQuery(query)));
  await openInBrowser(address);
};

/** The only account, or the one the user chooses. Says so when there is none. */
const chooseAccount = async (shell: Shell, title: string): Promise<Account | undefined> => {
  const accounts = shell.accounts.list();
  if (accounts.length < 2) {
    if (accounts.length === 0) {
      await shell.project.find();
      sayWhyNone(shell);
    }
    return accounts[0];
  }
  const rows = accounts.map((account) => ({
    label: instanceName(account.baseUrl),
    iconPath: new vscode.ThemeIcon('account'),
    description: account.username,
    account,
  }));
  const active = rows.find(({ account }) => account.id === shell.project.open?.account.id);
  const chosen = await pickRow(rows, { title, placeholder: vscode.l10n.t('Choose the account'), active });
  return chosen?.account;
};
