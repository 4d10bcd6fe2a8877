import type { DiffEntry, listCommitDiff } from '../../wire/commits.ts';
import { commitChanges } from '../git/diff.ts';
import type { FileChange } from '../git/commitObject.ts';
import { openCode, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { openCommit } from './commits.ts';

/** The `---` and `+++` lines of a unified diff. */
const sideNames = ({ status, oldPath, newPath }: FileChange): string =>
  `--- ${status === 'added' ? '/dev/null' : `a/${oldPath}`}\n+++ ${status === 'deleted' ? '/dev/null' : `b/${newPath}`}\n`;

/** Hunks only, unless `unidiff` asks for the `---` and `+++` lines. */
export const diffRecord = (
  change: FileChange,
  { unidiff }: { readonly unidiff?: boolean | undefined } = {},
): DiffEntry => ({
  diff: unidiff === true && change.text !== '' ? sideNames(change) + change.text : change.text,
  new_path: change.newPath,
  old_path: change.oldPath,
  a_mode: change.oldMode,
  b_mode: change.newMode,
  new_file: change.status === 'added',
  renamed_file: change.status === 'renamed',
  deleted_file: change.status === 'deleted',
  generated_file: null,
  collapsed: false,
  too_large: change.tooLarge,
});

/** C7. Against the first parent, sorted by path, with totals. */
export const handleListCommitDiff: Handler<typeof listCommitDiff> = async (visit) => {
  const { repository } = openCode(visit);
  const given = visit.parameters();
  const commit = await openCommit(repository, given.sha);
  const changes = await commitChanges(repository, commit, visit.diffLimits);
  return countedPage(
    given,
    changes.length,
    rowsOnPage(given, changes).map((change) => diffRecord(change, given)),
  );
};
