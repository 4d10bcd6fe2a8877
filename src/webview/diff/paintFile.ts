import { drawnCharacters, type DiffFile } from './diffFile.ts';
import { languageOf } from './languageOf.ts';
import { changeAt, type Change, type PlacedLine } from './pairRows.ts';
import type { Highlighter } from './ranges.ts';
import type { LineRow } from './parseDiff.ts';
import type { Ranges } from './ranges.ts';
import { t } from '../elements/texts.ts';

/** Larger diffs aren't highlighted. */
export const paintedCharacters = 2_000_000;

export interface LineHighlights {
  readonly syntax: Ranges | undefined;
  /** Words that differ from the replaced line. */
  readonly changes: Ranges | undefined;
}

/** Range of rows highlighted at once, end exclusive. */
export interface PaintStretch {
  readonly start: number;
  readonly end: number;
}

const linesPerStretch = 60;
const charactersPerStretch = 6_000;
const charactersBefore = 2_000;

/** Reason for leaving a file plain. */
export function plainBecause(file: DiffFile): string | undefined {
  if (file.view.diff.length <= paintedCharacters) return undefined;
  return t('This file is shown without colors because its diff is very large.');
}

/** Range to highlight with a row: part of its hunk, small enough for one frame. */
export function stretchAt(file: DiffFile, rowIndex: number): PaintStretch | undefined {
  if (file.rows[rowIndex]?.kind === 'hunk' || rowIndex < 0) return undefined;
  const all = stretchesOf(file);
  return all[lastStartingBy(all, rowIndex, ({ start }) => start)];
}

const stretches = new WeakMap<DiffFile, readonly PaintStretch[]>();

function stretchesOf(file: DiffFile): readonly PaintStretch[] {
  const known = stretches.get(file);
  if (known) return known;
  const found: PaintStretch[] = [];
  let start = 0;
  let characters = 0;
  const close = (end: number): void => {
    if (end > start) found.push({ start, end });
    start = end;
    characters = 0;
  };
  file.rows.forEach((row, index) => {
    if (row.kind === 'hunk') close(index);
    const length = row.kind === 'line' ? Math.min(row.text.length, drawnCharacters) : 0;
    if (index - start >= linesPerStretch || (characters > 0 && characters + length > charactersPerStretch))
      close(index);
    characters += length;
  });
  close(file.rows.length);
  stretches.set(file, found);
  return found;
}

function lastStartingBy<T>(all: readonly T[], rowIndex: number, startOf: (each: T) => number): number {
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const each = all[middle];
    if (each !== undefined && startOf(each) <= rowIndex) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Loads the language; undefined if it is loaded. */
export function loadLanguageOf(painter: Highlighter, file: DiffFile): Promise<void> | undefined {
  const language = languageOf(file.path);
  return language === undefined ? undefined : painter.loadLanguage(language);
}

/** Highlights a range, one entry per row, with the rows before it as context. */
export function paintStretch(painter: Highlighter, file: DiffFile, stretch: PaintStretch): readonly LineHighlights[] {
  const size = stretch.end - stretch.start;
  const syntax = new Array<Ranges | undefined>(size);
  const language = languageOf(file.path);
  if (language !== undefined) {
    const shown = file.rows.slice(stretch.start, stretch.end);
    paintSide(painter, file, stretch, language, '-', syntax);
    // without deletions, one version suffices
    if (shown.some((row) => row.kind === 'line' && row.sign !== '-')) {
      paintSide(painter, file, stretch, language, '+', syntax);
    }
  }
  const changes = changesIn(painter, file, stretch);
  return Array.from({ length: size }, (_, index) => ({ syntax: syntax[index], changes: changes[index] }));
}

/** Highlights one version; context lines take the new one's colours. */
function paintSide(
  painter: Highlighter,
  file: DiffFile,
  { start, end }: PaintStretch,
  language: string,
  own: '-' | '+',
  syntax: (Ranges | undefined)[],
): void {
  const isOn = (row: LineRow): boolean => row.sign === ' ' || row.sign === own;
  const lines: { readonly index: number; readonly text: string }[] = [];
  let hasOwn = false;
  for (let index = leadStart(file, start); index < end; index++) {
    const row = file.rows[index];
    if (row?.kind !== 'line' || !isOn(row)) continue;
    if (row.sign === own && index >= start) hasOwn = true;
    lines.push({ index, text: row.text.length > drawnCharacters ? '' : row.text.replace(/\r$/, '') });
  }
  if (own === '-' && !hasOwn) return;
  const tokens = painter.tokens(lines.map(({ text }) => text).join('\n'), language);
  let token = 0;
  let offset = 0;
  for (const { index, text } of lines) {
    const lineEnd = offset + text.length;
    const ranges: number[] = [];
    while (token < tokens.length && (tokens[token + 1] ?? 0) <= offset) token += 3;
    for (let at = token; at < tokens.length && (tokens[at] ?? 0) < lineEnd; at += 3) {
      const from = Math.max((tokens[at] ?? 0) - offset, 0);
      const to = Math.min((tokens[at + 1] ?? 0) - offset, text.length);
      if (to > from) ranges.push(from, to, tokens[at + 2] ?? 0);
    }
    const row = file.rows[index];
    const isOwn = row?.kind === 'line' && (row.sign === own || own === '+');
    if (index >= start && isOwn && ranges.length > 0) syntax[index - start] = ranges;
    offset = lineEnd + 1;
  }
}

/** Start of the context, for comments that begin before the range. */
function leadStart(file: DiffFile, start: number): number {
  let characters = 0;
  let index = start;
  for (; index > 0; index--) {
    const row = file.rows[index - 1];
    if (row?.kind === 'hunk') break;
    characters += row?.kind === 'line' ? row.text.length + 1 : 1;
    if (characters > charactersBefore) break;
  }
  return index;
}

/** Pairs deleted and added lines of a change in order. */
function changesIn(
  painter: Highlighter,
  file: DiffFile,
  { start, end }: PaintStretch,
): readonly (Ranges | undefined)[] {
  const changes = new Array<Ranges | undefined>(end - start);
  const mark = (line: PlacedLine, ranges: Ranges): void => {
    if (line.index >= start && line.index < end) changes[line.index - start] = ranges;
  };
  const compare = (change: Change, line: number): void => {
    const old = change.deleted[line];
    const next = change.added[line];
    const words = old && next && painter.changedWords(drawn(old), drawn(next));
    if (!words) return;
    mark(old, words.old);
    mark(next, words.new);
  };
  const all = replacementsOf(file);
  const startOf = ({ deleted }: Change): number => deleted[0]?.index ?? 0;
  for (let at = lastStartingBy(all, start, startOf); at < all.length; at++) {
    const change = all[at];
    if (change === undefined || startOf(change) >= end) break;
    const { deleted, added } = change;
    const [firstOld = 0, firstNew = 0] = [deleted[0]?.index, added[0]?.index];
    // lines of a side are adjacent, so the first one determines which are in the range
    const within = (first: number): readonly [number, number] => [Math.max(0, start - first), end - first];
    const [oldFrom, oldTo] = within(firstOld);
    const [newFrom, newTo] = within(firstNew);
    const most = Math.min(deleted.length, added.length);
    for (let line = oldFrom; line < Math.min(oldTo, most); line++) compare(change, line);
    for (let line = newFrom; line < Math.min(newTo, most); line++) {
      if (line < oldFrom || line >= oldTo) compare(change, line);
    }
  }
  return changes;
}

const drawn = ({ row }: PlacedLine): string => row.text.slice(0, drawnCharacters);

const replacements = new WeakMap<DiffFile, readonly Change[]>();

/** Changes with both deleted and added lines. */
function replacementsOf(file: DiffFile): readonly Change[] {
  const known = replacements.get(file);
  if (known) return known;
  const found: Change[] = [];
  for (let index = 0; index < file.rows.length;) {
    const row = file.rows[index];
    if (row?.kind !== 'line' || row.sign !== '-') {
      index++;
      continue;
    }
    const change = changeAt(file.rows, index);
    if (change.added.length > 0) found.push(change);
    index = change.end;
  }
  replacements.set(file, found);
  return found;
}
