import type { Job } from '../../../model/transfers/jobs/job.ts';
import type { TransfersArea } from '../area.ts';
import { type Importer, requireAccount, requireImporter } from './account.ts';
import { chooseArchive, type ChosenArchive, givenFile } from './archiveFile.ts';
import { checkedLimit, givenJob } from './archiveQuestions.ts';

/** What an import of an archive begins with. */
export interface BegunImport extends Importer {
  /** The job that is asked for once more, when it was called on one. */
  readonly again: Job | undefined;
  readonly archive: ChosenArchive;
  readonly limit: NonNullable<Awaited<ReturnType<typeof checkedLimit>>>;
}

/**
 * Asks for the archive and the account it is imported with, and checks whether the server takes one of its size.
 * Undefined when the user gave up or was told why it cannot be.
 */
export const beginImport = async (
  area: TransfersArea,
  argument: unknown,
  { title, of }: { readonly title: string; readonly of: 'project' | 'group' },
): Promise<BegunImport | undefined> => {
  // without an account a file would be chosen in vain
  if (area.accounts.list().length === 0) {
    await requireAccount(area, title);
    return undefined;
  }
  const again = givenJob(area, argument);
  const preset = givenFile(argument) ?? again?.file?.path;
  const otherCommand = of === 'project' ? 'graft.transfers.importGroup' : 'graft.transfers.importProject';
  const archive = await chooseArchive(area, { title, of, preset, otherCommand });
  if (archive === undefined) return undefined;
  const importer = await requireImporter(area, title, again && area.accounts.get(again.account));
  const limit = importer && (await checkedLimit(area, importer.account, archive));
  return importer && limit && { ...importer, again, archive, limit };
};
