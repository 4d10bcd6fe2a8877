import { BranchSearch } from './branchSearch.ts';
import { type BranchHistory, type HistoryCommit, isMerge, type Presence } from './presence.ts';

/** A source commit that isn't on every branch. */
export interface MissingRow {
  readonly commit: HistoryCommit;
  /** Commits of a merge. */
  readonly mergedCommits: readonly HistoryCommit[];
  readonly on: readonly Presence[];
}

/** Nothing to apply, by a dry run. */
export type EmptyDryRun = (sha: string, branch: string) => boolean;

/** Newest first; `source` is a SHA. */
export const missingRows = (
  source: string,
  histories: readonly BranchHistory[],
  isEmpty: EmptyDryRun = () => false,
): readonly MissingRow[] => {
  const all = new Map(histories.flatMap(({ lacking }) => lacking.map((commit) => [commit.id, commit] as const)));
  const searches = histories.map((history) => new BranchSearch(history));
  return mainLine(source, all).flatMap(({ commit, mergedCommits }) => {
    // it merged only commits that all branches have
    if (isMerge(commit) && mergedCommits.length === 0) return [];
    const on = histories.map(({ branch }, index): Presence => {
      const presence = searches[index]?.ofRow(commit, mergedCommits) ?? unknown;
      const isOpen = presence.state === 'missing' || presence.state === 'unknown';
      return isOpen && isEmpty(commit.id, branch) ? { state: 'other', evidence: [{ kind: 'dryRun' }] } : presence;
    });
    return on.every(({ state }) => state === 'same') ? [] : [{ commit, mergedCommits, on }];
  });
};

/** Those without other evidence first. */
export const openPairs = (history: BranchHistory): readonly (readonly [string, string])[] => {
  const search = new BranchSearch(history);
  const pairs = history.lacking.flatMap((commit) => search.uncompared(commit));
  return [...pairs.filter(({ isSure }) => !isSure), ...pairs.filter(({ isSure }) => isSure)].map(({ pair }) => pair);
};

const unknown: Presence = { state: 'unknown', evidence: [] };

/** First parents, newest first, merges with their commits. */
const mainLine = (
  source: string,
  all: ReadonlyMap<string, HistoryCommit>,
): readonly { readonly commit: HistoryCommit; readonly mergedCommits: readonly HistoryCommit[] }[] => {
  const line: HistoryCommit[] = [];
  for (let commit = all.get(source); commit !== undefined; commit = all.get(commit.parent_ids[0] ?? ''))
    line.push(commit);
  const taken = new Set(line.map(({ id }) => id));
  return line
    .toReversed()
    .map((commit) => ({ commit, mergedCommits: presentAs(commit, all, taken) }))
    .reverse();
};

const presentAs = (
  { parent_ids: [, ...others] }: HistoryCommit,
  all: ReadonlyMap<string, HistoryCommit>,
  taken: Set<string>,
): readonly HistoryCommit[] => {
  const mergedCommits: HistoryCommit[] = [];
  for (const waiting = [...others]; waiting.length > 0;) {
    const commit = all.get(waiting.pop() ?? '');
    if (commit === undefined || taken.has(commit.id)) continue;
    taken.add(commit.id);
    if (!isMerge(commit)) mergedCommits.push(commit);
    waiting.push(...commit.parent_ids);
  }
  return mergedCommits;
};
