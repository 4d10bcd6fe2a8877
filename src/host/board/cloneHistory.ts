import { type BranchHistory, type HistoryCommit, isMerge, openPairs } from '../../model/board/missing.ts';
import type { ReadRef } from '../../model/board/missingRanges.ts';
import { type GitFolder, gitOutput, type GitOptions, pipedGitOutput, runGit } from '../shell/git.ts';

/** Whether a clone has whole histories that lead to some commits. One that would ask its server by itself has not. */
export const hasHistories = async (
  clone: GitFolder,
  shas: readonly string[],
  signal: AbortSignal,
): Promise<boolean> => {
  const around = { signal };
  const isShallow = await runGit(clone, ['rev-parse', '--is-shallow-repository'], around);
  if (isShallow.code !== 0 || isShallow.stdout.toString().trim() !== 'false') return false;
  const partial = await runGit(clone, ['config', '--get-regexp', '^remote\\..*\\.promisor$'], around);
  if (partial.code === 0) return false;
  const found = await runGit(clone, ['cat-file', '--batch-check=%(objecttype)'], {
    ...around,
    input: shas.map((sha) => `${sha}\n`).join(''),
  });
  return found.stdout
    .toString()
    .trim()
    .split('\n')
    .every((type) => type === 'commit');
};

/**
 * What lies between a source and a branch in a clone that has both, with the patch-ids of all commits that have an
 * equal on the other side. Agrees with `git cherry`; changes nothing in the clone.
 */
export const readCloneHistory = async (
  clone: GitFolder,
  source: ReadRef,
  branch: ReadRef,
  signal: AbortSignal,
): Promise<BranchHistory> => {
  const around: GitOptions = { signal, env: { GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' } };
  const { commits, equal } = await readMarked(clone, `${branch.sha}...${source.sha}`, around);
  const lackingIds = reachable(source.sha, commits);
  const history = {
    branch: branch.name,
    lacking: [...commits.values()].filter(({ id }) => lackingIds.has(id)),
    own: [...commits.values()].filter(({ id }) => !lackingIds.has(id)),
  };
  // git leaves merges out; they are read where something says that one was picked or squashed
  const lacking = history.own.some(isMerge) ? history.lacking : history.lacking.filter(isMerge);
  const merges = openPairs({ ...history, lacking, patches: { ids: new Map(), areComplete: true } }).flat();
  const wanted = [...new Set([...equal, ...merges])];
  // two at once where making the diffs takes longer than starting git
  const half = wanted.length > 1_000 ? Math.ceil(wanted.length / 2) : wanted.length;
  const parts = [wanted.slice(0, half), wanted.slice(half)].map((shas) => readPatchIds(clone, shas, around));
  const ids = new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  return { ...history, patches: { ids, areComplete: true } };
};

/** The same for several branches, in their order; `report` is called with the number of branches done. */
export const readCloneHistories = async (
  clone: GitFolder,
  source: ReadRef,
  branches: readonly ReadRef[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (done: number) => void },
): Promise<readonly BranchHistory[]> => {
  const found = new Map<ReadRef, BranchHistory>();
  const waiting = [...branches];
  const stop = new AbortController();
  const ending = AbortSignal.any([signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (let branch = waiting.shift(); branch !== undefined; branch = waiting.shift()) {
      found.set(branch, await readCloneHistory(clone, source, branch, ending));
      report(found.size);
    }
  };
  try {
    await Promise.all([work(), work()]);
  } finally {
    // after a failure the other branches are not read to their end
    stop.abort();
  }
  return branches.flatMap((branch) => found.get(branch) ?? []);
};

const fields = ['%m', '%H', '%P', '%an', '%ae', '%aI', '%cI', '%B'] as const;

/** Both sides of a symmetric difference, children before parents, and those with an equal on the other side. */
const readMarked = async (
  clone: GitFolder,
  range: string,
  around: GitOptions,
): Promise<{ readonly commits: ReadonlyMap<string, HistoryCommit>; readonly equal: readonly string[] }> => {
  const format = `--format=tformat:${fields.join('%x00')}`;
  const plain = ['--no-show-signature', '--encoding=UTF-8', '--no-color', '--no-patch', '--no-notes'];
  const args = ['log', '-z', '--cherry-mark', '--left-right', '--topo-order', ...plain, format, range, '--'];
  const parts = (await gitOutput(clone, args, around)).toString('utf8').split('\0');
  const commits = new Map<string, HistoryCommit>();
  const equal: string[] = [];
  for (let at = 0; at + fields.length <= parts.length; at += fields.length) {
    const [mark, id = '', parents = '', name = '', email = '', authored = '', date = '', message = ''] = parts.slice(
      at,
      at + fields.length,
    );
    if (mark === '=') equal.push(id);
    commits.set(id, {
      id,
      title: message.split('\n', 1)[0] ?? '',
      message,
      author_name: name,
      author_email: email,
      authored_date: authored,
      created_at: date,
      parent_ids: parents.split(' ').filter(Boolean),
    });
  }
  return { commits, equal };
};

/** The commits of a difference that lead to one of its tips: no path to them leaves it. */
const reachable = (tip: string, commits: ReadonlyMap<string, HistoryCommit>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const waiting = [tip]; waiting.length > 0;) {
    const commit = commits.get(waiting.pop() ?? '');
    if (commit === undefined || found.has(commit.id)) continue;
    found.add(commit.id);
    waiting.push(...commit.parent_ids);
  }
  return found;
};

/** Patch-ids by commit, of a merge that of its difference to its first parent. */
const readPatchIds = async (
  clone: GitFolder,
  shas: readonly string[],
  around: GitOptions,
): Promise<ReadonlyMap<string, string>> => {
  if (shas.length === 0) return new Map();
  const plain = ['--no-ext-diff', '--no-textconv', '--no-renames', '--full-index'];
  const diff = ['diff-tree', '--stdin', '--root', '-p', '--diff-merges=first-parent', ...plain];
  const input = shas.map((sha) => `${sha}\n`).join('');
  const printed = await pipedGitOutput(clone, [diff, ['patch-id', '--stable']], { ...around, input });
  const ids = new Map<string, string>();
  for (const line of printed.toString('utf8').split('\n')) {
    const [id = '', sha = ''] = line.split(' ');
    if (sha !== '') ids.set(sha, id);
  }
  // commits that change nothing are alike, and have no line
  return new Map(shas.map((sha) => [sha, ids.get(sha) ?? 'empty']));
};
