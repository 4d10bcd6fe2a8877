import type { CommitView } from '../../messages/commitPage.ts';
import type { DiffFile } from '../diff/diffFile.ts';

/** Servers stop after so many files, or a multiple of it that an administrator has set. */
const filesLimit = 1_000;
/** Or before a file with which there would be so many changed lines, or characters, in all. */
const linesLimit = 50_000;
const charactersLimit = 4_000_000;

/**
 * Whether the server has left files of a large commit out of its list, which it does without a word: the lines of the
 * files do not add up to those of the commit, and the commit is as large as its limits.
 */
export const areFilesLeftOut = (files: readonly DiffFile[], stats: CommitView['stats']): boolean => {
  if (files.length === 0) return false;
  const isFull = files.length % filesLimit === 0;
  if (stats === undefined) return isFull;
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  // a rename the server knows only here has fewer lines than it is counted with in the commit
  if (additions >= stats.additions && deletions >= stats.deletions) return false;
  if (isFull) return true;
  // the lines may be those of a file whose diff is too large to be sent
  if (files.some(({ view }) => view.note !== undefined)) return false;
  const characters = files.reduce((sum, { view }) => sum + view.diff.length, 0);
  return stats.additions + stats.deletions > linesLimit || characters > charactersLimit;
};
