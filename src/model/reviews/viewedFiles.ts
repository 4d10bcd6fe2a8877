import { createHash } from 'node:crypto';
import { type FileChange, isExact } from '../fileChange.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import type { DiffRefs } from './position.ts';

/** Files that were viewed, by their new path: the {@link contentKey} of the change as it was then. */
export type ViewedMarks = Readonly<Record<string, string>>;

/** A file of a version of a merge request's diff. */
export interface VersionedChange {
  readonly change: FileChange;
  readonly version: DiffRefs;
}

/**
 * Tells the content of a change from others. It stays the same where only line numbers have moved, as after a rebase, so
 * that the file need not be viewed again. Where the server leaves out the text or some of its bytes, each head has its own.
 */
export const contentKey = ({ change, version }: VersionedChange): string => {
  const { kind, oldPath, newPath, modes, diff, withoutText } = change;
  const hunks = diff.replaceAll(/^@@ .*$/gm, '@@');
  const text = isExact(change) ? hunks : `${withoutText ?? hunks} ${version.headSha}`;
  const all = JSON.stringify([kind, oldPath, newPath, modes?.old, modes?.new, text]);
  return createHash('sha256').update(all).digest('base64url').slice(0, 16);
};

/** Whether a file was viewed with the content that it has now. */
export const isViewed = (marks: ViewedMarks, file: VersionedChange): boolean =>
  Object.hasOwn(marks, file.change.newPath) && marks[file.change.newPath] === contentKey(file);

/** How many files were viewed, of how many; undefined while the files are not known. */
export const viewedCount = (
  known: Extract<MergeRequestFiles, { kind: 'ready' }> | undefined,
  marks: ViewedMarks,
): { readonly count: number; readonly of: number; readonly isCut: boolean } | undefined => {
  if (known === undefined) return undefined;
  const { files, version, isCut } = known;
  return { count: files.filter((change) => isViewed(marks, { change, version })).length, of: files.length, isCut };
};

/** The marks after some files were marked as viewed, or as not viewed. */
export const marked = (
  marks: ViewedMarks,
  files: readonly (VersionedChange & { readonly isViewed: boolean })[],
): ViewedMarks => {
  const next = new Map(Object.entries(marks));
  for (const file of files) {
    if (file.isViewed) next.set(file.change.newPath, contentKey(file));
    else next.delete(file.change.newPath);
  }
  return Object.fromEntries(next);
};

/** The next file that was not viewed, from the one after `path` on and around; undefined when all were. */
export const nextUnviewed = (
  marks: ViewedMarks,
  { files, version }: { readonly files: readonly FileChange[]; readonly version: DiffRefs },
  path: string,
): FileChange | undefined => {
  const at = files.findIndex(({ newPath }) => newPath === path);
  return [...files.slice(at + 1), ...files.slice(0, at + 1)].find((change) => !isViewed(marks, { change, version }));
};
