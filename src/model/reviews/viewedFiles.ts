import { createHash } from 'node:crypto';
import { contentOf, type FileChange, hunksOf, isExact } from '../fileChange.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import type { DiffRefs } from './newCommentPosition.ts';

/** {@link contentKey} by new path. */
export type ViewedMarks = Readonly<Record<string, string>>;

export interface VersionedChange {
  readonly change: FileChange;
  readonly version: DiffRefs;
}

/** Hash without line numbers, so that files stay viewed after a rebase. Includes the head SHA if the diff is incomplete. */
export const contentKey = ({ change, version }: VersionedChange): string => {
  const hunks = hunksOf(change);
  const text = isExact(change) ? hunks : `${change.withoutText ?? hunks} ${version.headSha}`;
  return createHash('sha256').update(contentOf(change, text)).digest('base64url').slice(0, 16);
};

export const isViewed = (marks: ViewedMarks, file: VersionedChange): boolean =>
  Object.hasOwn(marks, file.change.newPath) && marks[file.change.newPath] === contentKey(file);

/** Undefined while files are unknown. */
export const viewedCount = (
  known: Extract<MergeRequestFiles, { kind: 'ready' }> | undefined,
  marks: ViewedMarks,
): { readonly count: number; readonly of: number; readonly isCut: boolean } | undefined => {
  if (known === undefined) return undefined;
  const { files, version, isCut } = known;
  return { count: files.filter((change) => isViewed(marks, { change, version })).length, of: files.length, isCut };
};

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

/** After `path`, wrapping around. */
export const nextUnviewed = (
  marks: ViewedMarks,
  { files, version }: { readonly files: readonly FileChange[]; readonly version: DiffRefs },
  path: string,
): FileChange | undefined => {
  const at = files.findIndex(({ newPath }) => newPath === path);
  return [...files.slice(at + 1), ...files.slice(0, at + 1)].find((change) => !isViewed(marks, { change, version }));
};
