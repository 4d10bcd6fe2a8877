import * as vscode from '../vscode.ts';
import { explorerQuery } from '../../model/accounts/explorerQuery.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { explainMissing } from '../kit/requireProject.ts';
import type { Shell } from '../shell/shell.ts';
import { chooseAccount } from './chooseAccount.ts';

/** Opens GitLab's GraphQL explorer; on request, copies the last query. */
export const openGraphqlExplorer = async (shell: Shell): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Open GraphQL Explorer');
  if (shell.accounts.list().length === 0) {
    await shell.project.find();
    return explainMissing(shell);
  }
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
