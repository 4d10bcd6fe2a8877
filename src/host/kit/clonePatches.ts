import { createHash } from 'node:crypto';
import type { GitCall } from '../../model/git.ts';
import { type GitFolder, streamGit } from '../shell/git.ts';

/** Has git make diffs as it does to compare patches, whatever its user has set. */
export const plainDiff = ['--no-renames', '--ignore-submodules=none'] as const;

/** From this many on, making the diffs takes longer than starting git: two do it at once. */
const manyDiffs = 1_000;

/**
 * Patches by commit, as an id that equal ones share; that of a merge is of its difference to its first parent. Patches are
 * equal where `git patch-id` says so, but for binary files, whose contents count: before 2.39 it did not see them.
 */
export const readPatches = async (
  clone: GitFolder,
  shas: readonly string[],
  around: GitCall,
): Promise<ReadonlyMap<string, string>> => {
  const half = shas.length > manyDiffs ? Math.ceil(shas.length / 2) : shas.length;
  const read = await Promise.all([shas.slice(0, half), shas.slice(half)].map((each) => readHalf(clone, each, around)));
  return new Map(read.flatMap((ids) => [...ids]));
};

const readHalf = async (
  clone: GitFolder,
  shas: readonly string[],
  around: GitCall,
): Promise<ReadonlyMap<string, string>> => {
  // commits that change nothing are alike, and nothing is printed of them
  const ids = new Map(shas.map((sha) => [sha, 'empty']));
  if (shas.length === 0) return ids;
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--full-index', ...plainDiff] as const;
  const patches = new PatchReader(ids);
  await streamGit(
    clone,
    ['diff-tree', '--stdin', '--root', '-p', '--diff-merges=first-parent', ...plain],
    { ...around, input: { revisions: shas } },
    (piece) => patches.take(piece),
  );
  patches.end();
  return ids;
};

/** White space and line numbers do not count, and of a file nothing but its lines where it has any. */
const uncounted = /\n(?:@@ |\\ |index (?=[^\n]*\n--- ))[^\n]*|[ \t\r]+|\n/g;

/** Makes ids of patches that come in pieces, each below a line with its commit alone. */
class PatchReader {
  readonly #ids: Map<string, string>;
  /** What is left to count: begins with a line break, and holds a whole line only where the next one decides about it. */
  #rest = '\n';
  #sha = '';
  #hash = createHash('sha1');

  constructor(ids: Map<string, string>) {
    this.#ids = ids;
  }

  take(piece: Buffer): void {
    // bytes, whatever the files are written in
    const text = this.#rest + piece.toString('latin1');
    // looked at once it ends: a line may come in thousands of pieces
    if (!piece.includes('\n')) return void (this.#rest = text);
    const last = text.lastIndexOf('\n');
    const before = text.lastIndexOf('\n', last - 1);
    const end = text.startsWith('\nindex ', before) ? before : last;
    this.#count(text.slice(0, end));
    this.#rest = text.slice(end);
  }

  end(): void {
    this.#count(this.#rest);
    this.#close();
  }

  #count(lines: string): void {
    const [first = '', ...others] = lines.split(/\n([0-9a-f]{40,64})(?![^\n])/);
    this.#add(first);
    for (let at = 0; at < others.length; at += 2) {
      this.#close();
      this.#sha = others[at] ?? '';
      this.#add(others[at + 1] ?? '');
    }
  }

  #add(lines: string): void {
    this.#hash.update(lines.replace(uncounted, ''), 'latin1');
  }

  #close(): void {
    if (this.#sha !== '') this.#ids.set(this.#sha, this.#hash.digest('hex'));
    this.#hash = createHash('sha1');
  }
}
