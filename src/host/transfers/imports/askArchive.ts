import type { Job } from '../../../model/transfers/jobs/job.ts';
import type { TransfersArea } from '../area.ts';
import { type Importer, requireAccount, requireImporter } from './account.ts';
import { chooseArchive, type ChosenArchive, givenFile } from './archiveFile.ts';
import { checkedLimit, givenJob } from './archiveQuestions.ts';

export interface ImportAnswers extends Importer {
  /** The repeated job. */
  readonly again: Job | undefined;
  readonly archive: ChosenArchive;
  readonly limit: NonNullable<Awaited<ReturnType<typeof checkedLimit>>>;
}

/**
 * Asks for archive and account, and checks the size limit. Undefined when closed or, after a message, if it can't be
 * imported.
 */
export const askArchive = async (
  area: TransfersArea,
  argument: unknown,
  { title, of }: { readonly title: string; readonly of: 'project' | 'group' },
): Promise<ImportAnswers | undefined> => {
  // without an account, don't ask for a file
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
