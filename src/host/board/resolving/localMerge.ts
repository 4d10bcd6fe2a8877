import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CellPlace } from '../../../messages/board.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { shortSha } from '../../../messages/formats.ts';
import { visible } from '../../visible.ts';
import type { GitCall } from '../../../model/git.ts';
import { byteText } from '../../../model/shownText.ts';
import { gitFailure, type GitFolder, gitLine, gitOutput, runGit, scratchObjects } from '../../shell/git.ts';

export interface LocalPick {
  readonly action: CommitPick['action'];
  readonly commit: string;
  readonly tip: string;
}

export interface BranchPick extends CellPlace {
  readonly action: CommitPick['action'];
}

/** A file in conflict, with the blob SHAs of the existing versions. */
export interface ConflictFile {
  readonly path: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** Git's file modes. */
  readonly modes: Readonly<Partial<Record<'base' | 'ours' | 'theirs', string>>>;
}

/** File changed by the merge; undefined where it doesn't exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: { readonly hash: string; readonly mode: string } | undefined;
  readonly after: { readonly hash: string; readonly mode: string } | undefined;
}

export type LocalMerge =
  | { readonly kind: 'tooOld'; readonly version: string }
  | { readonly kind: 'missing'; readonly commits: readonly string[] }
  | { readonly kind: 'clean' }
  | { readonly kind: 'conflict'; readonly files: readonly ConflictFile[] };

/** A merge result; readable only during the callback of {@link withLocalMerge}. */
export interface OpenMerge {
  readonly merge: LocalMerge;
  read(hash: string): Promise<Buffer>;
  /** Undefined when there is no such file. */
  fileAt(revision: string, file: string): Promise<Buffer | undefined>;
  /** Merged file, with conflict markers; undefined when the result has no such file. */
  result(file: string): Promise<Buffer | undefined>;
  /** Files that differ from the branch, including those in conflict. */
  changed(): Promise<readonly ChangedFile[]>;
}

/** First git whose `merge-tree` needs no working tree. */
const oldestGit = [2, 38] as const;

const identity = {
  GIT_AUTHOR_NAME: 'Graft',
  GIT_AUTHOR_EMAIL: 'graft@localhost',
  GIT_COMMITTER_NAME: 'Graft',
  GIT_COMMITTER_EMAIL: 'graft@localhost',
};

/**
 * Tries a pick without changing the clone: new objects go to a temporary folder, deleted after `use`. A merge commit is
 * picked as its diff to the first parent, as on the server.
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

/** Sets the merge base by temporary commits: `merge-tree --merge-base` needs git 2.40. */
const mergeTrees = async (
  clone: GitFolder,
  { action, commit, tip }: LocalPick,
  around: GitCall,
): Promise<{ readonly tree: string; readonly merge: LocalMerge }> => {
  const parent = await firstParent(clone, commit, around);
  const before = parent === undefined ? await gitLine(clone, ['mktree'], around) : `${parent}^{tree}`;
  const after = `${commit}^{tree}`;
  // a revert merges the change backwards
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

/** The list of versions ends with an empty entry, followed by messages. */
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

/** Parses `diff-tree -z`: modes and SHAs, then the path. */
const changedFiles = (entries: readonly string[]): readonly ChangedFile[] =>
  entries.flatMap((entry, index) => {
    const [, beforeMode, afterMode, before = '', after = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(entry) ?? [];
    const path = entries[index + 1];
    if (beforeMode === undefined || afterMode === undefined || path === undefined) return [];
    const side = (mode: string, hash: string) => (mode === '000000' ? undefined : { mode, hash });
    return [{ path, before: side(beforeMode, before), after: side(afterMode, after) }];
  });

/** May include the parent, in a shallow clone. */
const missingCommits = async (
  clone: GitFolder,
  { commit, tip }: LocalPick,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  // stops a partial clone from fetching
  const around = { signal, env: { GIT_NO_LAZY_FETCH: '1' } };
  const isMissing = async (sha: string): Promise<boolean> =>
    (await runGit(clone, ['cat-file', '-e'], { ...around, revisions: [`${sha}^{commit}`] })).code !== 0;
  const missing = [];
  for (const sha of new Set([commit, tip])) if (await isMissing(sha)) missing.push(sha);
  if (missing.includes(commit)) return missing;
  const parent = await firstParent(clone, commit, around);
  return parent !== undefined && (await isMissing(parent)) ? [...missing, parent] : missing;
};

/** Read from the commit object: `commit^` fails at the boundary of a shallow clone. */
const firstParent = async (clone: GitFolder, commit: string, around: GitCall): Promise<string | undefined> => {
  const printed = await gitOutput(clone, ['cat-file', 'commit'], { ...around, revisions: [commit] });
  const [head = ''] = printed.toString('utf8').split('\n\n', 1);
  return /^parent ([0-9a-f]+)$/m.exec(head)?.[1];
};

/** The clone must have both commits. */
export const isAncestor = async (clone: GitFolder, sha: string, tip: string, signal: AbortSignal): Promise<boolean> =>
  (await runGit(clone, ['merge-base', '--is-ancestor'], { signal, revisions: [sha, tip] })).code === 0;

/** Fetches objects only, with the user's git credentials; no ref changes. */
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

/** Labels conflict markers with the branch and the commit, in place of the temporary commits' SHAs. */
export const labelled = (content: Buffer | undefined, pick: BranchPick): Buffer | undefined => {
  if (content === undefined || content.includes(0)) return content;
  const text = byteText(content)
    .replace(/^<{7} [0-9a-f]{40,64}$/gm, `<<<<<<< ${byteText(Buffer.from(visible(pick.branch)))}`)
    .replace(/^>{7} [0-9a-f]{40,64}$/gm, `>>>>>>> ${theirsLabel(pick)}`);
  return Buffer.from(text, 'latin1');
};

/** Label of the picked version at conflict markers, as git writes it. */
export const theirsLabel = ({ action, sha }: BranchPick): string =>
  action === 'revert' ? `parent of ${shortSha(sha)}` : shortSha(sha);
