import { isUtf8 } from 'node:buffer';
import { git } from './command.ts';
import type { CommitObject, FileChange } from './commitObject.ts';
import type { Repository } from './repository.ts';

export interface DiffLimits {
  /** Patches of this size in bytes are `tooLarge` and have no text. */
  readonly patchBytes: number;
  /** Totals of a diff; the file that exceeds one and all after it are omitted. */
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Defaults of GitLab. */
export const defaultDiffLimits: DiffLimits = { patchBytes: 204_800, files: 1000, lines: 50_000, bytes: 5_242_880 };

/** Base for root commits. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

interface RawEntry {
  readonly oldMode: string;
  readonly newMode: string;
  readonly letter: string;
  readonly oldPath: string;
  readonly newPath: string;
}

const printedMode = (mode: string): string => (mode === '000000' ? '0' : mode);

/** The patch follows an empty field; Latin-1 keeps its bytes. */
const parseRaw = (output: Buffer): { readonly entries: readonly RawEntry[]; readonly patch: string } => {
  const entries: RawEntry[] = [];
  let position = 0;
  const field = (): string => {
    const end = output.indexOf(0, position);
    const text = output.toString('utf8', position, end === -1 ? output.length : end);
    position = end === -1 ? output.length : end + 1;
    return text;
  };
  while (output[position] === 58) {
    const [oldMode = '', newMode = '', , , status = ''] = field().slice(1).split(' ');
    const oldPath = field();
    const letter = status.slice(0, 1);
    entries.push({ oldMode, newMode, letter, oldPath, newPath: letter === 'R' || letter === 'C' ? field() : oldPath });
  }
  if (output[position] === 0) position += 1;
  return { entries, patch: output.toString('latin1', position) };
};

/** Latin-1 unless the bytes are UTF-8, as the server does; bytes that are neither are replaced. */
export const servedText = (bytes: Buffer): string =>
  bytes.toString(isUtf8(bytes) || bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'utf8' : 'latin1');

const statuses = { A: 'added', D: 'deleted', R: 'renamed' } as const;

const statusOf = (letter: string): FileChange['status'] =>
  letter === 'A' || letter === 'D' || letter === 'R' ? statuses[letter] : 'modified';

const hunksOf = (patch: string): string => {
  if (patch.startsWith('@@')) return patch;
  const start = patch.indexOf('\n@@');
  return start === -1 ? '' : patch.slice(start + 1);
};

const lineCount = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

export const changeArguments = [
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '-p',
  '--full-index',
  '--find-renames=30%',
  '--no-color',
  '--no-ext-diff',
] as const;

/** Omits files beyond the limits. */
export const printedChanges = (stdout: Buffer, limits: DiffLimits): readonly FileChange[] => {
  const { entries, patch } = parseRaw(stdout);
  const patches = patch.split(/^(?=diff --git )/m);
  const changes: FileChange[] = [];
  let next = 0;
  let lines = 0;
  let bytes = 0;
  for (const entry of entries) {
    // a change of type (file to symlink) has two patches: a deletion and a creation
    const parts = patches.slice(next, next + (entry.letter === 'T' ? 2 : 1));
    next += parts.length;
    const text = parts.map(hunksOf).join('');
    const size = text.length;
    const tooLarge = size >= limits.patchBytes;
    if (!tooLarge) {
      lines += lineCount(text);
      bytes += size;
    }
    if (changes.length >= limits.files || lines > limits.lines || bytes > limits.bytes) break;
    changes.push({
      oldPath: entry.oldPath,
      newPath: entry.newPath,
      oldMode: printedMode(entry.oldMode),
      newMode: printedMode(entry.newMode),
      status: statusOf(entry.letter),
      text: tooLarge ? '' : servedText(Buffer.from(text, 'latin1')),
      tooLarge,
    });
  }
  return changes;
};

/** Sorted by path; 30 % similarity makes a rename. */
export const changesBetween = async (
  repository: Repository,
  base: string,
  head: string,
  limits: DiffLimits = defaultDiffLimits,
): Promise<readonly FileChange[]> => {
  const key = `${base} ${head} ${JSON.stringify(limits)}`;
  const known = repository.changes.get(key);
  if (known !== undefined) return known;
  const { stdout } = await git(repository.directory, [...changeArguments, base, head]);
  const changes = printedChanges(stdout, limits);
  repository.changes.set(key, changes);
  return changes;
};

/** Against the first parent. */
export const commitChanges = async (
  repository: Repository,
  commit: CommitObject,
  limits: DiffLimits = defaultDiffLimits,
): Promise<readonly FileChange[]> => changesBetween(repository, commit.parents[0] ?? emptyTree, commit.sha, limits);
