import type { ComponentChild } from 'preact';
import type { DiffFile } from '../../diff/diffFile.ts';
import type { ExtraRow, LinePlace } from './fileLayout.ts';

/**
 * What another part of the page adds to the diffs: rows of any height below lines and headers, and an action on lines.
 * See {@link ExtraRow} for what such a row may count on.
 *
 * The row is focusable: arrows go to it and past it, Enter goes into it (to its first field or button), Escape back
 * out of it to the row. Keys typed into fields within it are left alone.
 */
export interface DiffAdditions {
  /** By the path of the file ({@link DiffFile.path}). The same array as long as the rows of that file are the same. */
  readonly rows: ReadonlyMap<string, readonly ExtraRow[]>;
  readonly draw: (row: ExtraRow, file: DiffFile) => ComponentChild;
  /** What can be done on a line, offered by a button in its gutter and by the key `m`; nothing when undefined. */
  readonly onLine: LineAction | undefined;
}

/** An action on a line, such as writing a comment there. `place` is undefined for the file as a whole. */
export interface LineAction {
  /** What the button is called, such as `Comment on this line`. */
  readonly label: string;
  readonly run: (file: DiffFile, place: LinePlace | undefined) => void;
}
