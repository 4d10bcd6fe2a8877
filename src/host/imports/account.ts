import * as vscode from 'vscode';
import { type Account, instanceName } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import type { App } from '../app.ts';
import { sayWhyNone } from '../project/requireProject.ts';
import { cancellableIfSlow } from '../progress.ts';

/** The account something is imported with: the only one, or one the user chooses. Without one the user is told. */
export const requireAccount = async (app: App, title: string): Promise<Account | undefined> => {
  const accounts = app.accounts.list();
  const [first] = accounts;
  if (first === undefined) {
    await app.project.find();
    sayWhyNone(app);
    return undefined;
  }
  if (accounts.length === 1) return first;
  const open = app.project.open?.account.id;
  const chosen = await vscode.window.showQuickPick(
    // that of the project of the window is the likely one
    [...accounts]
      .sort((one, other) => Number(other.id === open) - Number(one.id === open))
      .map((account) => ({
        label: instanceName(account.baseUrl),
        iconPath: new vscode.ThemeIcon('account'),
        description: account.username,
        account,
      })),
    { title, placeHolder: vscode.l10n.t('Import into which GitLab, and as whom'), ignoreFocusOut: true },
  );
  return chosen?.account;
};

/** What the server of an account can do, once it is known; undefined when the user did not wait for it. */
export const requireCapabilities = async (app: App, account: Account): Promise<AccountCapabilities | undefined> => {
  const capabilities = app.clients.capabilitiesOf(account);
  const title = vscode.l10n.t('Asking {0} what it can do…', instanceName(account.baseUrl));
  const known = await cancellableIfSlow(title, async (signal) => {
    await capabilities.ready({ signal });
    return capabilities;
  });
  return known;
};
