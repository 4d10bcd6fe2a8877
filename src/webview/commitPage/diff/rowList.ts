import type { DiffFile } from '../../diff/diffFile.ts';
import {
  fileLayout,
  type ExtraRow,
  type FileLayout,
  type LinePlace,
  type ShownRow,
  type ViewMode,
} from './fileLayout.ts';

export interface FileRow {
  readonly kind: 'file';
}

/** A row of the list with its position. */
export interface PlacedRow {
  readonly file: DiffFile;
  readonly fileIndex: number;
  /** Index into the file's rows: the new side's of a pair, the preceding one of an extra row, -1 for the header. */
  readonly rowIndex: number;
  readonly row: FileRow | ShownRow;
}

/** Stable key when rows are added, collapsed or expanded: a number, or an extra row's id. */
export type RowKey = number | string;

/** Flat list of headers and rows of all files. */
export interface RowList {
  readonly count: number;
  readonly files: readonly DiffFile[];
  /** Header row by file index. */
  readonly headers: readonly number[];
  readonly at: (index: number) => PlacedRow | undefined;
  readonly isHeader: (index: number) => boolean;
  /** File index. */
  readonly fileAt: (index: number) => number;
  readonly keyOf: (index: number) => RowKey;
  /** A row of a collapsed file maps to its header. */
  readonly indexOf: (key: RowKey) => number | undefined;
  /** Undefined for other rows. */
  readonly extraAt: (index: number) => ExtraRow | undefined;
  /** Row of a file; its header while it is collapsed. */
  readonly indexOfRow: (fileIndex: number, rowIndex: number) => number | undefined;
}

export interface RowListOptions {
  readonly mode?: ViewMode;
  /** Extra rows by path; arrays must be stable. */
  readonly extras?: ReadonlyMap<string, readonly ExtraRow[]>;
}

const keysPerFile = 0x1000000;
const fileRow: FileRow = { kind: 'file' };

/** `collapsed`: paths of which only the header is listed. */
export function rowList(
  files: readonly DiffFile[],
  collapsed: ReadonlySet<string>,
  { mode = 'unified', extras }: RowListOptions = {},
): RowList {
  const headers: number[] = [];
  const layouts: (FileLayout | undefined)[] = [];
  let count = 0;
  for (const file of files) {
    const layout = collapsed.has(file.path) ? undefined : fileLayout(file, mode, extras?.get(file.path));
    headers.push(count);
    layouts.push(layout);
    count += 1 + (layout?.rows.length ?? 0);
  }

  const fileAt = (index: number): number => {
    let low = 0;
    let high = headers.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((headers[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const shownAt = (index: number, fileIndex: number): number => index - (headers[fileIndex] ?? 0) - 1;
  const indexOfRow = (fileIndex: number, rowIndex: number): number | undefined => {
    const header = headers[fileIndex];
    const layout = layouts[fileIndex];
    if (header === undefined || rowIndex < 0 || !layout) return header;
    const shown = layout.shownOf(rowIndex);
    return shown < layout.rows.length ? header + 1 + shown : header;
  };
  const hasExtras = layouts.some((layout) => layout !== undefined && layout.extras.length > 0);
  let extraIndexes: ReadonlyMap<string, number> | undefined;

  return {
    count,
    files,
    headers,
    fileAt,
    isHeader: (index) => headers[fileAt(index)] === index,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      const fileIndex = fileAt(index);
      const shown = shownAt(index, fileIndex);
      const file = files[fileIndex];
      const layout = layouts[fileIndex];
      const row = shown < 0 ? fileRow : layout?.rows[shown];
      if (!file || !row) return undefined;
      const source = shown < 0 ? -1 : (layout?.sourceOf(shown) ?? -1);
      return { file, fileIndex, rowIndex: row.kind === 'pair' ? (row.right?.index ?? source) : source, row };
    },
    keyOf(index) {
      const fileIndex = fileAt(index);
      const shown = shownAt(index, fileIndex);
      const layout = layouts[fileIndex];
      const row = shown < 0 ? undefined : layout?.rows[shown];
      if (row?.kind === 'extra') return row.id;
      return fileIndex * keysPerFile + (shown < 0 ? -1 : (layout?.sourceOf(shown) ?? -1)) + 1;
    },
    indexOf(key) {
      if (typeof key === 'string') return (extraIndexes ??= indexesOfExtras(headers, layouts)).get(key);
      return indexOfRow(Math.floor(key / keysPerFile), (key % keysPerFile) - 1);
    },
    extraAt(index) {
      if (!hasExtras) return undefined;
      const fileIndex = fileAt(index);
      const row = layouts[fileIndex]?.rows[shownAt(index, fileIndex)];
      return row?.kind === 'extra' ? row : undefined;
    },
    indexOfRow,
  };
}

function indexesOfExtras(
  headers: readonly number[],
  layouts: readonly (FileLayout | undefined)[],
): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  layouts.forEach((layout, fileIndex) => {
    for (const { shown, id } of layout?.extras ?? []) indexes.set(id, (headers[fileIndex] ?? 0) + 1 + shown);
  });
  return indexes;
}

/** Line of a row; of a pair, on the given side or the new one. */
export function linePlace(row: PlacedRow['row'], side?: LinePlace['side']): LinePlace | undefined {
  if (row.kind === 'extra') return row.at;
  if (row.kind === 'pair') {
    const line = (side === 'old' ? row.left : (row.right ?? row.left))?.row;
    return line && linePlace(line, side);
  }
  if (row.kind !== 'line') return undefined;
  const { oldNumber, newNumber } = row;
  if (oldNumber !== undefined && (newNumber === undefined || side === 'old')) return { side: 'old', line: oldNumber };
  return newNumber === undefined ? undefined : { side: 'new', line: newNumber };
}

/** Next (`1`) or previous (`-1`) header from `index`, which is -1 above the list. */
export function nextHeader(list: RowList, index: number, direction: 1 | -1): number | undefined {
  if (index < 0) return direction === 1 ? list.headers[0] : undefined;
  const fileIndex = list.fileAt(index);
  if (direction === 1) return list.headers[fileIndex + 1];
  const own = list.headers[fileIndex];
  return own !== undefined && own < index ? own : list.headers[fileIndex - 1];
}

/** Next (`1`) or previous (`-1`) hunk header. */
export function nextHunk(list: RowList, index: number, direction: 1 | -1): number | undefined {
  return nextRow(list, index, direction, (row) => row.kind === 'hunk');
}

/** Next (`1`) or previous (`-1`) thread. */
export function nextThread(list: RowList, index: number, direction: 1 | -1): number | undefined {
  return nextRow(list, index, direction, (row) => row.kind === 'extra' && row.what === 'thread');
}

function nextRow(
  list: RowList,
  index: number,
  direction: 1 | -1,
  isWanted: (row: PlacedRow['row']) => boolean,
): number | undefined {
  for (let at = index + direction; at >= 0 && at < list.count; at += direction) {
    const placed = list.at(at);
    if (placed && isWanted(placed.row)) return at;
  }
  return undefined;
}
