import { missingRows } from '../board/missing.ts';
import type { BranchHistory, Presence } from '../board/presence.ts';
import type { ReadRef } from '../board/missingRanges.ts';
import { stableTrace, originsOf, type TracedCommit } from '../pick/traces.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** Of pick trailers. */
const minHash = 7;

/** Finds commits of merge requests in the histories of branches. */
export class QueueHistory {
  readonly #source: ReadRef;
  readonly #branches: readonly string[];
  readonly #rows: ReadonlyMap<string, readonly Presence[]>;
  readonly #lacking: readonly ReadonlySet<string>[];
  /** Per branch: own SHA by original SHA. */
  readonly #picked: readonly ReadonlyMap<string, string>[];
  /** By what a rebase keeps; undefined if ambiguous. */
  readonly #kept = new Map<string, string | undefined>();

  constructor(source: ReadRef, histories: readonly BranchHistory[]) {
    this.#source = source;
    this.#branches = histories.map(({ branch }) => branch);
    this.#rows = new Map(missingRows(source.sha, histories).map(({ commit, on }) => [commit.id, on]));
    this.#lacking = histories.map(({ lacking }) => new Set(lacking.map(({ id }) => id)));
    this.#picked = histories.map(
      ({ own }) => new Map(own.flatMap((commit) => originsOf(commit).map((origin) => [origin, commit.id] as const))),
    );
    for (const [id, commit] of new Map(histories.flatMap(({ lacking }) => lacking.map((each) => [each.id, each])))) {
      const trace = stableTrace(commit);
      if (trace !== undefined) this.#kept.set(trace, this.#kept.has(trace) ? undefined : id);
    }
  }

  /** SHAs on the target, which differ after a rebase. */
  onTarget({ target_branch: target }: MergeRequest, commits: readonly TracedCommit[]): readonly string[] {
    return commits.map((commit) => {
      const isRead = this.#lacking.some((lacking) => lacking.has(commit.id));
      const trace = isRead || target !== this.#source.name ? undefined : stableTrace(commit);
      return (trace === undefined ? undefined : this.#kept.get(trace)) ?? commit.id;
    });
  }

  /** Per commit; undefined if unknown. */
  presence(mergeRequest: MergeRequest, branch: string, commits: readonly string[]): readonly (Presence | undefined)[] {
    const index = this.#branches.indexOf(branch);
    return commits.map((sha) => (index < 0 ? undefined : this.#ofCommit(mergeRequest, index, sha)));
  }

  #ofCommit({ target_branch: target }: MergeRequest, index: number, sha: string): Presence | undefined {
    const row = this.#rows.get(sha)?.[index];
    if (row !== undefined) return row;
    const as = this.#pickOf(index, sha);
    if (as !== undefined) return { state: 'other', evidence: [{ kind: 'pickLine', as }] };
    // on the source and not missing on the branch
    const isSame = target === this.#source.name && this.#lacking[index]?.has(sha) === false;
    return isSame ? { state: 'same', evidence: [{ kind: 'sameCommit' }] } : undefined;
  }

  #pickOf(index: number, sha: string): string | undefined {
    // trailers may be abbreviated
    for (let length = sha.length; length >= minHash; length -= 1) {
      const as = this.#picked[index]?.get(sha.slice(0, length));
      if (as !== undefined) return as;
    }
    return undefined;
  }
}
