import { existsSync } from 'node:fs';
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
import { call } from '../kit/areaCommands.ts';

/**
 * Door of the area. Its code loads with the first command or, for the request rate in the status bar, after the visible
 * rows.
 */
export const createAccounts = (shell: Shell, rows: RowsFirst): (() => Promise<AccountsArea>) => {
  const { own, context } = shell;
  const load = late(async (): Promise<AccountsArea> => {
    return { ...shell, ...(await import('./parts.ts')).accountParts(shell) };
  });
  createAccountStatus(shell);
  pollTokenExpiry(shell, rows);
  whenWanted({ own }, 'network.requestMeter', rows, async () => void (await load()));
  own(lateTexts('graft-requests', async () => (await load()).requestMeter));
  own(
    registerCommands(shell, 'accounts', async () => {
      const [area, { accountCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, accountCommands];
    }),
  );
  // the clone of a sample server replaced the window that ran it
  if (existsSync(leftSampleFile(context, openFolder()))) void call('graft.accounts.startSampleServer');
  shell.accounts.waitFor(addEnvironmentAccounts(shell));
  own(provideSessions(shell, async () => (await import('./parts.ts')).signIn(shell)));
  return load;
};

/** Interval of expiry checks. */
const reminderEveryMs = 6 * 3_600_000;

/** Reminders load after the visible rows, and only if one is due. */
const pollTokenExpiry = (shell: Shell, rows: RowsFirst): void => {
  const { accounts, own } = shell;
  const isDue = (): boolean =>
    accounts.list().some((account) => dueReminder(daysLeft(account, new Date())) !== undefined);
  const reminder = own(new AfterRows(async () => (await import('./parts.ts')).remindOfExpiry(shell, new Date()), rows));
  const poll = (): void => {
    if (isDue()) reminder.soon();
  };
  poll();
  const timer = setInterval(poll, reminderEveryMs);
  own({ dispose: () => clearInterval(timer) });
};
