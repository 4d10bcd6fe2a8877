import type { CommitView } from '../../messages/commitPage.ts';
import type { DiffFile } from '../diff/diffFile.ts';

/** GitLab's default limit of files; administrators can set a multiple. */
const filesLimit = 1_000;
/** GitLab's limits of changed lines and characters. */
const linesLimit = 50_000;
const charactersLimit = 4_000_000;

/** True if the server silently left files out of a large commit: line counts don't add up, and a limit is reached. */
export const areFilesLeftOut = (files: readonly DiffFile[], stats: CommitView['stats']): boolean => {
  if (files.length === 0) return false;
  const isFull = files.length % filesLimit === 0;
  if (stats === undefined) return isFull;
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  // for a rename detected only in the file list, the commit counts more lines
  if (additions >= stats.additions && deletions >= stats.deletions) return false;
  if (isFull) return true;
  // the missing lines may be in a diff that is too large
  if (files.some(({ view }) => view.note !== undefined)) return false;
  const characters = files.reduce((sum, { view }) => sum + view.diff.length, 0);
  return stats.additions + stats.deletions > linesLimit || characters > charactersLimit;
};
