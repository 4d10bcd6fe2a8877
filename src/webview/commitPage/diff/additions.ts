import type { ComponentChild } from 'preact';
import type { DiffFile } from '../../diff/diffFile.ts';
import type { ExtraRow, LinePlace } from './fileLayout.ts';

/**
 * Extra rows ({@link ExtraRow}) and a line action from another part of the page. Rows are focusable: arrows pass them,
 * Enter focuses the first control, Escape returns to the row.
 */
export interface DiffAdditions {
  /** By path ({@link DiffFile.path}); arrays must be stable. */
  readonly rows: ReadonlyMap<string, readonly ExtraRow[]>;
  readonly draw: (row: ExtraRow, file: DiffFile) => ComponentChild;
  /** Offered by a gutter button and the key `m`. */
  readonly onLine: LineAction | undefined;
}

/** `place` undefined: the whole file. */
export interface LineAction {
  /** Such as `Comment on this line`. */
  readonly label: string;
  readonly run: (file: DiffFile, place: LinePlace | undefined) => void;
}
