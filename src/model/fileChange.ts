import type { DiffEntry } from '../wire/commits.ts';

/** How a commit changed a file. */
export interface FileChange {
  readonly kind: 'added' | 'deleted' | 'renamed' | 'modified';
  readonly oldPath: string;
  readonly newPath: string;
  /** Octal modes such as `100644`, when both are known and differ. */
  readonly modes: { readonly old: string; readonly new: string } | undefined;
  /** Set where it is no file, as it is now or was before it was deleted. */
  readonly special?: 'symlink' | 'submodule';
  /** Hunks from `@@` on; empty when there is no text to show. */
  readonly diff: string;
  /** Why `diff` is empty: the server left the text out, the file is not text, or only its name or mode changed. */
  readonly withoutText: 'tooLarge' | 'collapsed' | 'binaryOrEmpty' | undefined;
}

/** Which file was changed and how, without its text: what rows of lists keep. */
export type ChangedFile = Pick<FileChange, 'kind' | 'oldPath' | 'newPath' | 'modes' | 'special'>;

/** A change without its text. */
export const changedFile = ({ kind, oldPath, newPath, modes, special }: ChangedFile): ChangedFile => ({
  kind,
  oldPath,
  newPath,
  modes,
  ...(special && { special }),
});

/** The path a change is called by: the new one, or that of a file that is gone. */
export const pathOf = (change: ChangedFile): string => (change.kind === 'deleted' ? change.oldPath : change.newPath);

/**
 * Whether a server may have listed only some files of a commit (C7): it stops at 1,000, or at a multiple of that where
 * an administrator has raised the limit, and does not say so.
 */
export const mayBeCut = (changes: readonly unknown[]): boolean => changes.length > 0 && changes.length % 1_000 === 0;

/** Whether the text of a change tells it from all others: all of it is there, and no byte was replaced that is not UTF-8. */
export const isExact = ({ diff, withoutText: why }: Pick<FileChange, 'diff' | 'withoutText'>): boolean =>
  why === undefined && !diff.includes('\ufffd');

/** Reads one entry of C7. */
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

/** What the diff of a submodule has on a side: the commit it stands at. Undefined for files. */
export const submoduleLine = (diff: string, side: 'old' | 'new'): string | undefined =>
  (side === 'old' ? /^-(Subproject commit [\da-f]+)$/m : /^\+(Subproject commit [\da-f]+)$/m).exec(diff)?.[1];
