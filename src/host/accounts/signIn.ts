import * as vscode from '../vscode.ts';
import { type Account, accountName, daysLeft, instanceName, mayWrite } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { explain } from '../kit/words/explain.ts';
import type { Shell } from '../shell/shell.ts';
import { askAddress } from './askAddress.ts';
import { chooseCertificate, type ChosenCertificate } from './clientCertificate.ts';
import { chooseServer } from './chooseServer.ts';
import { chooseWay } from './signInWays.ts';
import { switchAccount } from './switchAccount.ts';
import { expiryWasShown } from './tokenExpiry.ts';
import { findServer, type SignedIn } from './trial.ts';
import { showView } from '../kit/areaCommands.ts';

/**
 * Asks for the server, which is checked before any token is sent, then for the way. `url`: known server. Undefined
 * when cancelled.
 */
export const signIn = async (shell: Shell, address?: unknown): Promise<Account | undefined> => {
  shell.accounts.wanted.fire();
  let text = typeof address === 'string' ? address : await chooseServer(shell);
  let problem: string | undefined;
  let certificate: ChosenCertificate | undefined;
  for (;;) {
    if (text === undefined) return undefined;
    if (text === '' || problem !== undefined) {
      const typed = await askAddress(text === '' ? 'https://' : text, problem, certificate);
      if (typed === undefined) return undefined;
      ({ text } = typed);
      if (typed.wantsCertificate) {
        certificate = (await chooseCertificate(shell, text)) ?? certificate;
        problem ??= '';
        continue;
      }
    }
    const read = readInstanceAddress(text);
    if (read.kind === 'invalid') {
      problem = '';
      continue;
    }
    const server = await findServer(shell, read.baseUrls, certificate);
    if (server === undefined) return undefined;
    if (typeof server === 'string') {
      problem = server;
      continue;
    }
    const came = await chooseWay(shell, server);
    if (came === undefined) return undefined;
    if (came.kind === 'signedIn') return keep(shell, came);
    problem = came.kind === 'noServer' ? came.message : undefined;
    if (came.kind === 'back') text = await chooseServer(shell);
  }
};

/** Stores the account, with warnings about its token. */
const keep = async (shell: Shell, signedIn: SignedIn): Promise<Account | undefined> => {
  const { open } = shell.project;
  const account = await stored(shell, signedIn);
  if (account === undefined) return undefined;
  await expiryWasShown(shell, account, new Date());
  shell.log.info(`Added ${account.username} on ${account.baseUrl}.`);
  const { t } = vscode.l10n;
  const added = t('Signed in to {0} as {1}.', instanceName(account.baseUrl), account.username);
  const isOther = open !== undefined && open.account.id !== account.id;
  const stays = isOther ? [t('This window still uses {0}.', accountName(open.account))] : [];
  const remarks = tokenRemarks(account, new Date());
  const message = [added, ...stays, ...remarks].join(' ');
  const use = t('Use {0}', accountName(account));
  const show = remarks.length === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void show(message, ...(isOther ? [use] : [])).then((answer) => {
    if (answer === use) void switchAccount(shell, account);
  });
  await showView('graft.commits');
  return account;
};

/** Retries on request, as the keychain may be locked. Undefined when given up. */
const stored = async (shell: Shell, { facts, credential, passphrase }: SignedIn): Promise<Account | undefined> => {
  for (;;) {
    try {
      return await shell.accounts.add(facts, credential, passphrase);
    } catch (error) {
      shell.log.error('The account could not be stored.', error);
      const retry = vscode.l10n.t('Retry');
      if ((await vscode.window.showErrorMessage(explain(error), retry)) !== retry) return undefined;
    }
  }
};

/** Warnings: read-only or expiring. */
export const tokenRemarks = (account: Account, today: Date): readonly string[] => {
  const { t } = vscode.l10n;
  const remarks: string[] = [];
  if (mayWrite(account) === false) {
    remarks.push(
      t(
        'The token has the scope {0}, but not api. It is read-only: cherry-pick and revert are not available.',
        (account.scopes ?? []).join(', ') || t('none'),
      ),
    );
  }
  const days = daysLeft(account, today);
  if (days !== undefined && days <= 14) {
    remarks.push(days < 0 ? t('The token has expired.') : t('The token expires on {0}.', account.expiresOn ?? ''));
  }
  return remarks;
};
