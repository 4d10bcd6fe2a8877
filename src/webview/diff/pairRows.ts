import type { DiffRow, HunkRow, LineRow, NoteRow } from './parseDiff.ts';

/** A line within the rows of its file. */
export interface PlacedLine {
  readonly row: LineRow;
  /** Its index into the rows of the file. */
  readonly index: number;
}

/** Two lines beside each other: the same line before and after, or one that only one side has. */
export interface PairRow {
  readonly kind: 'pair';
  readonly left: PlacedLine | undefined;
  readonly right: PlacedLine | undefined;
}

/** What is shown when the two versions are beside each other. */
export type SplitRow = HunkRow | NoteRow | PairRow;

/** The rows beside each other, and for each the index of the (first) row of the file it shows. */
export interface SplitRows {
  readonly rows: readonly SplitRow[];
  readonly sources: readonly number[];
}

/** Puts the rows of a file beside each other: the deleted lines of a change beside those added in their place. */
export function pairRows(rows: readonly DiffRow[]): SplitRows {
  const shown: SplitRow[] = [];
  const sources: number[] = [];
  const add = (row: SplitRow, source: number): void => {
    shown.push(row);
    sources.push(source);
  };
  for (let index = 0; index < rows.length;) {
    const row = rows[index];
    if (row === undefined) break;
    if (row.kind !== 'line') {
      add(row, index++);
    } else if (row.sign === ' ') {
      const placed = { row, index };
      add({ kind: 'pair', left: placed, right: placed }, index++);
    } else {
      const { deleted, added, notes, end } = changeAt(rows, index);
      for (let line = 0; line < Math.max(deleted.length, added.length); line++) {
        const left = deleted[line];
        const right = added[line];
        add({ kind: 'pair', left, right }, left?.index ?? right?.index ?? index);
      }
      // what is said about the end of a file follows the lines it is about
      for (const note of notes) add(note.row, note.index);
      index = end;
    }
  }
  return { rows: shown, sources };
}

/** A run of changed lines: what was deleted and what was added in its place. */
export interface Change {
  readonly deleted: readonly PlacedLine[];
  readonly added: readonly PlacedLine[];
  /** Remarks within the run. */
  readonly notes: readonly { readonly row: NoteRow; readonly index: number }[];
  /** Index of the first row after it. */
  readonly end: number;
}

/** The run of changed lines that starts at `start`: deleted lines first, then added ones. */
export function changeAt(rows: readonly DiffRow[], start: number): Change {
  const deleted: PlacedLine[] = [];
  const added: PlacedLine[] = [];
  const notes: { row: NoteRow; index: number }[] = [];
  let index = start;
  for (; index < rows.length; index++) {
    const row = rows[index];
    if (row?.kind === 'line' && row.sign === '-' && added.length === 0) deleted.push({ row, index });
    else if (row?.kind === 'line' && row.sign === '+') added.push({ row, index });
    else if (row?.kind === 'note') notes.push({ row, index });
    else break;
  }
  return { deleted, added, notes, end: index };
}
