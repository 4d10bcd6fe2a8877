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
  const [isShallow, partial, found] = await Promise.all([
    runGit(clone, ['rev-parse', '--is-shallow-repository'], around),
    runGit(clone, ['config', '--get-regexp', '^remote\\..*\\.promisor$'], around),
    runGit(clone, ['cat-file', '--batch-check=%(objecttype)'], {
      ...around,
      input: shas.map((sha) => `${sha}\n`).join(''),
      // a partial clone would ask its server for what it does not have
      env: { GIT_NO_LAZY_FETCH: '1' },
    }),
  ]);
  if (isShallow.code !== 0 || isShallow.stdout.toString().trim() !== 'false' || partial.code === 0) return false;
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
  const stop = new AbortController();
  const around: GitOptions = {
    signal: AbortSignal.any([signal, stop.signal]),
    env: { GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' },
  };
  const range = `${branch.sha}...${source.sha}`;
  try {
    // git takes as long to say which are equal as to make the diffs: those that will likely be wanted are made meanwhile
    const [equal, { history, ids: early }] = await Promise.all([
      readEqual(clone, range, around),
      readCommits(clone, range, around).then(async (commits) => {
        const lackingIds = reachable(source.sha, commits);
        const all = [...commits.values()];
        const own = all.filter(({ id }) => !lackingIds.has(id));
        const read = { branch: branch.name, lacking: all.filter(({ id }) => lackingIds.has(id)), own };
        const merges = mergesToRead(read);
        const likely = all.length <= fewCommits ? [...sameTitles(read), ...merges] : [];
        const ids = await readPatchIds(clone, [...new Set(likely)], around);
        return { history: { ...read, merges }, ids };
      }),
    ]);
    const { merges, ...sides } = history;
    const wanted = [...new Set([...equal, ...merges])];
    const late = await readPatchIds(
      clone,
      wanted.filter((id) => !early.has(id)),
      around,
    );
    const ids = new Map(wanted.map((id) => [id, early.get(id) ?? late.get(id) ?? 'empty']));
    return { ...sides, patches: { ids, areComplete: true } };
  } finally {
    // after a failure of one the other is not read to its end
    stop.abort();
  }
};

/** Up to this many, starting git one after the other takes longer than a diff that is made for nothing. */
const fewCommits = 2_500;

type Sides = Pick<BranchHistory, 'branch' | 'lacking' | 'own'>;

/** git leaves merges out when it says what is equal; they are read where something says that one was picked or squashed. */
const mergesToRead = (sides: Sides): readonly string[] => {
  const lacking = sides.own.some(isMerge) ? sides.lacking : sides.lacking.filter(isMerge);
  return openPairs({ ...sides, lacking, patches: { ids: new Map(), areComplete: true } }).flat();
};

/** Commits under whose title there is one on the other side, as a pick has it. */
const sameTitles = ({ lacking, own }: Sides): readonly string[] => {
  const single = [lacking, own].map((side) => side.filter((commit) => !isMerge(commit)));
  const [titles, others] = single.map((side) => new Set(side.map(({ title }) => title)));
  return single.flatMap((side, index) =>
    side.flatMap(({ id, title }) => ((index === 0 ? others : titles)?.has(title) === true ? [id] : [])),
  );
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

const fields = ['%H', '%P', '%an', '%ae', '%aI', '%cI', '%B'] as const;

/** The commits that have an equal on the other side of a symmetric difference. */
const readEqual = async (clone: GitFolder, range: string, around: GitOptions): Promise<readonly string[]> => {
  const printed = await gitOutput(clone, ['rev-list', '--cherry-mark', '--no-merges', range, '--'], around);
  return printed
    .toString()
    .split('\n')
    .flatMap((line) => (line.startsWith('=') ? [line.slice(1)] : []));
};

/** Both sides of a symmetric difference, children before parents. */
const readCommits = async (
  clone: GitFolder,
  range: string,
  around: GitOptions,
): Promise<ReadonlyMap<string, HistoryCommit>> => {
  const format = `--format=tformat:${fields.join('%x00')}`;
  const plain = ['--no-show-signature', '--encoding=UTF-8', '--no-color', '--no-patch', '--no-notes'];
  const args = ['log', '-z', '--topo-order', ...plain, format, range, '--'];
  const parts = (await gitOutput(clone, args, around)).toString('utf8').split('\0');
  const commits = new Map<string, HistoryCommit>();
  for (let at = 0; at + fields.length <= parts.length; at += fields.length) {
    const [id = '', parents = '', name = '', email = '', authored = '', date = '', message = ''] = parts.slice(
      at,
      at + fields.length,
    );
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
  return commits;
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

/** From this many on, making the diffs takes longer than starting git: two do it at once. */
const manyDiffs = 1_000;

/** Patch-ids by commit, of a merge that of its difference to its first parent. */
const readPatchIds = async (
  clone: GitFolder,
  shas: readonly string[],
  around: GitOptions,
): Promise<ReadonlyMap<string, string>> => {
  if (shas.length === 0) return new Map();
  if (shas.length > manyDiffs) {
    const half = Math.ceil(shas.length / 2);
    const parts = [shas.slice(0, half), shas.slice(half)].map((each) => readPatchIdsAtOnce(clone, each, around));
    return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  }
  return readPatchIdsAtOnce(clone, shas, around);
};

const readPatchIdsAtOnce = async (
  clone: GitFolder,
  shas: readonly string[],
  around: GitOptions,
): Promise<ReadonlyMap<string, string>> => {
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
