import type { DiffFile } from '../../diff/diffFile.ts';
import { pairRows, type PairRow } from '../../diff/pairRows.ts';
import type { DiffRow } from '../../diff/parseDiff.ts';

export type ViewMode = 'unified' | 'split';

/** 1-based line number on one side. */
export interface LinePlace {
  readonly side: 'old' | 'new';
  readonly line: number;
}

/**
 * A row of any height among the lines: a thread, a comment box, images. Other parts of the page provide rows by path
 * ({@link DiffAdditions.rows}) and draw them; the list positions and measures them. Only rows near the screen, or with
 * the focus, are rendered: store typed text elsewhere.
 */
export interface ExtraRow {
  readonly kind: 'extra';
  /** Unique and stable; identifies the position. */
  readonly id: string;
  /** Shortcuts for comments go to the next `thread`. */
  readonly what: 'thread' | 'composer' | 'images';
  /** Preceding line; undefined or missing in the diff: below the header. */
  readonly at: LinePlace | undefined;
  /** Pixels, until the row is measured. */
  readonly estimatedHeight: number;
  /** For screen readers. */
  readonly label: string;
}

export type ShownRow = DiffRow | PairRow | ExtraRow;

/**
 * Rows of one file as shown. A row's source is its index in {@link DiffFile.rows}; for an extra row, that of the
 * preceding one, -1 below the header.
 */
export interface FileLayout {
  readonly rows: readonly ShownRow[];
  readonly sourceOf: (shown: number) => number;
  /** Inverse of `sourceOf`. */
  readonly shownOf: (source: number) => number;
  /** Positions of the extra rows. */
  readonly extras: readonly { readonly id: string; readonly shown: number }[];
}

const none: readonly ExtraRow[] = [];

interface Known {
  readonly mode: ViewMode;
  readonly extras: readonly ExtraRow[];
  readonly layout: FileLayout;
}

const known = new WeakMap<DiffFile, Known>();

/** Cached for each file while `extras` is the same array. */
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

/** In the given order. */
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

/** Row indexes of lines. */
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
