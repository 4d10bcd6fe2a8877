import type { TracedCommit } from '../pick/traces.ts';

export interface HistoryCommit extends TracedCommit {
  readonly author_name: string;
  readonly created_at: string;
  readonly parent_ids: readonly string[];
}

/** Children before parents. */
export interface BranchHistory {
  readonly branch: string;
  /** Source commits not on the branch. */
  readonly lacking: readonly HistoryCommit[];
  /** Branch commits not on the source. */
  readonly own: readonly HistoryCommit[];
  readonly patches: Patches;
}

export interface Patches {
  /** By SHA; merges against the first parent. */
  readonly ids: ReadonlyMap<string, string>;
  /** Except for merges, a missing id means no equal. */
  readonly areComplete: boolean;
}

/** `as` is the SHA on the branch. */
export type Evidence =
  | { readonly kind: 'sameCommit' }
  /** A message names the other commit, or both a third. */
  | { readonly kind: 'pickLine'; readonly as: string }
  | { readonly kind: 'mergeRequest'; readonly as: string; readonly reference: string }
  /** Same author, date and title. */
  | { readonly kind: 'kept'; readonly as: string }
  /** Both revert the same commit. */
  | { readonly kind: 'revert'; readonly as: string }
  | { readonly kind: 'patch'; readonly as: string }
  | { readonly kind: 'otherPatch'; readonly as: string }
  | { readonly kind: 'patchUnread'; readonly as: string }
  | { readonly kind: 'reverted'; readonly as: string; readonly by: string }
  /** Counts the commits of a merge. */
  | { readonly kind: 'parts'; readonly there: number; readonly of: number }
  | { readonly kind: 'dryRun' };

export interface Presence {
  readonly state: 'missing' | 'same' | 'other' | 'changed' | 'unknown';
  readonly evidence: readonly Evidence[];
}

export const isMerge = ({ parent_ids: parents }: Pick<HistoryCommit, 'parent_ids'>): boolean => parents.length > 1;
