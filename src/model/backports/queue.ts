import type { CellAnswer } from '../board/cells.ts';
import type { Presence } from '../board/presence.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** States of a merge request on a branch, in the order in which they want something done. */
export const queueStates = ['conflict', 'wanted', 'refused', 'unknown', 'open', 'done', 'notNeeded'] as const;

/**
 * `wanted`: nothing has been done; `open`: a merge request that brings it is open; `done`: it is there; `conflict`: a dry
 * run says so; `refused`: the branch is protected, or the server refused the dry run; `notNeeded`: a label says so.
 */
export type QueueState = (typeof queueStates)[number];

/** What of the file wants a merge request on a branch; `all` for one that only says that it needs no backport. */
export type QueueReason = { readonly kind: 'label' | 'milestone'; readonly name: string } | { readonly kind: 'all' };

/** How a state is known. */
export type QueueEvidence =
  /** The label that says that no backport is needed. */
  | { readonly kind: 'notNeeded'; readonly label: string }
  /** What the history of the branch says. */
  | { readonly kind: 'history'; readonly presence: Presence }
  /** A merge request to the branch names it, or its commits do. */
  | { readonly kind: 'request'; readonly brings: BringingRequest }
  | { readonly kind: 'dryRun'; readonly answer: CellAnswer }
  /**
   * It was merged without a merge commit: each of its commits was tested alone on the tip, oldest first; one without an
   * answer not yet. `answer` decides, that of the commit `at`.
   */
  | {
      readonly kind: 'dryRuns';
      readonly answers: readonly (CellAnswer | undefined)[];
      readonly at: number;
      readonly answer: CellAnswer;
    }
  /** There is no dry run so far: more were wanted than are sent at once. */
  | { readonly kind: 'untested' }
  /** The server does not say which commit it left on its target, or its commits were too many to be read. */
  | { readonly kind: 'noCommit' }
  | { readonly kind: 'branchMissing' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A merge request to a branch that brings another one there. */
export interface BringingRequest {
  readonly request: MergeRequest;
  readonly how: 'text' | 'commits';
}

/** A merged merge request on a branch. */
export interface QueueCell {
  readonly request: MergeRequest;
  readonly branch: string;
  readonly reason: QueueReason;
  readonly state: QueueState;
  readonly evidence: QueueEvidence;
  /** The merge request that brings it, open or merged. */
  readonly brings: BringingRequest | undefined;
  /** Full hashes of the commits to pick, oldest first; none where they are not known. */
  readonly commits: readonly string[];
}

/** A branch of the file with all that is wanted there: what wants something done first, the newest first. */
export interface QueueBranch {
  readonly branch: string;
  /** Its tip when the queue was read; undefined for one that is missing or could not be read. */
  readonly tip: string | undefined;
  /** Why it could not be read. */
  readonly error?: unknown;
  readonly cells: readonly QueueCell[];
}

/** A queue as it was read. */
export interface Queue {
  readonly branches: readonly QueueBranch[];
  /** Why nothing is known from the histories; undefined where they were read. */
  readonly historyError: unknown;
  /** Open merge requests whose commits were not read, as there were too many. */
  readonly unreadRequests: number;
  readonly readAtMs: number;
}

/** How many cells of a branch are in each state, without those that are in none. */
export const countStates = (cells: readonly Pick<QueueCell, 'state'>[]): readonly (readonly [QueueState, number])[] =>
  queueStates.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [[state, count] as const];
  });

/** The cells in the order in which they are shown. */
export const inQueueOrder = (cells: readonly QueueCell[]): readonly QueueCell[] =>
  cells.toSorted(
    (one, other) =>
      queueStates.indexOf(one.state) - queueStates.indexOf(other.state) || other.request.iid - one.request.iid,
  );
