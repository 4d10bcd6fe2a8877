import type { Client } from '../../client/client.ts';
import { eachPage } from '../../client/eachPage.ts';
import { type Commit, getCommit, listCommitDiff, listCommits } from '../../wire/commits.ts';
import { openPairs } from './missing.ts';
import { branchRef } from '../../wire/refName.ts';
import type { BranchHistory, HistoryCommit } from './presence.ts';
import { patchId } from './patchId.ts';

/** Per list: fifty pages. */
export const maxListed = 5_000;
/** For diffs. */
const maxMergeRequests = 40;
const diffsAtOnce = 4;

export interface ReadRef {
  readonly name: string;
  readonly sha: string;
  readonly date: string;
}

export interface RangeProgress {
  readonly commits: number;
  readonly diffs: number;
}

export class TooFarApart extends Error {
  override readonly name = 'TooFarApart';
}

/** C3. Throws for missing branches. */
export const readRefs = (
  client: Client,
  project: number,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly ReadRef[]> =>
  Promise.all(
    names.map(async (name) => {
      const { id, created_at: date } = await client.send(
        getCommit,
        { id: project, sha: branchRef(name), stats: false },
        { signal },
      );
      return { name, sha: id, date };
    }),
  );

/**
 * Reads commits (C1), then the most useful diffs (C7), up to 40 requests. Skips `known` histories. Throws `TooFarApart`
 * beyond `limit` commits.
 */
export const readHistories = async (
  place: { readonly client: Client; readonly project: number },
  source: ReadRef,
  branches: readonly ReadRef[],
  {
    signal,
    report,
    known = [],
    most = maxListed,
  }: {
    readonly signal: AbortSignal;
    readonly known?: readonly BranchHistory[];
    readonly report: (progress: RangeProgress) => void;
    readonly most?: number;
  },
): Promise<readonly BranchHistory[]> => {
  const reader = new RangeReader(place, most, signal, report);
  const asked = branches.filter(({ name }) => !known.some(({ branch }) => branch === name));
  const owned = await Promise.all(
    asked.map(async (branch) => ({ branch, own: await reader.list(source.sha, branch.sha) })),
  );
  const lacking = new Map<ReadRef, readonly HistoryCommit[]>();
  // the list of the oldest branch contains the others
  const byAge = owned.toSorted((one, other) => partedAt(one) - partedAt(other));
  let widest: { readonly list: readonly HistoryCommit[]; readonly ends: readonly string[] } | undefined;
  for (const { branch, own } of byAge) {
    const ends = endsOf(branch.sha, own);
    const list = (widest && narrowed(widest, ends)) ?? (await reader.list(branch.sha, source.sha));
    widest ??= { list, ends };
    lacking.set(branch, list);
  }
  const histories = owned.map(({ branch, own }): BranchHistory => ({
    branch: branch.name,
    own,
    lacking: lacking.get(branch) ?? [],
    patches: { ids: new Map(), areComplete: false },
  }));
  // reading the refs took one request each
  const ids = await reader.patchIds(histories.flatMap(openPairs), maxMergeRequests - 1 - branches.length);
  const read = histories.map((history) => ({ ...history, patches: { ids, areComplete: false } }));
  return branches.flatMap(({ name }) => [...known, ...read].find(({ branch }) => branch === name) ?? []);
};

/** Oldest own commit or tip, in epoch milliseconds. */
const partedAt = ({ branch, own }: { readonly branch: ReadRef; readonly own: readonly HistoryCommit[] }): number =>
  own.reduce((oldest, { created_at: date }) => Math.min(oldest, Date.parse(date)), Date.parse(branch.date));

/** Shared parents of the branch's own commits. */
const endsOf = (tip: string, own: readonly HistoryCommit[]): readonly string[] => {
  const known = new Set(own.map(({ id }) => id));
  return known.size === 0 ? [tip] : own.flatMap(({ parent_ids: parents }) => parents).filter((id) => !known.has(id));
};

/** Filters the list of an older branch; undefined if it may be incomplete. */
const narrowed = (
  widest: { readonly list: readonly HistoryCommit[]; readonly ends: readonly string[] },
  ends: readonly string[],
): readonly HistoryCommit[] | undefined => {
  const all = new Map(widest.list.map((commit) => [commit.id, commit]));
  const there = new Set<string>();
  for (const waiting = [...ends]; waiting.length > 0;) {
    const id = waiting.pop() ?? '';
    if (there.has(id)) continue;
    there.add(id);
    waiting.push(...(all.get(id)?.parent_ids ?? []));
  }
  return widest.ends.every((end) => there.has(end)) ? widest.list.filter(({ id }) => !there.has(id)) : undefined;
};

class RangeReader {
  readonly #place: { readonly client: Client; readonly project: number };
  readonly #most: number;
  readonly #signal: AbortSignal;
  readonly #report: (progress: RangeProgress) => void;
  #requests = 0;
  #commits = 0;
  #diffs = 0;

  constructor(
    place: { readonly client: Client; readonly project: number },
    most: number,
    signal: AbortSignal,
    report: (progress: RangeProgress) => void,
  ) {
    this.#place = place;
    this.#most = most;
    this.#signal = signal;
    this.#report = report;
  }

  async list(from: string, to: string): Promise<readonly HistoryCommit[]> {
    if (from === to) return [];
    const { client, project: id } = this.#place;
    const parameters = { id, ref_name: `${from}..${to}`, order: 'topo', per_page: 100 } as const;
    const commits: HistoryCommit[] = [];
    for await (const { items } of eachPage(client, listCommits, parameters, { signal: this.#signal })) {
      this.#requests += 1;
      commits.push(...items.map(historyCommit));
      this.#commits += items.length;
      this.#notify();
      if (commits.length > this.#most) throw new TooFarApart();
    }
    // a full page may be the last
    if (commits.length > 0 && commits.length % 100 === 0) this.#requests += 1;
    return commits;
  }

  async patchIds(pairs: readonly (readonly [string, string])[], most: number): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set<string>();
    for (const pair of pairs) {
      const more = pair.filter((sha) => !wanted.has(sha));
      if (this.#requests + wanted.size + more.length <= most) for (const sha of more) wanted.add(sha);
    }
    const ids = new Map<string, string>();
    const waiting = [...wanted];
    const work = async (): Promise<void> => {
      for (let sha = waiting.shift(); sha !== undefined; sha = waiting.shift()) {
        const parameters = { id: this.#place.project, sha, per_page: 100 };
        const files = await this.#place.client.send(listCommitDiff, parameters, { signal: this.#signal });
        const id = files.next === undefined ? patchId(files.items) : undefined;
        if (id !== undefined) ids.set(sha, id);
        this.#diffs += 1;
        this.#notify();
      }
    };
    await Promise.all(Array.from({ length: diffsAtOnce }, work));
    return ids;
  }

  #notify(): void {
    this.#report({ commits: this.#commits, diffs: this.#diffs });
  }
}

const historyCommit = (commit: Commit): HistoryCommit => ({
  id: commit.id,
  title: commit.title,
  message: commit.message,
  author_name: commit.author_name,
  author_email: commit.author_email,
  authored_date: commit.authored_date,
  created_at: commit.created_at,
  parent_ids: commit.parent_ids ?? [],
});
