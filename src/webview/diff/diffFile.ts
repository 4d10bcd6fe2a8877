import type { FileView } from '../../messages/commitPage.ts';
import { parseDiff, type DiffRow } from './parseDiff.ts';
import { t } from '../elements/texts.ts';

export interface DiffFile {
  readonly view: FileView;
  /** New path; the old one of a deleted file. */
  readonly path: string;
  readonly rows: readonly DiffRow[];
  readonly additions: number;
  readonly deletions: number;
  /** Upper bound of the longest line's width, in characters. */
  readonly columns: number;
  /** Highest line number on either side. */
  readonly lastLine: number;
  /** Some lines end in CRLF and others in LF, which must be visible. */
  readonly mixedLineEnds: boolean;
  /** Number of whitespace changes shown as unchanged. */
  readonly hiddenChanges?: number;
  readonly isLoading?: true;
}

/** Longer lines are truncated. */
export const drawnCharacters = 2000;

export const tabColumns = 4;

export function diffFile(view: FileView): DiffFile {
  const path = view.change === 'deleted' ? view.oldPath : view.newPath;
  const parsed = parseDiff(view.note === undefined ? view.diff : '');
  const text = view.note ?? (parsed.rows.length === 0 ? emptyNote(view) : undefined);
  // shown as images instead
  const isShownAsImage = view.note !== undefined && isImagePath(path);
  const rows: readonly DiffRow[] = isShownAsImage ? [] : text === undefined ? parsed.rows : [{ kind: 'note', text }];
  const isPlain = !/[^\n\x20-\x7e]/.test(view.diff);
  return {
    view,
    path,
    rows,
    additions: parsed.additions,
    deletions: parsed.deletions,
    columns: widestLine(rows, isPlain),
    lastLine: lastLine(rows),
    mixedLineEnds: !isPlain && hasMixedLineEnds(rows),
  };
}

/** Line on the new side at or next to a row; undefined for a deleted file. */
export function lineToOpen(file: DiffFile, rowIndex: number): number | undefined {
  if (file.view.change === 'deleted') return undefined;
  for (let index = rowIndex; index >= 0; index--) {
    const row = file.rows[index];
    if (row?.kind === 'line' && row.newNumber !== undefined)
      return index === rowIndex ? row.newNumber : row.newNumber + 1;
    if (row?.kind === 'hunk') return Math.max(1, row.newStart);
  }
  return undefined;
}

function emptyNote({ change, modes }: FileView): string {
  if (change === 'renamed') return t('Renamed without changes.');
  if (modes) return t('Only the mode changed.');
  return change === 'modified' ? t('No changed lines to show.') : t('The file is empty.');
}

function widestLine(rows: readonly DiffRow[], isPlain: boolean): number {
  let widest = 0;
  for (const row of rows) {
    if (row.kind !== 'line') continue;
    const { length } = row.text;
    // at worst every character is a tab
    if (length <= widest && (isPlain || length * tabColumns <= widest)) continue;
    const columns = length > drawnCharacters ? drawnCharacters + 50 : isPlain ? length : columnsOf(row.text);
    if (columns > widest) widest = columns;
  }
  return widest;
}

function columnsOf(text: string): number {
  let columns = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    columns += code === 9 ? tabColumns : code > 0x7e ? 2 : 1;
  }
  return columns;
}

function lastLine(rows: readonly DiffRow[]): number {
  let last = 0;
  for (const row of rows) {
    if (row.kind === 'hunk') last = Math.max(last, row.oldStart + row.oldCount, row.newStart + row.newCount);
  }
  return last;
}

function hasMixedLineEnds(rows: readonly DiffRow[]): boolean {
  let withReturn = false;
  let without = false;
  for (const row of rows) {
    if (row.kind !== 'line') continue;
    if (row.text.endsWith('\r')) withReturn = true;
    else without = true;
    if (withReturn && without) return true;
  }
  return false;
}

/** By file name. */
export function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|svg|ico|bmp)$/i.test(path);
}
