import { BranchLook } from './branchLook.ts';
import { type BranchHistory, type HistoryCommit, isMerge, type Presence } from './presence.ts';

/** A source commit that isn't on every branch. */
export interface MissingRow {
  readonly commit: HistoryCommit;
  /** Commits of a merge. */
  readonly brought: readonly HistoryCommit[];
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
  const looks = histories.map((history) => new BranchLook(history));
  return mainLine(source, all).flatMap(({ commit, brought }) => {
    // it merged only commits that all branches have
    if (isMerge(commit) && brought.length === 0) return [];
    const on = histories.map(({ branch }, index): Presence => {
      const presence = looks[index]?.ofRow(commit, brought) ?? unknown;
      const isOpen = presence.state === 'missing' || presence.state === 'unknown';
      return isOpen && isEmpty(commit.id, branch) ? { state: 'other', evidence: [{ kind: 'dryRun' }] } : presence;
    });
    return on.every(({ state }) => state === 'same') ? [] : [{ commit, brought, on }];
  });
};

/** Those without other evidence first. */
export const openPairs = (history: BranchHistory): readonly (readonly [string, string])[] => {
  const look = new BranchLook(history);
  const pairs = history.lacking.flatMap((commit) => look.uncompared(commit));
  return [...pairs.filter(({ isSure }) => !isSure), ...pairs.filter(({ isSure }) => isSure)].map(({ pair }) => pair);
};

const unknown: Presence = { state: 'unknown', evidence: [] };

/** First parents, newest first, merges with their commits. */
const mainLine = (
  source: string,
  all: ReadonlyMap<string, HistoryCommit>,
): readonly { readonly commit: HistoryCommit; readonly brought: readonly HistoryCommit[] }[] => {
  const line: HistoryCommit[] = [];
  for (let commit = all.get(source); commit !== undefined; commit = all.get(commit.parent_ids[0] ?? ''))
    line.push(commit);
  const taken = new Set(line.map(({ id }) => id));
  return line
    .toReversed()
    .map((commit) => ({ commit, brought: broughtBy(commit, all, taken) }))
    .reverse();
};

const broughtBy = (
  { parent_ids: [, ...others] }: HistoryCommit,
  all: ReadonlyMap<string, HistoryCommit>,
  taken: Set<string>,
): readonly HistoryCommit[] => {
  const brought: HistoryCommit[] = [];
  for (const waiting = [...others]; waiting.length > 0;) {
    const commit = all.get(waiting.pop() ?? '');
    if (commit === undefined || taken.has(commit.id)) continue;
    taken.add(commit.id);
    if (!isMerge(commit)) brought.push(commit);
    waiting.push(...commit.parent_ids);
  }
  return brought;
};
