import type { Branch } from '../../wire/projects.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { Commit } from '../../wire/commits.ts';
import type { CellAnswer } from '../pick/answers.ts';
import type { Presence } from '../board/presence.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { type BranchMergeRequests, backportOf, hashesOf, readOrigins } from './findBackport.ts';
import type { DryRunCell } from './dryRuns.ts';
import type { QueueHistory } from './history.ts';
import type { QueueCell, QueueEvidence, QueueState } from './queue.ts';
import type { QueuePlace, Wanted } from './wanted.ts';

/** Open merge requests whose commits are read. */
const maxOpenRead = 20;
/** Merge requests without merge commit whose commits are read. */
const maxFastForwards = 50;

export interface Target {
  readonly name: string;
  readonly read: Branch | 'missing' | { readonly error: unknown };
  readonly requests: BranchMergeRequests;
}

export type Decided = Pick<QueueCell, 'state' | 'evidence' | 'backport'>;

/** Oldest first; `there` if the history shows the commit. */
export interface OpenCell {
  readonly tests: readonly (DryRunCell | 'there')[];
}

/** Caches reads, up to fixed limits. */
export class QueueReading {
  readonly #place: QueuePlace;
  readonly #history: QueueHistory | undefined;
  readonly #signal: AbortSignal;
  /** Without merge commit; by iid, oldest first. */
  readonly #commits = new Map<number, readonly Commit[]>();
  readonly #origins = new Map<number, readonly string[]>();
  /** Open ones skipped by the limit, by iid. */
  readonly unread = new Set<number>();

  constructor(place: QueuePlace, history: QueueHistory | undefined, signal: AbortSignal) {
    this.#place = place;
    this.#history = history;
    this.#signal = signal;
  }

  /** Oldest first: merge or squash commit, otherwise its own as on the target. */
  async commitsOf(mergeRequest: MergeRequest): Promise<readonly string[]> {
    const { iid, merge_commit_sha: merge, squash_commit_sha: squash } = mergeRequest;
    const made = merge ?? squash;
    if (made != null) return [made];
    let commits = this.#commits.get(iid);
    if (commits === undefined) {
      if (this.#commits.size >= maxFastForwards) return [];
      const { client, project } = this.#place;
      commits = (await readMergeRequestCommits({ client, project, iid }, { signal: this.#signal })).toReversed();
      this.#commits.set(iid, commits);
    }
    return this.#history?.onTarget(mergeRequest, commits) ?? commits.map(({ id }) => id);
  }

  async decide(
    { mergeRequest, branch, notNeeded }: Wanted,
    { read, requests }: Target,
    commits: readonly string[],
  ): Promise<Decided | OpenCell> {
    if (notNeeded !== undefined) return as('notNeeded', { kind: 'notNeeded', label: notNeeded });
    if (read === 'missing') return as('unknown', { kind: 'branchMissing' });
    if ('error' in read) return as('unknown', { kind: 'failed', error: read.error });
    const all = this.#history?.presence(mergeRequest, branch, commits) ?? [];
    const merged = backportOf(requests.merged, mergeRequest);
    const presence = together(all);
    if (presence !== undefined) return as('done', { kind: 'history', presence }, merged);
    // a reverted backport is wanted again
    const isReverted = all.some((each) => each?.evidence.some(({ kind }) => kind === 'reverted'));
    if (merged !== undefined && !isReverted) return as('done', { kind: 'request', backport: merged }, merged);
    const opened =
      backportOf(requests.opened, mergeRequest) ?? (await this.#byCommits(requests.opened, mergeRequest, commits));
    if (opened !== undefined) return as('open', { kind: 'request', backport: opened }, opened);
    if (commits.length === 0) return as('unknown', { kind: 'noCommit' });
    const cell = { branch, tip: read.commit.id, title: mergeRequest.title };
    return { tests: commits.map((sha, index) => (isThere(all[index]) ? 'there' : { ...cell, sha })) };
  }

  async #byCommits(
    opened: readonly MergeRequest[],
    mergeRequest: MergeRequest,
    commits: readonly string[],
  ): Promise<Decided['backport']> {
    const own = this.#commits.get(mergeRequest.iid) ?? [];
    const hashes = [...commits, ...own.map(({ id }) => id), ...hashesOf(mergeRequest)];
    for (const each of opened) {
      const origins = await this.#originsOf(each.iid);
      if (origins.some((cut) => hashes.some((sha) => sha.startsWith(cut))))
        return { mergeRequest: each, how: 'commits' };
    }
    return undefined;
  }

  async #originsOf(iid: number): Promise<readonly string[]> {
    const known = this.#origins.get(iid);
    if (known !== undefined) return known;
    if (this.#origins.size >= maxOpenRead) {
      this.unread.add(iid);
      return [];
    }
    const origins = await readOrigins(this.#place, iid, this.#signal);
    this.#origins.set(iid, origins);
    return origins;
  }
}

const isThere = (presence: Presence | undefined): boolean =>
  presence !== undefined && ['same', 'other', 'changed'].includes(presence.state);

/** Undefined unless all commits are present. */
const together = (all: readonly (Presence | undefined)[]): Presence | undefined => {
  if (all.length < 2) return isThere(all[0]) ? all[0] : undefined;
  const state = all.some((each) => each?.state === 'changed') ? 'changed' : 'other';
  const evidence = [{ kind: 'parts', there: all.length, of: all.length }] as const;
  return all.every(isThere) ? { state, evidence } : undefined;
};

const as = (state: QueueState, evidence: QueueEvidence, backport?: QueueCell['backport']): Decided => ({
  state,
  evidence,
  backport,
});

/** Each commit was tested alone, so a conflict is certain only if nothing before it is missing. */
export const tested = (answers: readonly (CellAnswer | undefined)[]): Decided => {
  const first = Math.max(
    answers.findIndex((answer) => answer?.kind !== 'alreadyThere'),
    0,
  );
  const open = answers.findIndex((answer) => answer?.kind !== 'alreadyThere' && answer?.kind !== 'clean');
  const at = open < 0 ? first : open;
  const answer = answers[at];
  if (answer === undefined) return as('wanted', { kind: 'untested' });
  const evidence: QueueEvidence =
    answers.length === 1 ? { kind: 'dryRun', answer } : { kind: 'dryRuns', answers, at, answer };
  return as(at === first || answer.kind !== 'conflict' ? stateOf(answer) : 'wanted', evidence);
};

const stateOf = ({ kind }: CellAnswer): QueueState => {
  switch (kind) {
    case 'clean':
      return 'wanted';
    case 'alreadyThere':
      return 'done';
    case 'conflict':
      return 'conflict';
    case 'protected':
    case 'refused':
      return 'refused';
    case 'branchMissing':
    case 'failed':
      return 'unknown';
  }
};
