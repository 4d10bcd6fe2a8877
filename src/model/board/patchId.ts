import { createHash } from 'node:crypto';
import type { DiffEntry } from '../../wire/commits.ts';

type PatchFile = Pick<
  DiffEntry,
  'diff' | 'old_path' | 'new_path' | 'a_mode' | 'b_mode' | 'new_file' | 'renamed_file' | 'deleted_file'
>;

/**
 * `git patch-id --stable`, without the similarity of renames, which C7 lacks. Undefined if lines are missing, bytes aren't
 * UTF-8, or the diff is long, as servers may cut it silently.
 */
export const patchId = (files: readonly PatchFile[]): string | undefined => {
  const sum = new Uint8Array(20);
  let bytes = 0;
  for (const file of files) {
    bytes += file.diff.length;
    if (!file.diff.startsWith('@@') || file.diff.includes('\ufffd') || bytes > maxBytes) return undefined;
    add(
      sum,
      createHash('sha1')
        .update(withoutSpace([...headOf(file), ...linesOf(file.diff)].join('')))
        .digest(),
    );
  }
  return Buffer.from(sum).toString('hex');
};

/** Servers cut diffs at 50,000 lines or 5 MB, files at 200 kB. */
const maxBytes = 500_000;

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

/** Hunk lines without headers. */
const linesOf = (diff: string): readonly string[] => diff.split('\n').filter((line) => !/^(?:@@|\\)/.test(line));

// only ASCII, as in git
const withoutSpace = (text: string): string => text.replace(/[ \t\n\r]+/g, '');

/** As in git: bytewise, carry to the right. */
const add = (sum: Uint8Array, digest: Uint8Array): void => {
  let carry = 0;
  for (let index = 0; index < sum.length; index += 1) {
    carry += (sum[index] ?? 0) + (digest[index] ?? 0);
    sum[index] = carry;
    carry >>= 8;
  }
};
