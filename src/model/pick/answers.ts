import type { PickRefusal } from './pick.ts';

export type CellAnswer =
  | { readonly kind: 'clean' }
  | { readonly kind: 'alreadyThere' | 'conflict'; readonly words: string | undefined }
  /** No push access, by a rule or by role. */
  | {
      readonly kind: 'protected';
      readonly rule: boolean | undefined;
      readonly words: string | undefined;
      readonly instead?: Instead | undefined;
    }
  | { readonly kind: 'branchMissing' }
  /** Unrelated to the changes. */
  | {
      readonly kind: 'refused';
      readonly why: Exclude<PickRefusal['kind'], 'alreadyThere' | 'conflict' | 'forbidden' | 'branchMissing'>;
      readonly words: string | undefined;
      readonly status: number | undefined;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Substitute for a refused dry run, or the reason for its absence. */
export interface Instead {
  readonly answer: 'clean' | 'alreadyThere' | 'conflict' | 'noClone' | 'cloneLacks' | 'unknown';
  /** Tested branch; undefined for the clone. */
  readonly branch?: string | undefined;
}

type OfChanges = 'clean' | 'alreadyThere' | 'conflict';

export const isOfChanges = (kind: string | undefined): kind is OfChanges =>
  kind === 'clean' || kind === 'alreadyThere' || kind === 'conflict';

/** Includes substitutes. */
export const changesOf = (answer: CellAnswer | undefined): OfChanges | undefined => {
  const kind = answer?.kind === 'protected' ? answer.instead?.answer : answer?.kind;
  return isOfChanges(kind) ? kind : undefined;
};

/** True for clean changes, or unknown ones without push access. */
export const mayCreateMergeRequest = (answer: CellAnswer | undefined): boolean =>
  changesOf(answer) === 'clean' || (answer?.kind === 'protected' && changesOf(answer) === undefined);

export type Column =
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'read';
      readonly tip: string;
      readonly readAtMs: number;
      /** As reported by the server. */
      readonly isProtected: boolean | undefined;
      readonly canPush: boolean | undefined;
    }
  | { readonly kind: 'missing'; readonly readAtMs: number }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface CellKey {
  readonly sha: string;
  readonly branch: string;
}

/** Neither SHAs nor branch names contain spaces. */
export const keyText = ({ sha, branch }: CellKey): string => `${sha} ${branch}`;
