import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CellPlace } from '../../messages/board.ts';
import type { CommitPick } from '../../model/pick.ts';
import { shortSha } from '../../messages/formats.ts';
import { visible } from '../visible.ts';
import type { GitCall } from '../../model/git.ts';
import { byteText } from '../../model/shownText.ts';
import { gitFailure, type GitFolder, gitLine, gitOutput, runGit, scratchObjects } from '../shell/git.ts';

/** A commit that is to go onto a branch, or to be undone there; both by their full hashes. */
export interface LocalPick {
  readonly action: CommitPick['action'];
  readonly commit: string;
  readonly tip: string;
}

/** A pick onto a branch. */
export interface BranchPick extends CellPlace {
  readonly action: CommitPick['action'];
}

/** A file two sides have changed so that git cannot tell what is right; hashes of the versions that there are. */
export interface ConflictFile {
  readonly path: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** Git's modes of the versions that there are. */
  readonly modes: Readonly<Partial<Record<'base' | 'ours' | 'theirs', string>>>;
}

/** A file that a merge leaves other than the branch has it, by hashes; undefined where there is none. */
export interface ChangedFile {
  readonly path: string;
  readonly before: { readonly hash: string; readonly mode: string } | undefined;
  readonly after: { readonly hash: string; readonly mode: string } | undefined;
}

/** What a pick would do in the clone. */
export type LocalMerge =
  | { readonly kind: 'tooOld'; readonly version: string }
  /** The clone does not have these commits. */
  | { readonly kind: 'missing'; readonly commits: readonly string[] }
  | { readonly kind: 'clean' }
  | { readonly kind: 'conflict'; readonly files: readonly ConflictFile[] };

/** A merge while its objects are there. */
export interface OpenMerge {
  readonly merge: LocalMerge;
  /** The bytes of a version by its hash. */
  read(hash: string): Promise<Buffer>;
  /** The bytes of a file at a commit or tree; undefined when there is none. */
  fileAt(revision: string, file: string): Promise<Buffer | undefined>;
  /** The bytes of a file in the result, with marks where it is in conflict; undefined when the result has no such file. */
  result(file: string): Promise<Buffer | undefined>;
  /** The files that the result has other than the branch, also those in conflict. */
  changed(): Promise<readonly ChangedFile[]>;
}

/** First git that merges without a working tree. */
const oldestGit = [2, 38] as const;

const identity = {
  GIT_AUTHOR_NAME: 'Graft',
  GIT_AUTHOR_EMAIL: 'graft@localhost',
  GIT_COMMITTER_NAME: 'Graft',
  GIT_COMMITTER_EMAIL: 'graft@localhost',
};

/**
 * Tries a pick in a clone without changing it: what git writes goes to a folder that is gone when `use` has ended.
 * A commit with several parents is taken as its difference to the first, as the server takes it.
 */
export const withLocalMerge = async <T>(
  clone: GitFolder,
  pick: LocalPick,
  signal: AbortSignal,
  use: (open: OpenMerge) => Promise<T>,
): Promise<T> => {
  const version = await gitLine(clone, ['version'], { signal });
  const none = (merge: LocalMerge): Promise<T> =>
    use({
      merge,
      read: () => Promise.reject(new Error('no merge')),
      fileAt: async () => undefined,
      result: async () => undefined,
      changed: async () => [],
    });
  if (isOlder(version)) return none({ kind: 'tooOld', version: version.replace(/^git version /, '') });
  const missing = await missingCommits(clone, pick, signal);
  if (missing.length > 0) return none({ kind: 'missing', commits: missing });
  const scratch = await mkdtemp(path.join(tmpdir(), 'graft-merge-'));
  try {
    const objects = await gitLine(clone, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'], { signal });
    const around: GitCall = { signal, env: { ...identity, ...scratchObjects(scratch, objects) } };
    const { tree, merge } = await mergeTrees(clone, pick, around);
    const read = (hash: string): Promise<Buffer> =>
      gitOutput(clone, ['cat-file', 'blob'], { ...around, revisions: [hash] });
    const fileAt = async (revision: string, file: string): Promise<Buffer | undefined> => {
      const at = { ...around, revisions: [revision], paths: [file] };
      const hash = await gitLine(clone, ['ls-tree', '--full-tree', '--object-only'], at);
      return hash === '' ? undefined : read(hash);
    };
    return await use({
      merge,
      read,
      fileAt,
      result: (file) => fileAt(tree, file),
      async changed() {
        const trees = { ...around, revisions: [`${pick.tip}^{tree}`, tree] };
        const printed = await gitOutput(clone, ['diff-tree', '-r', '-z', '--no-renames', '--no-abbrev'], trees);
        return changedFiles(printed.toString('utf8').split('\0'));
      },
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Three commits made for the purpose give git the base it is to take: before 2.40 it cannot be told otherwise. */
const mergeTrees = async (
  clone: GitFolder,
  { action, commit, tip }: LocalPick,
  around: GitCall,
): Promise<{ readonly tree: string; readonly merge: LocalMerge }> => {
  const parent = await firstParent(clone, commit, around);
  const before = parent === undefined ? await gitLine(clone, ['mktree'], around) : `${parent}^{tree}`;
  const after = `${commit}^{tree}`;
  // a revert goes from the commit to what was before it
  const [from, to] = action === 'revert' ? [after, before] : [before, after];
  const committed = (content: string, ...parents: readonly string[]): Promise<string> =>
    gitLine(clone, ['commit-tree', '-m', 'for a dry run', ...parents.map((each) => ({ '-p': each }))], {
      ...around,
      revisions: [content],
    });
  const base = await committed(from);
  const revisions = [await committed(`${tip}^{tree}`, base), await committed(to, base)];
  const result = await runGit(clone, ['merge-tree', '--write-tree', '-z'], { ...around, revisions });
  if (result.code !== 0 && result.code !== 1) throw gitFailure(['merge-tree'], result.stderr);
  const [tree = '', ...entries] = result.stdout.toString('utf8').split('\0');
  return { tree, merge: result.code === 0 ? { kind: 'clean' } : { kind: 'conflict', files: filesOf(entries) } };
};

/** The list of versions ends with an empty entry; messages come after it. */
const filesOf = (entries: readonly string[]): readonly ConflictFile[] => {
  const files = new Map<string, ConflictFile>();
  for (const entry of entries.slice(0, entries.indexOf(''))) {
    const [, mode, hash, stage, file] = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(entry) ?? [];
    if (hash === undefined || file === undefined) continue;
    const known = files.get(file) ?? { path: file, base: undefined, ours: undefined, theirs: undefined, modes: {} };
    const side = stage === '1' ? 'base' : stage === '2' ? 'ours' : 'theirs';
    files.set(file, { ...known, [side]: hash, modes: { ...known.modes, [side]: mode } });
  }
  return [...files.values()];
};

/** Two entries for each file: its modes and hashes, and its path. */
const changedFiles = (entries: readonly string[]): readonly ChangedFile[] =>
  entries.flatMap((entry, index) => {
    const [, beforeMode, afterMode, before = '', after = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(entry) ?? [];
    const path = entries[index + 1];
    if (beforeMode === undefined || afterMode === undefined || path === undefined) return [];
    const side = (mode: string, hash: string) => (mode === '000000' ? undefined : { mode, hash });
    return [{ path, before: side(beforeMode, before), after: side(afterMode, after) }];
  });

/** The commits of a pick that the clone does not have. At the edge of a shallow clone that is the commit's parent. */
const missingCommits = async (
  clone: GitFolder,
  { commit, tip }: LocalPick,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  // a partial clone would ask its server by itself
  const around = { signal, env: { GIT_NO_LAZY_FETCH: '1' } };
  const isMissing = async (sha: string): Promise<boolean> =>
    (await runGit(clone, ['cat-file', '-e'], { ...around, revisions: [`${sha}^{commit}`] })).code !== 0;
  const missing = [];
  for (const sha of new Set([commit, tip])) if (await isMissing(sha)) missing.push(sha);
  if (missing.includes(commit)) return missing;
  const parent = await firstParent(clone, commit, around);
  return parent !== undefined && (await isMissing(parent)) ? [...missing, parent] : missing;
};

/** As the commit itself says; `commit^` would have none at the edge of a shallow clone. */
const firstParent = async (clone: GitFolder, commit: string, around: GitCall): Promise<string | undefined> => {
  const printed = await gitOutput(clone, ['cat-file', 'commit'], { ...around, revisions: [commit] });
  const [head = ''] = printed.toString('utf8').split('\n\n', 1);
  return /^parent ([0-9a-f]+)$/m.exec(head)?.[1];
};

/** Tells whether a commit is among those that lead to `tip`; the clone has both. */
export const isAncestor = async (clone: GitFolder, sha: string, tip: string, signal: AbortSignal): Promise<boolean> =>
  (await runGit(clone, ['merge-base', '--is-ancestor'], { signal, revisions: [sha, tip] })).code === 0;

/**
 * Fetches commits into the clone and nothing else: no branch, tag or remote-tracking branch of it moves. Git asks the
 * remote with the user's own credentials.
 */
export const fetchCommits = async (
  clone: GitFolder,
  remote: string,
  commits: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  await gitOutput(clone, ['fetch', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap='], {
    signal,
    revisions: [remote, ...commits],
  });
};

const isOlder = (version: string): boolean => {
  const [, major = '0', minor = '0'] = /(\d{1,9})\.(\d{1,9})/.exec(version) ?? [];
  const [needsMajor, needsMinor] = oldestGit;
  return Number(major) < needsMajor || (Number(major) === needsMajor && Number(minor) < needsMinor);
};

/** A result with the names of the branch and the commit at its marks: git marks the sides by the names of the commits it was given, which were made for the purpose. */
export const labelled = (content: Buffer | undefined, pick: BranchPick): Buffer | undefined => {
  if (content === undefined || content.includes(0)) return content;
  const text = byteText(content)
    .replace(/^<{7} [0-9a-f]{40,64}$/gm, `<<<<<<< ${byteText(Buffer.from(visible(pick.branch)))}`)
    .replace(/^>{7} [0-9a-f]{40,64}$/gm, `>>>>>>> ${theirsLabel(pick)}`);
  return Buffer.from(text, 'latin1');
};

/** What the version a pick brings is called at conflict marks, as git calls it. */
export const theirsLabel = ({ action, sha }: BranchPick): string =>
  action === 'revert' ? `parent of ${shortSha(sha)}` : shortSha(sha);
