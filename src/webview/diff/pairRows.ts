import type { DiffRow, HunkRow, LineRow, NoteRow } from './parseDiff.ts';

export interface PlacedLine {
  readonly row: LineRow;
  /** Index into the rows of the file. */
  readonly index: number;
}

/** A row of a side-by-side diff. */
export interface PairRow {
  readonly kind: 'pair';
  readonly left: PlacedLine | undefined;
  readonly right: PlacedLine | undefined;
}

export type SplitRow = HunkRow | NoteRow | PairRow;

/** `sources`: index of the (first) file row of each. */
export interface SplitRows {
  readonly rows: readonly SplitRow[];
  readonly sources: readonly number[];
}

/** Builds side-by-side rows: deleted lines beside their replacements. */
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
      // notes on the end of a file follow its lines
      for (const note of notes) add(note.row, note.index);
      index = end;
    }
  }
  return { rows: shown, sources };
}

/** A run of deleted lines and their replacements. */
export interface Change {
  readonly deleted: readonly PlacedLine[];
  readonly added: readonly PlacedLine[];
  readonly notes: readonly { readonly row: NoteRow; readonly index: number }[];
  /** Index after the last row. */
  readonly end: number;
}

/** Deleted lines first, then added ones. */
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
