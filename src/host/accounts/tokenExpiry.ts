import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { type Account, accountName, daysLeft, dueReminder } from '../../model/account.ts';
import { shaped, type Stored, stored } from '../shell/stored.ts';
import type { Shell } from '../shell/shell.ts';

/** The last reminder of each account, by its id: the last day of the token, and the reminder. */
type Reminded = Readonly<Record<string, string>>;

const reminded = ({ context }: Pick<Shell, 'context'>): Stored<Reminded> =>
  stored(context.globalState, 'graft.accounts.reminded', shaped(v.record(v.string(), v.string()), {}));

/** Reminds of tokens that expire within 14 days, within 3, and on their last day: of each once, in one window. */
export const remindOfExpiry = async (shell: Shell, today: Date): Promise<void> => {
  const store = reminded(shell);
  for (const account of shell.accounts.list()) {
    const reminder = reminderOf(account, today);
    if (reminder === undefined || store.get()[account.id] === reminder) continue;
    await store.put({ ...store.get(), [account.id]: reminder });
    void remind(account, daysLeft(account, today) ?? 0);
  }
};

/** The user has just read how long the token of an account lasts. */
export const expiryWasShown = async (shell: Shell, account: Account, today: Date): Promise<void> => {
  const store = reminded(shell);
  const reminder = reminderOf(account, today);
  if (reminder !== undefined) await store.put({ ...store.get(), [account.id]: reminder });
};

const reminderOf = (account: Account, today: Date): string | undefined => {
  const due = dueReminder(daysLeft(account, today));
  return due === undefined ? undefined : `${account.expiresOn ?? ''} ${due}`;
};

const remind = async (account: Account, days: number): Promise<void> => {
  const { t } = vscode.l10n;
  const name = accountName(account);
  const date = account.expiresOn ?? '';
  const message =
    days < 0
      ? t('The token of {0} has expired ({1}). Sign in again with a new one.', name, date)
      : days === 0
        ? t('The token of {0} expires today. Sign in again with a new one.', name)
        : t('The token of {0} expires on {1}. Sign in again with a new one before that.', name, date);
  const signIn = t('Sign In Again');
  if ((await vscode.window.showWarningMessage(message, signIn)) !== signIn) return;
  await vscode.commands.executeCommand('graft.accounts.add', account.baseUrl);
};
