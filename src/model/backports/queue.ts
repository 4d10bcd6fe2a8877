import type { CellAnswer } from '../pick/answers.ts';
import type { Presence } from '../board/presence.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** By urgency. */
export const queueStates = ['conflict', 'wanted', 'refused', 'unknown', 'open', 'done', 'notNeeded'] as const;

/**
 * `wanted`: nothing done; `open`: backport is open; `done`: on the branch; `conflict`: by dry run; `refused`: branch
 * protected or dry run refused; `notNeeded`: by label.
 */
export type QueueState = (typeof queueStates)[number];

/** `all`: matched only by a `notNeeded` label. */
export type QueueReason = { readonly kind: 'label' | 'milestone'; readonly name: string } | { readonly kind: 'all' };

export type QueueEvidence =
  | { readonly kind: 'notNeeded'; readonly label: string }
  | { readonly kind: 'history'; readonly presence: Presence }
  /** By its text or commits. */
  | { readonly kind: 'request'; readonly backport: BackportRequest }
  | { readonly kind: 'dryRun'; readonly answer: CellAnswer }
  /** Without merge commit, each commit is tested alone, oldest first. `answer` is the decisive one, of index `at`. */
  | {
      readonly kind: 'dryRuns';
      readonly answers: readonly (CellAnswer | undefined)[];
      readonly at: number;
      readonly answer: CellAnswer;
    }
  /** Over the limit. */
  | { readonly kind: 'untested' }
  /** Unknown or over the limit. */
  | { readonly kind: 'noCommit' }
  | { readonly kind: 'branchMissing' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface BackportRequest {
  readonly mergeRequest: MergeRequest;
  readonly how: 'text' | 'commits';
}

export interface QueueCell {
  readonly mergeRequest: MergeRequest;
  readonly branch: string;
  readonly reason: QueueReason;
  readonly state: QueueState;
  readonly evidence: QueueEvidence;
  /** Open or merged. */
  readonly backport: BackportRequest | undefined;
  /** Full SHAs, oldest first; empty if unknown. */
  readonly commits: readonly string[];
}

export interface QueueBranch {
  readonly branch: string;
  /** Undefined if missing or unreadable. */
  readonly tip: string | undefined;
  readonly error?: unknown;
  readonly cells: readonly QueueCell[];
}

export interface Queue {
  readonly branches: readonly QueueBranch[];
  /** Undefined unless reading histories failed. */
  readonly historyError: unknown;
  /** Over the limit. */
  readonly unreadRequests: number;
  readonly readAtMs: number;
}

export const countStates = (cells: readonly Pick<QueueCell, 'state'>[]): readonly (readonly [QueueState, number])[] =>
  queueStates.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [[state, count] as const];
  });

export const inQueueOrder = (cells: readonly QueueCell[]): readonly QueueCell[] =>
  cells.toSorted(
    (one, other) =>
      queueStates.indexOf(one.state) - queueStates.indexOf(other.state) ||
      other.mergeRequest.iid - one.mergeRequest.iid,
  );
