import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GitCall } from '../../../model/git/git.ts';
import { gitFailure, type GitFolder, gitFirstLine, gitOutput, runGit, scratchObjects } from '../../shell/git.ts';

/** A file in conflict, with the blob SHAs of the existing versions. */
export interface ConflictFile {
  readonly path: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** Git's file modes. */
  readonly modes: Readonly<Partial<Record<'base' | 'ours' | 'theirs', string>>>;
}

export type LocalMerge =
  | { readonly kind: 'tooOld'; readonly version: string }
  | { readonly kind: 'missing'; readonly commits: readonly string[] }
  | { readonly kind: 'clean' }
  | { readonly kind: 'conflict'; readonly files: readonly ConflictFile[] };

/** Reason that a merge can't be tried. */
export type Untried = Extract<LocalMerge, { readonly kind: 'tooOld' | 'missing' }>;

/** 2.38, whose `merge-tree` is the first that needs no working tree. */
const oldestGit = 2_038;

const identity = {
  GIT_AUTHOR_NAME: 'Graft',
  GIT_AUTHOR_EMAIL: 'graft@localhost',
  GIT_COMMITTER_NAME: 'Graft',
  GIT_COMMITTER_EMAIL: 'graft@localhost',
};

/** Merges two commits. Never changes the clone. */
export const tryMerge = async (clone: GitFolder, tips: readonly string[], signal: AbortSignal): Promise<LocalMerge> =>
  (await whyUntried(clone, tips, signal)) ??
  (await withScratchObjects(clone, signal, (around) => mergeTree(clone, tips, around))).merge;

/** Undefined if {@link mergeTree} is possible. A partial clone doesn't fetch. */
export const whyUntried = async (
  clone: GitFolder,
  needed: Iterable<string>,
  signal: AbortSignal,
): Promise<Untried | undefined> => {
  const version = await gitFirstLine(clone, ['version'], { signal });
  const [, major = '0', minor = '0'] = /(\d{1,9})\.(\d{1,9})/.exec(version) ?? [];
  if (Number(major) * 1_000 + Number(minor) < oldestGit)
    return { kind: 'tooOld', version: version.replace(/^git version /, '') };
  const commits = [];
  for (const sha of needed) {
    const call = { signal, env: { GIT_NO_LAZY_FETCH: '1' }, revisions: [`${sha}^{commit}`] };
    if ((await runGit(clone, ['cat-file', '-e'], call)).code !== 0) commits.push(sha);
  }
  return commits.length === 0 ? undefined : { kind: 'missing', commits };
};

/** New objects go to a temporary folder, deleted after `use`. */
export const withScratchObjects = async <T>(
  clone: GitFolder,
  signal: AbortSignal,
  use: (around: GitCall) => Promise<T>,
): Promise<T> => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'graft-merge-'));
  try {
    const objects = await gitFirstLine(clone, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'], {
      signal,
    });
    return await use({ signal, env: { ...identity, ...scratchObjects(scratch, objects) } });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
};

export const mergeTree = async (
  clone: GitFolder,
  revisions: readonly string[],
  around: GitCall,
): Promise<{ readonly tree: string; readonly merge: LocalMerge }> => {
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
