import type { DiffFile } from '../../diff/diffFile.ts';
import { pairRows, type PairRow } from '../../diff/pairRows.ts';
import type { DiffRow } from '../../diff/parseDiff.ts';

/** How the two versions of a file are shown: one above the other, or beside each other. */
export type ViewMode = 'unified' | 'split';

/** A line of a file, by its number (from 1) in the version before or after the commit. */
export interface LinePlace {
  readonly side: 'old' | 'new';
  readonly line: number;
}

/**
 * A row of any height among the lines of a file: a conversation, a box to write in, images.
 *
 * This is how other parts of the page add to the diffs. They give rows by the path of the file
 * ({@link DiffAdditions.rows}) and draw each (`draw`); the list places them, measures them and measures again whenever
 * their size changes, so they may grow as they like. A row exists in the document only near the screen or while it has
 * the focus: what a reader types into it has to be kept elsewhere.
 */
export interface ExtraRow {
  readonly kind: 'extra';
  /** Unique on the page and lasting: where the row was is found by it. */
  readonly id: string;
  /** What it is. The keys for comments go from one `thread` to the next. */
  readonly what: 'thread' | 'composer' | 'images';
  /** The line it follows; below the header when undefined, or when the diff does not have the line. */
  readonly at: LinePlace | undefined;
  /** Height in pixels to reckon with until it is measured. */
  readonly estimatedHeight: number;
  /** What a screen reader says of the row. */
  readonly label: string;
}

/** A row as it is shown: of the diff, of two lines beside each other, or added by another part of the page. */
export type ShownRow = DiffRow | PairRow | ExtraRow;

/**
 * The rows of one file as they are shown. A shown row has a source: the row of the file ({@link DiffFile.rows}) it
 * shows or, for an extra row, follows; -1 below the header.
 */
export interface FileLayout {
  readonly rows: readonly ShownRow[];
  readonly sourceOf: (shown: number) => number;
  /** Where the row of the file is shown; the reverse of `sourceOf`. */
  readonly shownOf: (source: number) => number;
  /** Where the extra rows are shown. */
  readonly extras: readonly { readonly id: string; readonly shown: number }[];
}

const none: readonly ExtraRow[] = [];

interface Known {
  readonly mode: ViewMode;
  readonly extras: readonly ExtraRow[];
  readonly layout: FileLayout;
}

const known = new WeakMap<DiffFile, Known>();

/** Lays out a file. The last layout of each file is remembered: give the same array as long as its rows are the same. */
export function fileLayout(file: DiffFile, mode: ViewMode, extras: readonly ExtraRow[] = none): FileLayout {
  const last = known.get(file);
  if (last && last.mode === mode && last.extras === extras) return last.layout;
  const base = mode === 'split' ? pairLayout(file) : plainLayout(file);
  const layout = extras.length === 0 ? base : withExtras(file, base, extras);
  known.set(file, { mode, extras, layout });
  return layout;
}

function plainLayout(file: DiffFile): FileLayout {
  return { rows: file.rows, sourceOf: (shown) => shown, shownOf: (source) => source, extras: [] };
}

function pairLayout(file: DiffFile): FileLayout {
  const { rows, sources } = pairRows(file.rows);
  const shown = new Int32Array(file.rows.length);
  rows.forEach((row, index) => {
    const indexes = row.kind === 'pair' ? [row.left?.index, row.right?.index] : [sources[index]];
    for (const source of indexes) if (source !== undefined) shown[source] = index;
  });
  return { rows, sourceOf: (index) => sources[index] ?? -1, shownOf: (source) => shown[source] ?? 0, extras: [] };
}

/** Puts the extra rows after the lines they belong to, in the order given. */
function withExtras(file: DiffFile, base: FileLayout, extras: readonly ExtraRow[]): FileLayout {
  const after = new Map<number, ExtraRow[]>();
  const places = placesOf(file, extras);
  for (const extra of extras) {
    const source = extra.at && places.get(placeKey(extra.at));
    const index = source === undefined ? -1 : base.shownOf(source);
    const those = after.get(index);
    if (those) those.push(extra);
    else after.set(index, [extra]);
  }
  const rows: ShownRow[] = [...(after.get(-1) ?? [])];
  const sources: number[] = rows.map(() => -1);
  const moved = new Int32Array(base.rows.length);
  base.rows.forEach((row, index) => {
    const source = base.sourceOf(index);
    moved[index] = rows.length;
    rows.push(row);
    sources.push(source);
    for (const extra of after.get(index) ?? none) {
      rows.push(extra);
      sources.push(source);
    }
  });
  return {
    rows,
    sourceOf: (index) => sources[index] ?? -1,
    shownOf: (source) => moved[base.shownOf(source)] ?? 0,
    extras: rows.flatMap((row, shown) => (row.kind === 'extra' ? [{ id: row.id, shown }] : [])),
  };
}

const placeKey = ({ side, line }: LinePlace): string => `${side} ${line}`;

/** Which rows of the file the wanted lines are. */
function placesOf(file: DiffFile, extras: readonly ExtraRow[]): ReadonlyMap<string, number> {
  const wanted = new Set(extras.flatMap(({ at }) => (at ? [placeKey(at)] : [])));
  const places = new Map<string, number>();
  if (wanted.size === 0) return places;
  file.rows.forEach((row, index) => {
    if (row.kind !== 'line') return;
    for (const key of [`old ${row.oldNumber}`, `new ${row.newNumber}`]) if (wanted.has(key)) places.set(key, index);
  });
  return places;
}
