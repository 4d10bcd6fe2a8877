import { createHash } from 'node:crypto';
import type { GitCall } from '../../../model/git/git.ts';
import { type GitFolder, streamGit } from '../../shell/git.ts';

/** Override the user's configuration, as `git patch-id` needs. */
export const plainDiff = ['--no-renames', '--ignore-submodules=none'] as const;

/** From here on, a second git process pays off. */
const manyDiffs = 1_000;

/**
 * Ids by commit; merges by their diff to the first parent. Equal as by `git patch-id`, plus binary contents, which git
 * before 2.39 ignored.
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
  // git prints nothing for commits without changes
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

/** Ignored as in `git patch-id`. */
const uncounted = /\n(?:@@ |\\ |index (?=[^\n]*\n--- ))[^\n]*|[ \t\r]+|\n/g;

/** Hashes a stream of patches, each after a line with its SHA. */
class PatchReader {
  readonly #ids: Map<string, string>;
  /** Begins with a line break; has a whole line only if the next decides whether it counts. */
  #rest = '\n';
  #sha = '';
  #hash = createHash('sha1');

  constructor(ids: Map<string, string>) {
    this.#ids = ids;
  }

  take(piece: Buffer): void {
    // keeps bytes of any encoding
    const text = this.#rest + piece.toString('latin1');
    // a line may come in thousands of pieces
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
