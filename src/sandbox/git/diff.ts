import { isUtf8 } from 'node:buffer';
import { git } from './command.ts';
import type { CommitObject, FileChange } from './commitObject.ts';
import type { Repository } from './repository.ts';

/** Where a diff stops being spelled out; the defaults are GitLab's. */
export interface DiffLimits {
  /** A file whose patch is larger (bytes) is `tooLarge` and has no text. */
  readonly patchBytes: number;
  /** Files, lines and bytes of the whole diff; the file that exceeds one and those after it are not listed. */
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** The limits a GitLab server has when its administrator changed nothing. */
export const defaultDiffLimits: DiffLimits = { patchBytes: 204_800, files: 1000, lines: 50_000, bytes: 5_242_880 };

/** The empty tree every repository knows: what a first commit is compared with. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

interface RawEntry {
  readonly oldMode: string;
  readonly newMode: string;
  readonly letter: string;
  readonly oldPath: string;
  readonly newPath: string;
}

const printedMode = (mode: string): string => (mode === '000000' ? '0' : mode);

/** Reads the `-z` raw block; the patch follows after an empty field, with a character for each byte. */
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

/** Bytes as the text that answers have: what is not UTF-8 is taken for Latin-1, or loses bytes where it cannot be that. */
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

/** How git is asked for the changes of two trees or of commits. */
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

/** What git has printed of the changes of one commit, as files; those beyond the limits are left out. */
export const printedChanges = (stdout: Buffer, limits: DiffLimits): readonly FileChange[] => {
  const { entries, patch } = parseRaw(stdout);
  const patches = patch.split(/^(?=diff --git )/m);
  const changes: FileChange[] = [];
  let next = 0;
  let lines = 0;
  let bytes = 0;
  for (const entry of entries) {
    // a change of type (file to link) comes as two patches: one deletes, one creates
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

/** The files that differ between two commits or trees, by path, with renames from 30 % likeness on. */
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

/** The files a commit changed against its first parent (as the server has it). */
export const commitChanges = async (
  repository: Repository,
  commit: CommitObject,
  limits: DiffLimits = defaultDiffLimits,
): Promise<readonly FileChange[]> => changesBetween(repository, commit.parents[0] ?? emptyTree, commit.sha, limits);
