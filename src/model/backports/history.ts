import { type BranchHistory, missingRows, type Presence } from '../board/missing.ts';
import type { ReadRef } from '../board/missingRanges.ts';
import { originsOf } from '../pickTraces.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** What the histories of branches tell of merge requests that were merged into the source. */
export class QueueHistory {
  readonly #source: ReadRef;
  readonly #branches: readonly string[];
  readonly #rows: ReadonlyMap<string, readonly Presence[]>;
  readonly #lacking: readonly ReadonlySet<string>[];
  /** By branch: its own commits by the hashes they were picked from. */
  readonly #picked: readonly ReadonlyMap<string, string>[];

  constructor(source: ReadRef, histories: readonly BranchHistory[]) {
    this.#source = source;
    this.#branches = histories.map(({ branch }) => branch);
    this.#rows = new Map(missingRows(source.sha, histories).map(({ commit, on }) => [commit.id, on]));
    this.#lacking = histories.map(({ lacking }) => new Set(lacking.map(({ id }) => id)));
    this.#picked = histories.map(
      ({ own }) => new Map(own.flatMap((commit) => originsOf(commit).map((origin) => [origin, commit.id] as const))),
    );
  }

  /** Whether a branch has all commits of a merge request; undefined where the histories do not tell. */
  presence(request: MergeRequest, branch: string, commits: readonly string[]): Presence | undefined {
    const index = this.#branches.indexOf(branch);
    if (index < 0 || commits.length === 0) return undefined;
    const all = commits.map((sha) => this.#ofCommit(request, index, sha));
    // what is not there decides for all
    const open = all.findIndex((each) => each === undefined || each.state === 'missing' || each.state === 'unknown');
    return all.at(open);
  }

  #ofCommit({ target_branch: target }: MergeRequest, index: number, sha: string): Presence | undefined {
    const row = this.#rows.get(sha)?.[index];
    if (row !== undefined) return row;
    const as = this.#pickOf(index, sha);
    if (as !== undefined) return { state: 'other', evidence: [{ kind: 'pickLine', as }] };
    // the source has it, and it is not among what the branch lacks
    const isSame = target === this.#source.name && this.#lacking[index]?.has(sha) === false;
    return isSame ? { state: 'same', evidence: [{ kind: 'sameCommit' }] } : undefined;
  }

  #pickOf(index: number, sha: string): string | undefined {
    const picked = this.#picked[index];
    return [...(picked ?? [])].find(([origin]) => sha.startsWith(origin))?.[1];
  }
}
