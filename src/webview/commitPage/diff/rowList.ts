import type { DiffFile } from '../../diff/diffFile.ts';
import type { DiffRow } from '../../diff/parseDiff.ts';

/** The header row of a file. */
export interface FileRow {
  readonly kind: 'file';
}

/** One row of the list: where it stands and what it shows. */
export interface PlacedRow {
  readonly file: DiffFile;
  readonly fileIndex: number;
  /** Index into the rows of the file; -1 for the file's header. */
  readonly rowIndex: number;
  readonly row: FileRow | DiffRow;
}

/** All rows of all files as one list: each file's header, then its rows unless it is collapsed. */
export interface RowList {
  readonly count: number;
  readonly files: readonly DiffFile[];
  /** Index of each file's header row. */
  readonly headers: readonly number[];
  readonly at: (index: number) => PlacedRow | undefined;
  readonly isHeader: (index: number) => boolean;
  /** The file that the row at `index` belongs to. */
  readonly fileAt: (index: number) => number;
  /** A number that stays with the row when others are added, collapsed or expanded. */
  readonly keyOf: (index: number) => number;
  /** Where the row with that key is now; a row of a collapsed file is at the file's header. */
  readonly indexOf: (key: number) => number | undefined;
}

const keysPerFile = 0x1000000;
const fileRow: FileRow = { kind: 'file' };

/** Lays the files out, with only the header of those whose path is in `collapsed`. */
export function rowList(files: readonly DiffFile[], collapsed: ReadonlySet<string>): RowList {
  const headers: number[] = [];
  let count = 0;
  for (const file of files) {
    headers.push(count);
    count += 1 + (collapsed.has(file.path) ? 0 : file.rows.length);
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
  const rowIndexAt = (index: number, fileIndex: number): number => index - (headers[fileIndex] ?? 0) - 1;

  return {
    count,
    files,
    headers,
    fileAt,
    isHeader: (index) => headers[fileAt(index)] === index,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      const fileIndex = fileAt(index);
      const rowIndex = rowIndexAt(index, fileIndex);
      const file = files[fileIndex];
      const row = rowIndex < 0 ? fileRow : file?.rows[rowIndex];
      return file && row ? { file, fileIndex, rowIndex, row } : undefined;
    },
    keyOf(index) {
      const fileIndex = fileAt(index);
      return fileIndex * keysPerFile + rowIndexAt(index, fileIndex) + 1;
    },
    indexOf(key) {
      const fileIndex = Math.floor(key / keysPerFile);
      const header = headers[fileIndex];
      if (header === undefined) return undefined;
      const index = header + (key % keysPerFile);
      return index < (headers[fileIndex + 1] ?? count) ? index : header;
    },
  };
}

/** The next (`1`) or previous (`-1`) header row as seen from `index`, which is -1 above the list; undefined at its ends. */
export function nextHeader(list: RowList, index: number, direction: 1 | -1): number | undefined {
  if (index < 0) return direction === 1 ? list.headers[0] : undefined;
  const fileIndex = list.fileAt(index);
  if (direction === 1) return list.headers[fileIndex + 1];
  const own = list.headers[fileIndex];
  return own !== undefined && own < index ? own : list.headers[fileIndex - 1];
}

/** The next (`1`) or previous (`-1`) hunk header as seen from `index`; undefined when there is none. */
export function nextHunk(list: RowList, index: number, direction: 1 | -1): number | undefined {
  for (let at = index + direction; at >= 0 && at < list.count; at += direction) {
    if (list.at(at)?.row.kind === 'hunk') return at;
  }
  return undefined;
}
