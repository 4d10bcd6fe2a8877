import { createHash } from 'node:crypto';
import type { DiffEntry } from '../../wire/commits.ts';

type PatchFile = Pick<
  DiffEntry,
  'diff' | 'old_path' | 'new_path' | 'a_mode' | 'b_mode' | 'new_file' | 'renamed_file' | 'deleted_file'
>;

/**
 * The patch-id of a commit by its files (C7), as `git patch-id --stable` makes it: line numbers and white space do not
 * count, nor does the order of the files. Of a renamed file the similarity does not count, which the server does not
 * tell. Undefined where the server has left out the lines of a file: binary, collapsed and too large ones; where it has
 * replaced bytes that are not UTF-8; and of a long diff, whose last files a server may leave out without a word.
 */
export const patchId = (files: readonly PatchFile[]): string | undefined => {
  const sum = new Uint8Array(20);
  let bytes = 0;
  for (const file of files) {
    bytes += file.diff.length;
    if (!file.diff.startsWith('@@') || file.diff.includes('\ufffd') || bytes > mostBytes) return undefined;
    add(
      sum,
      createHash('sha1')
        .update(withoutSpace([...headOf(file), ...linesOf(file.diff)].join('')))
        .digest(),
    );
  }
  return Buffer.from(sum).toString('hex');
};

/** Servers leave files out from 50,000 lines or 5 MB on, and have no longer file than of 200 kB. */
const mostBytes = 500_000;

const headOf = (file: PatchFile): readonly string[] => {
  const { old_path: old, new_path: path, a_mode: before, b_mode: after } = file;
  const hasNewMode = !file.new_file && !file.deleted_file && before !== after && Boolean(before) && Boolean(after);
  return [
    `diff --git a/${old} b/${path}`,
    ...(hasNewMode ? [`old mode ${before ?? ''}`, `new mode ${after ?? ''}`] : []),
    ...(file.new_file ? [`new file mode ${after ?? ''}`] : []),
    ...(file.deleted_file ? [`deleted file mode ${before ?? ''}`] : []),
    ...(file.renamed_file ? [`rename from ${old}`, `rename to ${path}`] : []),
    file.new_file ? '--- /dev/null' : `--- a/${old}`,
    file.deleted_file ? '+++ /dev/null' : `+++ b/${path}`,
  ];
};

/** The lines of the hunks, without what tells where they are. */
const linesOf = (diff: string): readonly string[] => diff.split('\n').filter((line) => !/^(?:@@|\\)/.test(line));

// as git counts white space: not what only Unicode calls so
const withoutSpace = (text: string): string => text.replace(/[ \t\n\r]+/g, '');

/** Adds as git does: byte by byte from the left, the carry to the right. */
const add = (sum: Uint8Array, digest: Uint8Array): void => {
  let carry = 0;
  for (let index = 0; index < sum.length; index += 1) {
    carry += (sum[index] ?? 0) + (digest[index] ?? 0);
    sum[index] = carry;
    carry >>= 8;
  }
};
