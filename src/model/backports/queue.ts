import type { CellAnswer } from '../board/cells.ts';
import type { Presence } from '../board/presence.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** By urgency. */
export const queueStates = ['conflict', 'wanted', 'refused', 'unknown', 'open', 'done', 'notNeeded'] as const;

/**
 * `wanted`: nothing done yet; `open`: backport is open; `done`: on the branch; `conflict`: by dry run; `refused`: protected
 * or dry run refused; `notNeeded`: by label.
 */
export type QueueState = (typeof queueStates)[number];

/** Rule that matched; `all` if only a label excludes the merge request. */
export type QueueReason = { readonly kind: 'label' | 'milestone'; readonly name: string } | { readonly kind: 'all' };

export type QueueEvidence =
  | { readonly kind: 'notNeeded'; readonly label: string }
  | { readonly kind: 'history'; readonly presence: Presence }
  /** A merge request to the branch names it, in its text or commits. */
  | { readonly kind: 'request'; readonly brings: BringingRequest }
  | { readonly kind: 'dryRun'; readonly answer: CellAnswer }
  /**
   * No merge commit: each commit was tested alone, oldest first; undefined if untested. `answer` is the decisive one, at
   * index `at`.
   */
  | {
      readonly kind: 'dryRuns';
      readonly answers: readonly (CellAnswer | undefined)[];
      readonly at: number;
      readonly answer: CellAnswer;
    }
  /** No dry run yet because of the limit. */
  | { readonly kind: 'untested' }
  /** Commits unknown, or beyond the limit. */
  | { readonly kind: 'noCommit' }
  | { readonly kind: 'branchMissing' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface BringingRequest {
  readonly request: MergeRequest;
  readonly how: 'text' | 'commits';
}

/** A merged merge request for one branch. */
export interface QueueCell {
  readonly request: MergeRequest;
  readonly branch: string;
  readonly reason: QueueReason;
  readonly state: QueueState;
  readonly evidence: QueueEvidence;
  /** Its open or merged backport. */
  readonly brings: BringingRequest | undefined;
  /** SHAs to pick, oldest first; empty if unknown. */
  readonly commits: readonly string[];
}

export interface QueueBranch {
  readonly branch: string;
  /** Tip when read; undefined if missing or failed. */
  readonly tip: string | undefined;
  readonly error?: unknown;
  readonly cells: readonly QueueCell[];
}

export interface Queue {
  readonly branches: readonly QueueBranch[];
  /** Undefined unless reading histories failed. */
  readonly historyError: unknown;
  /** Number skipped by the limit. */
  readonly unreadRequests: number;
  readonly readAtMs: number;
}

/** Omits states without cells. */
export const countStates = (cells: readonly Pick<QueueCell, 'state'>[]): readonly (readonly [QueueState, number])[] =>
  queueStates.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [[state, count] as const];
  });

export const inQueueOrder = (cells: readonly QueueCell[]): readonly QueueCell[] =>
  cells.toSorted(
    (one, other) =>
      queueStates.indexOf(one.state) - queueStates.indexOf(other.state) || other.request.iid - one.request.iid,
  );
