import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { type Account, accountName, daysLeft, dueReminder } from '../../model/account.ts';
import { shaped, type Stored, stored } from '../shell/storedValue.ts';
import type { Shell } from '../shell/shell.ts';
import { call } from '../kit/areaCommands.ts';

/** Last reminder by account id: expiry date and reminder. */
type Reminded = Readonly<Record<string, string>>;

const reminded = ({ context }: Pick<Shell, 'context'>): Stored<Reminded> =>
  stored(context.globalState, 'graft.accounts.reminded', shaped(v.record(v.string(), v.string()), {}));

/** Reminds 14 days and 3 days before, and on the last day; each once across windows. */
export const warnOfExpiry = async (shell: Shell, today: Date): Promise<void> => {
  const store = reminded(shell);
  for (const account of shell.accounts.list()) {
    const reminder = reminderOf(account, today);
    if (reminder === undefined || store.get()[account.id] === reminder) continue;
    await store.put({ ...store.get(), [account.id]: reminder });
    void warn(account, daysLeft(account, today) ?? 0);
  }
};

/** Suppresses a reminder the user has just seen. */
export const expiryWasShown = async (shell: Shell, account: Account, today: Date): Promise<void> => {
  const store = reminded(shell);
  const reminder = reminderOf(account, today);
  if (reminder !== undefined) await store.put({ ...store.get(), [account.id]: reminder });
};

const reminderOf = (account: Account, today: Date): string | undefined => {
  const due = dueReminder(daysLeft(account, today));
  return due === undefined ? undefined : `${account.expiresOn ?? ''} ${due}`;
};

const warn = async (account: Account, days: number): Promise<void> => {
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
  await call('graft.accounts.add', account.baseUrl);
};
