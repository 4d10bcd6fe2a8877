import * as vscode from '../../vscode.ts';
import type { Client } from '../../../client/client.ts';
import { type Account, instanceName, mayWrite } from '../../../model/account.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import type { TransfersArea } from '../area.ts';
import { explainMissing } from '../../kit/requireProject.ts';
import { cancellable } from '../../kit/progress.ts';

/** The only account, or the chosen one. Shows how to sign in if there is none. */
export const requireAccount = async (area: TransfersArea, title: string): Promise<Account | undefined> => {
  const accounts = area.accounts.list();
  const [first] = accounts;
  if (first === undefined) {
    await area.project.find();
    explainMissing(area);
    return undefined;
  }
  if (accounts.length === 1) return first;
  const open = area.project.open?.account.id;
  const chosen = await vscode.window.showQuickPick(
    // the account of the window's project first
    [...accounts]
      .sort((one, other) => Number(other.id === open) - Number(one.id === open))
      .map((account) => ({
        label: instanceName(account.baseUrl),
        iconPath: new vscode.ThemeIcon('account'),
        description: account.username,
        account,
      })),
    { title, placeHolder: vscode.l10n.t('Choose the destination account'), ignoreFocusOut: true },
  );
  return chosen?.account;
};

export interface Importer {
  readonly account: Account;
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
}

/**
 * Account and its server's capabilities; `again` skips the question. Undefined when closed or, after a message, if the
 * token is read-only.
 */
export const requireImporter = async (
  area: TransfersArea,
  title: string,
  again?: Account,
): Promise<Importer | undefined> => {
  const account = again ?? (await requireAccount(area, title));
  if (account === undefined || !mayImport(account)) return undefined;
  const capabilities = area.clients.capabilitiesOf(account);
  const asking = vscode.l10n.t('Checking the features of {0}…', instanceName(account.baseUrl));
  return cancellable(asking, async (signal) => {
    await capabilities.ready({ signal });
    return { account, client: area.clients.of(account), capabilities };
  });
};

/** Shows an error if the token is read-only. */
const mayImport = (account: Account): boolean => {
  if (mayWrite(account) !== false) return true;
  const words = vscode.l10n.t(
    'The token of {0} on {1} is read-only. Imports require a token with the scope api: sign in again with one.',
    account.username,
    instanceName(account.baseUrl),
  );
  void vscode.window.showErrorMessage(words);
  return false;
};
