import type { PickRefusal } from '../pick.ts';

/** A commit of a board. */
export interface BoardCommit {
  /** Full hash. */
  readonly sha: string;
  readonly title: string;
  readonly author: string;
  /** When it was committed, ISO 8601 with offset. */
  readonly date: string;
  /** Number of parents; a merge commit is picked as its difference to the first one. */
  readonly parents: number;
  /** Keys of the trailers of its message, each once; undefined where the message is not known. */
  readonly trailers?: readonly string[] | undefined;
  /** The merge request its message names: `!12`. */
  readonly mergeRequest?: string | undefined;
}

/** What a dry run showed, or what made it needless. */
export type CellResult = {
  /** Tip of the branch it was tested against; undefined when the branch could not be read. */
  readonly tip: string | undefined;
  readonly atMs: number;
} & CellAnswer;

/** The answers of a cell, each told apart. */
export type CellAnswer =
  | { readonly kind: 'clean' }
  | { readonly kind: 'alreadyThere' | 'conflict'; readonly words: string | undefined }
  /** I may not push there. `rule` when the branch is protected; otherwise my role in the project is too low. */
  | {
      readonly kind: 'protected';
      readonly rule: boolean | undefined;
      readonly words: string | undefined;
      readonly instead?: Instead | undefined;
    }
  | { readonly kind: 'branchMissing' }
  /** Refused for a reason that says nothing of the changes. */
  | {
      readonly kind: 'refused';
      readonly why: Exclude<PickRefusal['kind'], 'alreadyThere' | 'conflict' | 'forbidden' | 'branchMissing'>;
      readonly words: string | undefined;
      readonly status: number | undefined;
    }
  /** The question itself failed. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Where the server refuses the dry run: the answer found another way, or why there is none. */
export interface Instead {
  readonly answer: 'clean' | 'alreadyThere' | 'conflict' | 'noClone' | 'cloneLacks' | 'unknown';
  /** The branch on the same tip whose dry run this is; undefined where the clone was asked. */
  readonly branch?: string | undefined;
}

type OfChanges = 'clean' | 'alreadyThere' | 'conflict';

/** Tells an answer about the changes from a reason why there is none. */
export const isOfChanges = (kind: string | undefined): kind is OfChanges =>
  kind === 'clean' || kind === 'alreadyThere' || kind === 'conflict';

/** What an answer says of the changes, also where it was found without the server's dry run of the branch itself. */
export const changesOf = (answer: CellAnswer | undefined): OfChanges | undefined => {
  const kind = answer?.kind === 'protected' ? answer.instead?.answer : answer?.kind;
  return isOfChanges(kind) ? kind : undefined;
};

/** Whether a merge request can bring the changes: they apply, or that cannot be known while pushing is not allowed. */
export const mayRequest = (answer: CellAnswer | undefined): boolean =>
  changesOf(answer) === 'clean' || (answer?.kind === 'protected' && changesOf(answer) === undefined);

/** A commit on a branch. While it is tested again the answer before stays. */
export interface Cell {
  readonly activity: 'idle' | 'queued' | 'testing';
  readonly result: CellResult | undefined;
}

/** What is known of a branch of the board. */
export type Column =
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'read';
      readonly tip: string;
      readonly readAtMs: number;
      /** Whether a rule protects it, as the server says. */
      readonly isProtected: boolean | undefined;
      /** Whether I may push, as the server says. */
      readonly canPush: boolean | undefined;
    }
  | { readonly kind: 'missing'; readonly readAtMs: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Names a cell. */
export interface CellKey {
  readonly sha: string;
  readonly branch: string;
}

/** A cell's name as one text: neither a hash nor the name of a branch holds a space. */
export const keyText = ({ sha, branch }: CellKey): string => `${sha} ${branch}`;

/** A cell nobody has tested. */
export const untested: Cell = { activity: 'idle', result: undefined };

/**
 * Whether an answer may no longer hold because its branch has moved, has gone or has come since. What cannot be
 * compared is not called stale.
 */
export const isStale = ({ result }: Cell, column: Column): boolean => {
  if (result === undefined) return false;
  if (column.kind === 'missing') return result.kind !== 'branchMissing';
  if (column.kind !== 'read') return false;
  return result.kind === 'branchMissing' || (result.tip !== undefined && result.tip !== column.tip);
};
