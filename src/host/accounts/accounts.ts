import { existsSync } from 'node:fs';
import * as vscode from '../vscode.ts';
import { registerCommands } from '../kit/commands.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { late, lateTexts } from '../kit/late.ts';
import { whenWanted } from '../kit/whenWanted.ts';
import { daysLeft, dueReminder } from '../../model/account.ts';
import type { Shell } from '../shell/shell.ts';
import { addEnvironmentAccounts } from './environmentAccount.ts';
import { provideSessions } from './sessions.ts';
import { createAccountStatus } from './accountStatus.ts';
import type { AccountsArea } from './area.ts';
import { leftSampleFile, openFolder } from './leftSample.ts';

/**
 * Registers the commands for signing in, the project, the log, the request meter and the sample server. Their code is
 * loaded with the first command; where the status bar shows the request rate, once the visible rows are drawn.
 */
export const createAccounts = (shell: Shell, rows: RowsFirst): (() => Promise<AccountsArea>) => {
  const { own, context } = shell;
  const load = late(async (): Promise<AccountsArea> => {
    return { ...shell, ...(await import('./parts.ts')).accountParts(shell) };
  });
  createAccountStatus(shell);
  remindSometimes(shell, rows);
  whenWanted({ own }, 'network.requestMeter', rows, async () => void (await load()));
  own(lateTexts('graft-requests', async () => (await load()).requestMeter));
  own(
    registerCommands(shell, 'accounts', async () => {
      const [area, { accountCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, accountCommands];
    }),
  );
  // the clone of a sample server was opened in place of the window that ran it
  if (existsSync(leftSampleFile(context, openFolder())))
    void vscode.commands.executeCommand('graft.accounts.startSampleServer');
  shell.accounts.waitFor(addEnvironmentAccounts(shell));
  own(provideSessions(shell, async () => (await import('./parts.ts')).signIn(shell)));
  return load;
};

/** How often a window that stays open looks whether a token is about to expire, in milliseconds. */
const reminderEveryMs = 6 * 3_600_000;

/** Reminds of tokens that are about to expire, once the rows are drawn; the code for it is loaded only then. */
const remindSometimes = (shell: Shell, rows: RowsFirst): void => {
  const { accounts, own } = shell;
  const isDue = (): boolean =>
    accounts.list().some((account) => dueReminder(daysLeft(account, new Date())) !== undefined);
  const reminder = own(new AfterRows(async () => (await import('./parts.ts')).remindOfExpiry(shell, new Date()), rows));
  const look = (): void => {
    if (isDue()) reminder.soon();
  };
  look();
  const timer = setInterval(look, reminderEveryMs);
  own({ dispose: () => clearInterval(timer) });
};
