import type { DiffEntry } from '../wire/commits.ts';

export interface FileChange {
  readonly kind: 'added' | 'deleted' | 'renamed' | 'modified';
  readonly oldPath: string;
  readonly newPath: string;
  /** Such as `100644`, if both are known and differ. */
  readonly modes: { readonly old: string; readonly new: string } | undefined;
  /** Kind of the deleted version, else of the current one. */
  readonly special?: 'symlink' | 'submodule';
  /** May be empty. */
  readonly diff: string;
  /** Reason for an empty `diff`. */
  readonly withoutText: 'tooLarge' | 'collapsed' | 'binaryOrEmpty' | undefined;
}

/** Change without text, for lists. */
export type ChangedFile = Pick<FileChange, 'kind' | 'oldPath' | 'newPath' | 'modes' | 'special'>;

export const changedFile = ({ kind, oldPath, newPath, modes, special }: ChangedFile): ChangedFile => ({
  kind,
  oldPath,
  newPath,
  modes,
  ...(special && { special }),
});

export const pathOf = (change: ChangedFile): string => (change.kind === 'deleted' ? change.oldPath : change.newPath);

/** C7 silently stops at 1,000 files, or at an administrator's multiple. */
export const mayBeCut = (changes: readonly unknown[]): boolean => changes.length > 0 && changes.length % 1_000 === 0;

/** Content of a change, with `text` for its diff. Equal for equal changes. */
export const contentOf = ({ kind, oldPath, newPath, modes }: FileChange, text: string): string =>
  JSON.stringify([kind, oldPath, newPath, modes?.old, modes?.new, text]);

/** The diff without line numbers. */
export const hunksOf = ({ diff }: FileChange): string => diff.replaceAll(/^@@ .*$/gm, '@@');

/** Complete, without replaced bytes. */
export const isExact = ({ diff, withoutText: why }: Pick<FileChange, 'diff' | 'withoutText'>): boolean =>
  why === undefined && !diff.includes('\ufffd');

/** C7. */
export const readFileChange = (entry: DiffEntry): FileChange => ({
  kind: entry.new_file ? 'added' : entry.deleted_file ? 'deleted' : entry.renamed_file ? 'renamed' : 'modified',
  oldPath: entry.old_path,
  newPath: entry.new_path,
  modes: changedModes(entry),
  ...specialOf(entry),
  diff: entry.diff,
  withoutText: withoutText(entry),
});

const changedModes = (entry: DiffEntry): FileChange['modes'] => {
  const { a_mode: old, b_mode: next } = entry;
  if (old == null || next == null || old === next || entry.new_file || entry.deleted_file) return undefined;
  return { old, new: next };
};

const specialOf = ({ a_mode: old, b_mode: next, deleted_file: isDeleted }: DiffEntry): Pick<FileChange, 'special'> => {
  const mode = isDeleted ? old : next;
  return mode === '120000' ? { special: 'symlink' } : mode === '160000' ? { special: 'submodule' } : {};
};

const withoutText = (entry: DiffEntry): FileChange['withoutText'] => {
  if (entry.too_large === true) return 'tooLarge';
  if (entry.collapsed === true) return 'collapsed';
  if (entry.diff !== '') return undefined;
  const onlyNameOrMode = entry.renamed_file || changedModes(entry) !== undefined;
  return onlyNameOrMode ? undefined : 'binaryOrEmpty';
};

/** Commit of a submodule. */
export const submoduleLine = (diff: string, side: 'old' | 'new'): string | undefined =>
  (side === 'old' ? /^-(Subproject commit [\da-f]+)$/m : /^\+(Subproject commit [\da-f]+)$/m).exec(diff)?.[1];
