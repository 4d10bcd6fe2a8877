import type { RunGit } from '../git/git.ts';
import type { FileAction } from './fileAction.ts';
import {
  type LineCounts,
  parseBatch,
  parseFilters,
  parseNumstat,
  parseRawDiff,
  parseStatus,
  type RawChange,
} from './gitOutput.ts';

/** Temporary index and objects: git applies its filters without changing the repository. */
export interface ScratchIndex {
  readonly env: Readonly<Record<string, string>>;
}

export type Scope =
  | { readonly kind: 'staged' }
  | { readonly kind: 'all' }
  /** Relative to the repository root. */
  | { readonly kind: 'files'; readonly paths: readonly string[] };

export interface LocalChange extends LineCounts {
  readonly action: FileAction;
  /** Name from `.gitattributes`. */
  readonly filter: string | undefined;
}

/** File the API can't write. */
export interface LeftOut {
  readonly path: string;
  readonly reason: 'symlink' | 'submodule' | 'repository' | 'lfs' | 'conflict' | 'typeChange' | 'name';
}

export interface LocalChanges {
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  readonly changes: readonly LocalChange[];
  readonly leftOut: readonly LeftOut[];
}

export class ContentsTooLarge extends Error {
  override readonly name = 'ContentsTooLarge';
  readonly bytes: number;

  constructor(bytes: number) {
    super(`the contents have ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/** Servers don't report theirs. */
export const maxRequestBytes = 100 * 1024 * 1024;

const conflicts = new Set(['DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU']);

/** Changes as git would commit them: filtered, with normalized line ends, without ignored files. */
export const readChanges = async (
  git: RunGit,
  scope: Scope,
  scratch: ScratchIndex,
  signal?: AbortSignal,
): Promise<LocalChanges> => {
  const env = scope.kind === 'staged' ? {} : scratch.env;
  const paths = scope.kind === 'files' ? scope.paths : undefined;
  const status = parseStatus(
    await git(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], { paths, signal }),
  );
  const conflicted = new Set(status.filter(({ code }) => conflicts.has(code)).map(({ path }) => path));
  const nested = status.filter(({ code, path }) => code === '??' && path.endsWith('/')).map(({ path }) => path);
  const repositories = new Set(nested);
  const misnamed = status.filter(({ path }) => isMisnamed(path)).map(({ path }) => path);
  if (scope.kind !== 'staged') {
    const unstaged = status.filter(
      ({ code, path }) =>
        code.charAt(1) !== ' ' && !conflicted.has(path) && !repositories.has(path) && !isMisnamed(path),
    );
    await addPaths(
      git,
      unstaged.map(({ path }) => path),
      { env, signal },
    );
  }
  // before the first commit, git compares with the empty tree
  const compare = ['diff', '--cached', '-z', '-M', '--no-ext-diff', '--ignore-submodules=none'] as const;
  const raw = parseRawDiff(await git([...compare, '--raw', '--no-abbrev'], { paths, env, signal }));
  const counts = parseNumstat(await git([...compare, '--numstat'], { paths, env, signal }));
  const { sendable, leftOut } = await sorted(git, raw, { conflicted, env, signal });
  const contents = await readContents(git, sendable, { env, signal });
  const reported = new Set(leftOut.map(({ path }) => path));
  return {
    head: await headOf(git),
    changes: sendable.map(({ change, filter }) => ({
      action: actionOf(change, contents),
      filter,
      ...(counts.get(change.path) ?? { additions: undefined, deletions: undefined }),
    })),
    leftOut: [
      ...leftOut,
      ...(scope.kind === 'staged' ? [] : nested.map((path) => ({ path, reason: 'repository' as const }))),
      ...(scope.kind === 'staged' ? [] : misnamed)
        .filter((path) => !reported.has(path))
        .map((path) => ({ path, reason: 'name' as const })),
    ],
  };
};

/** Removes missing files. */
export const addPaths = async (
  git: RunGit,
  paths: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> => {
  if (paths.length === 0) return;
  await git(['add', '-A', '--no-warn-embedded-repo', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    ...options,
    input: { paths },
  });
};

const headOf = async (git: RunGit): Promise<string | undefined> => {
  try {
    return Buffer.from(await git(['rev-parse', '--verify', '--quiet'], { revisions: ['HEAD'] }))
      .toString()
      .trim();
  } catch {
    // silent failure before the first commit
    return undefined;
  }
};

interface Sendable {
  readonly change: RawChange;
  readonly filter: string | undefined;
}

interface Around {
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

const sorted = async (
  git: RunGit,
  raw: readonly RawChange[],
  { conflicted, env, signal }: Around & { readonly conflicted: ReadonlySet<string> },
): Promise<{ readonly sendable: readonly Sendable[]; readonly leftOut: readonly LeftOut[] }> => {
  const withContent = raw.filter(sendsContent).map(({ path }) => path);
  const filters =
    withContent.length === 0
      ? new Map<string, string>()
      : parseFilters(
          await git(['check-attr', '-z', '--stdin', 'filter'], { env, signal, input: { paths: withContent } }),
        );
  const leftOut = new Map<string, LeftOut>();
  const sendable: Sendable[] = [];
  for (const change of raw) {
    const filter = filters.get(change.path);
    const reason = conflicted.has(change.path)
      ? 'conflict'
      : (unsendable(change) ?? (filter === 'lfs' ? filter : undefined));
    if (reason === undefined) sendable.push({ change, filter });
    else leftOut.set(change.path, { path: change.path, reason });
  }
  return { sendable, leftOut: [...leftOut.values()] };
};

/** The API writes regular files only. */
const unsendable = ({ status, oldMode, newMode, path, previousPath }: RawChange): LeftOut['reason'] | undefined => {
  if (isMisnamed(path) || (previousPath !== undefined && isMisnamed(previousPath))) return 'name';
  if (status === 'U') return 'conflict';
  if (oldMode === '160000' || newMode === '160000') return 'submodule';
  if (status === 'D') return undefined;
  if (status === 'T') return newMode === '120000' ? 'symlink' : 'typeChange';
  return newMode === '120000' ? 'symlink' : undefined;
};

/** Replaces invalid UTF-8, so the name can't be sent. */
const isMisnamed = (path: string): boolean => path.includes('\ufffd');

const sendsContent = ({ status, oldBlob, newBlob }: RawChange): boolean => status !== 'D' && oldBlob !== newBlob;

const readContents = async (
  git: RunGit,
  sendable: readonly Sendable[],
  { env, signal }: Around,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const blobs = [...new Set(sendable.flatMap(({ change }) => (sendsContent(change) ? [change.newBlob] : [])))];
  if (blobs.length === 0) return new Map();
  const input = { revisions: blobs };
  const sizes = Buffer.from(await git(['cat-file', '--batch-check=%(objectsize)'], { env, signal, input })).toString();
  const total = sizes
    .trim()
    .split('\n')
    .reduce((sum, size) => sum + Number(size), 0);
  if (total > maxRequestBytes) throw new ContentsTooLarge(total);
  const contents = parseBatch(await git(['cat-file', '--batch'], { env, signal, input }));
  return new Map(blobs.map((blob, index) => [blob, contents[index] ?? new Uint8Array()]));
};

const isExecutable = (mode: string): boolean => mode === '100755';

const actionOf = (change: RawChange, contents: ReadonlyMap<string, Uint8Array>): FileAction => {
  const { status, path, previousPath, oldMode, newMode, oldBlob } = change;
  const content = sendsContent(change) ? contents.get(change.newBlob) : undefined;
  const isExecutableNow = isExecutable(newMode);
  const mode = isExecutable(oldMode) === isExecutableNow ? {} : { executable: isExecutableNow };
  switch (status) {
    case 'A':
      return { kind: 'create', path, content, ...mode };
    case 'D':
      return { kind: 'delete', path, base: oldBlob };
    case 'R':
      return { kind: 'move', path, previousPath, content, base: oldBlob, ...mode };
    default:
      return content === undefined
        ? { kind: 'chmod', path, base: oldBlob, executable: isExecutableNow }
        : { kind: 'update', path, content, base: oldBlob, ...mode };
  }
};
