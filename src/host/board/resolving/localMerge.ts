import type { CellPlace } from '../../../messages/board.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { shortSha } from '../../../messages/formats.ts';
import { visible } from '../../visible.ts';
import type { GitCall } from '../../../model/git/git.ts';
import { byteText } from '../../../model/text/shownText.ts';
import { type LocalMerge, mergeTree, type Untried, whyUntried, withScratchObjects } from '../../kit/git/mergeTree.ts';
import { type GitFolder, gitFirstLine, gitOutput, runGit } from '../../shell/git.ts';

export interface LocalPick {
  readonly action: CommitPick['action'];
  readonly commit: string;
  readonly tip: string;
}

export interface BranchPick extends CellPlace {
  readonly action: CommitPick['action'];
}

/** File changed by the merge; undefined where it doesn't exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: { readonly hash: string; readonly mode: string } | undefined;
  readonly after: { readonly hash: string; readonly mode: string } | undefined;
}

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
  const untried = await whyUntriedPick(clone, pick, signal);
  if (untried !== undefined) {
    return use({
      merge: untried,
      read: () => Promise.reject(new Error('no merge')),
      fileAt: async () => undefined,
      result: async () => undefined,
      changed: async () => [],
    });
  }
  return withScratchObjects(clone, signal, async (around) => {
    const { tree, merge } = await mergeTrees(clone, pick, around);
    const read = (hash: string): Promise<Buffer> =>
      gitOutput(clone, ['cat-file', 'blob'], { ...around, revisions: [hash] });
    const fileAt = async (revision: string, file: string): Promise<Buffer | undefined> => {
      const at = { ...around, revisions: [revision], paths: [file] };
      const hash = await gitFirstLine(clone, ['ls-tree', '--full-tree', '--object-only'], at);
      return hash === '' ? undefined : read(hash);
    };
    return use({
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
  });
};

/** Sets the merge base by temporary commits: `merge-tree --merge-base` needs git 2.40. */
const mergeTrees = async (
  clone: GitFolder,
  { action, commit, tip }: LocalPick,
  around: GitCall,
): ReturnType<typeof mergeTree> => {
  const parent = await firstParent(clone, commit, around);
  const before = parent === undefined ? await gitFirstLine(clone, ['mktree'], around) : `${parent}^{tree}`;
  const after = `${commit}^{tree}`;
  // a revert merges the change backwards
  const [from, to] = action === 'revert' ? [after, before] : [before, after];
  const committed = (content: string, ...parents: readonly string[]): Promise<string> =>
    gitFirstLine(clone, ['commit-tree', '-m', 'for a dry run', ...parents.map((each) => ({ '-p': each }))], {
      ...around,
      revisions: [content],
    });
  const base = await committed(from);
  const revisions = [await committed(`${tip}^{tree}`, base), await committed(to, base)];
  return mergeTree(clone, revisions, around);
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

/** May lack the parent, in a shallow clone. */
const whyUntriedPick = async (
  clone: GitFolder,
  { commit, tip }: LocalPick,
  signal: AbortSignal,
): Promise<Untried | undefined> => {
  const untried = await whyUntried(clone, new Set([commit, tip]), signal);
  if (untried?.kind === 'tooOld' || untried?.commits.includes(commit)) return untried;
  const parent = await firstParent(clone, commit, { signal });
  return parent === undefined ? untried : whyUntried(clone, new Set([commit, tip, parent]), signal);
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
