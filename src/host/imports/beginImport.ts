import type { Account } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import type { Job } from '../../model/jobs/job.ts';
import type { App } from '../app.ts';
import { chooseArchive, type ChosenArchive, givenFile } from './archiveFile.ts';
import { checkedLimit, givenJob, mayImport } from './archiveQuestions.ts';
import { requireAccount, requireCapabilities } from './account.ts';

/** What an import of an archive begins with. */
export interface BegunImport {
  /** The job that is asked for once more, when it was called on one. */
  readonly again: Job | undefined;
  readonly archive: ChosenArchive;
  readonly account: Account;
  readonly capabilities: AccountCapabilities;
  readonly limit: NonNullable<Awaited<ReturnType<typeof checkedLimit>>>;
}

/**
 * Asks for the archive and the account it is imported with, and looks whether the server takes one of its size.
 * Undefined when the user gave up or was told why it cannot be.
 */
export const beginImport = async (
  app: App,
  argument: unknown,
  { title, of }: { readonly title: string; readonly of: 'project' | 'group' },
): Promise<BegunImport | undefined> => {
  // without an account a file would be chosen in vain
  if (app.accounts.list().length === 0) {
    await requireAccount(app, title);
    return undefined;
  }
  const again = givenJob(app, argument);
  const preset = givenFile(argument) ?? again?.file?.path;
  const otherCommand = of === 'project' ? 'graft.transfer.importGroup' : 'graft.transfer.importProject';
  const archive = await chooseArchive(app, { title, of, preset, otherCommand });
  if (archive === undefined) return undefined;
  const account = (again && app.accounts.get(again.account)) ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return undefined;
  const capabilities = await requireCapabilities(app, account);
  const limit = capabilities && (await checkedLimit(app, account, archive));
  return capabilities && limit && { again, archive, account, capabilities, limit };
};
