import type { RunGit } from '../git/git.ts';
import { parseEntries, type TreeEntry } from './gitOutput.ts';
import { addPaths, type ScratchIndex } from './workingTree.ts';

export type FastForward =
  /** `add`: paths already having the commit's content. */
  | { readonly kind: 'possible'; readonly add: readonly string[] }
  | { readonly kind: 'alreadyThere' }
  | { readonly kind: 'diverged' }
  /** Uncommitted changes. */
  | { readonly kind: 'wouldLose'; readonly paths: readonly string[] };

/** Each changed path must be unmodified or already have the new content. */
export const canFastForward = async (git: RunGit, sha: string, scratch: ScratchIndex): Promise<FastForward> => {
  const head = textOf(await git(['rev-parse', '--verify'], { revisions: ['HEAD'] }));
  if (head === sha || (await isAncestor(git, sha, head))) return { kind: 'alreadyThere' };
  if (!(await isAncestor(git, head, sha))) return { kind: 'diverged' };
  const names = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-only'], { revisions: [head, sha] });
  const paths = Buffer.from(names)
    .toString()
    .split('\0')
    .filter((path) => path !== '');
  const touched = new Set(paths);
  const scoped = async (printing: Promise<Uint8Array>): Promise<ReadonlyMap<string, TreeEntry>> =>
    only(parseEntries(await printing), touched);
  const [before, after, index] = await Promise.all([
    scoped(git(['ls-tree', '-r', '-z'], { revisions: [head] })),
    scoped(git(['ls-tree', '-r', '-z'], { revisions: [sha] })),
    scoped(git(['ls-files', '-s', '-z'])),
  ]);
  const tree = only(await workingTree(git, paths, scratch), touched);
  const add: string[] = [];
  const lost: string[] = [];
  for (const path of paths) {
    if (same(index.get(path), after.get(path))) continue;
    const isAsBefore = same(index.get(path), before.get(path));
    if (isAsBefore && same(tree.get(path), index.get(path))) continue;
    if (isAsBefore && same(tree.get(path), after.get(path))) add.push(path);
    else lost.push(path);
  }
  return lost.length > 0 ? { kind: 'wouldLose', paths: lost } : { kind: 'possible', add };
};

/** Restores the index and throws if git refuses. */
export const fastForward = async (git: RunGit, sha: string, add: readonly string[]): Promise<void> => {
  await addPaths(git, add);
  try {
    await git(['merge', '--ff-only', '--quiet'], { revisions: [sha] });
  } catch (error) {
    if (add.length > 0)
      await git(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], { input: { paths: add } });
    throw error;
  }
};

export const hasCommit = async (git: RunGit, sha: string): Promise<boolean> => {
  try {
    await git(['cat-file', '-e'], { revisions: [`${sha}^{commit}`] });
    return true;
  } catch {
    // nonzero exit code
    return false;
  }
};

const isAncestor = async (git: RunGit, one: string, other: string): Promise<boolean> => {
  const revisions = [one, `^${other}`];
  return textOf(await git(['rev-list', '--count', '--max-count=1'], { revisions })) === '0';
};

const textOf = (printed: Uint8Array): string => Buffer.from(printed).toString().trim();

const pathsAtOnce = 100;

/** Contents as git would store them, without missing files. */
const workingTree = async (
  git: RunGit,
  paths: readonly string[],
  scratch: ScratchIndex,
): Promise<ReadonlyMap<string, TreeEntry>> => {
  const { env } = scratch;
  const known = parseEntries(await git(['ls-files', '-s', '-z'], { env }));
  const there = new Set(known.keys());
  const unknown = paths.filter((path) => !known.has(path));
  // ignored files block too
  for (let at = 0; at < unknown.length; at += pathsAtOnce) {
    const some = unknown.slice(at, at + pathsAtOnce);
    const found = Buffer.from(await git(['ls-files', '-o', '-z'], { env, paths: some })).toString();
    for (const path of found.split('\0')) there.add(path);
  }
  const input = { paths: paths.filter((path) => there.has(path)) };
  if (input.paths.length > 0)
    await git(['add', '-A', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'], { env, input });
  return parseEntries(await git(['ls-files', '-s', '-z'], { env }));
};

const only = (entries: ReadonlyMap<string, TreeEntry>, paths: ReadonlySet<string>): ReadonlyMap<string, TreeEntry> =>
  new Map([...entries].filter(([path]) => paths.has(path)));

const same = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.blob === other?.blob && one?.mode === other?.mode;
