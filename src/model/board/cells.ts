import type { CellAnswer, Column } from '../pick/answers.ts';

export interface BoardCommit {
  readonly sha: string;
  readonly title: string;
  readonly author: string;
  /** Committed, ISO 8601 with offset. */
  readonly date: string;
  /** A merge commit is picked against its first parent. */
  readonly parents: number;
  /** Undefined if the message is unknown. */
  readonly trailers?: readonly string[] | undefined;
  /** Such as `!12`. */
  readonly mergeRequest?: string | undefined;
}

/** Of a dry run, or a check that replaces it. */
export type CellResult = {
  /** Undefined if the branch couldn't be read. */
  readonly tip: string | undefined;
  readonly atMs: number;
} & CellAnswer;

export interface Cell {
  readonly activity: 'idle' | 'queued' | 'testing';
  readonly result: CellResult | undefined;
}

export const untested: Cell = { activity: 'idle', result: undefined };

/** The branch was moved, deleted or created since. False if unknown. */
export const isStale = ({ result }: Cell, column: Column): boolean => {
  if (result === undefined) return false;
  if (column.kind === 'missing') return result.kind !== 'branchMissing';
  if (column.kind !== 'read') return false;
  return result.kind === 'branchMissing' || (result.tip !== undefined && result.tip !== column.tip);
};
