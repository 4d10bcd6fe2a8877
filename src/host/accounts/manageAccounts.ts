import * as vscode from '../vscode.ts';
import { type Account, accountName, instanceName } from '../../model/account.ts';
import type { Shell } from '../shell/shell.ts';
import { signIn, tokenRemarks } from './signIn.ts';
import { sourceName } from './sourceName.ts';
import { switchAccount } from './switchAccount.ts';
import { call } from '../kit/areaCommands.ts';

/** Lists accounts with token details, to switch to one, add one or use its buttons. */
export const listAccounts = async (shell: Shell): Promise<void> => {
  const { t } = vscode.l10n;
  const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Sign out') };
  const open: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: t('Open in browser'),
  };
  const check: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('pulse'), tooltip: t('Check Connection') };
  const certificate: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('key'),
    tooltip: t('Client Certificate…'),
  };
  const add = { label: `$(add) ${t('Add Account…')}` };
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly account?: Account }>();
  picker.title = t('Accounts');
  picker.placeholder = t('Choose the account this window works with');
  picker.matchOnDetail = true;
  picker.items = [
    ...shell.accounts
      .list()
      .map((account) => ({
        ...describeAccount(account, shell.project.open?.account),
        account,
        buttons: [check, open, certificate, remove],
      })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    add,
  ];
  picker.onDidTriggerItemButton(({ button, item: { account } }) => {
    if (account === undefined) return;
    picker.hide();
    if (button === remove) void confirmRemoval(shell, account);
    else if (button === check) void call('graft.accounts.checkConnection', account.id);
    else if (button === certificate) void call('graft.accounts.clientCertificate', account);
    else void vscode.env.openExternal(vscode.Uri.parse(account.baseUrl));
  });
  picker.onDidAccept(() => {
    const [chosen] = picker.selectedItems;
    picker.hide();
    if (chosen?.account === undefined) void signIn(shell);
    else if (chosen.account.id !== shell.project.open?.account.id) void switchAccount(shell, chosen.account);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
};

export const removeAccount = async (shell: Shell): Promise<void> => {
  const items = shell.accounts.list().map((account) => ({ ...describeAccount(account), account }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('You are not signed in.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Sign Out'),
    placeHolder: vscode.l10n.t('The token is deleted from this computer; it stays valid on the server.'),
  });
  if (chosen) await confirmRemoval(shell, chosen.account);
};

const confirmRemoval = async (shell: Shell, account: Account): Promise<void> => {
  const { t } = vscode.l10n;
  const remove = t('Sign Out');
  const answer = await vscode.window.showWarningMessage(
    t('Sign out {0} on {1}?', account.username, instanceName(account.baseUrl)),
    { modal: true, detail: whatBecomesOf(account) },
    remove,
  );
  if (answer !== remove) return;
  await shell.accounts.remove(account.id);
  shell.log.info(`Removed ${account.username} on ${account.baseUrl}.`);
};

/** Consequence for the token. */
const whatBecomesOf = ({ source = 'token' }: Account): string => {
  const { t } = vscode.l10n;
  if (source === 'environment') return t('The environment variable signs you in again in the next window.');
  if (source === 'token' || source === 'browser')
    return t('The token is deleted from this computer. It stays valid on the server until you revoke it there.');
  return t('You stay signed in where the token is from: {0}.', sourceName(source));
};

const describeAccount = (account: Account, current?: Account): vscode.QuickPickItem => ({
  label: `$(${account.id === current?.id ? 'check' : 'account'}) ${accountName(account)}`,
  ...(account.id === current?.id ? { description: vscode.l10n.t('current account') } : {}),
  detail: [
    sourceName(account.source ?? 'token'),
    account.scopes === undefined
      ? vscode.l10n.t('scopes unknown')
      : vscode.l10n.t('scopes: {0}', account.scopes.join(', ')),
    account.serverVersion === undefined ? undefined : `GitLab ${account.serverVersion}`,
    ...tokenRemarks(account, new Date()),
  ]
    .filter((part) => part !== undefined)
    .join(' · '),
});
