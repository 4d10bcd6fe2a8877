import type { TracedCommit } from '../pickTraces.ts';

/** A commit as histories are read: enough to list it, and to tell where it came from. */
export interface HistoryCommit extends TracedCommit {
  readonly author_name: string;
  readonly created_at: string;
  readonly parent_ids: readonly string[];
}

/** What lies between the source and a branch. Both lists have children before their parents. */
export interface BranchHistory {
  readonly branch: string;
  /** Commits of the source that do not lead to the branch. */
  readonly lacking: readonly HistoryCommit[];
  /** Commits of the branch that do not lead to the source. */
  readonly own: readonly HistoryCommit[];
  readonly patches: Patches;
}

/** What is known of the patches on both sides. */
export interface Patches {
  /** Patch-ids by commit; that of a merge is of its difference to its first parent. */
  readonly ids: ReadonlyMap<string, string>;
  /** All commits but merges were compared: those without an id here have no equal on the other side. */
  readonly areComplete: boolean;
}

/** Why a commit is taken to be on a branch, or not to be; `as` is the SHA it has there. */
export type Evidence =
  | { readonly kind: 'sameCommit' }
  /** A message names the other commit, or both name a third one. */
  | { readonly kind: 'pickLine'; readonly as: string }
  | { readonly kind: 'mergeRequest'; readonly as: string; readonly reference: string }
  /** Author, date and title are the same. */
  | { readonly kind: 'kept'; readonly as: string }
  /** Both take back the same commit. */
  | { readonly kind: 'revert'; readonly as: string }
  | { readonly kind: 'patch'; readonly as: string }
  | { readonly kind: 'otherPatch'; readonly as: string }
  | { readonly kind: 'patchUnread'; readonly as: string }
  | { readonly kind: 'reverted'; readonly as: string; readonly by: string }
  /** Of a merge: how many of the commits it brought are there. */
  | { readonly kind: 'parts'; readonly there: number; readonly of: number }
  | { readonly kind: 'dryRun' };

/** Whether a branch has a commit; `changed` under another SHA and with other changes. */
export interface Presence {
  readonly state: 'missing' | 'same' | 'other' | 'changed' | 'unknown';
  readonly evidence: readonly Evidence[];
}

/** Whether a commit has several parents. */
export const isMerge = ({ parent_ids: parents }: Pick<HistoryCommit, 'parent_ids'>): boolean => parents.length > 1;
