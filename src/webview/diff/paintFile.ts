import { drawnCharacters, type DiffFile } from './diffFile.ts';
import { languageOf } from './languageOf.ts';
import { changeAt, type Change, type PlacedLine } from './pairRows.ts';
import type { Painter } from './ranges.ts';
import type { LineRow } from './parseDiff.ts';
import type { Ranges } from './ranges.ts';
import { t } from '../elements/texts.ts';

/** Diffs with more characters stay plain. */
export const paintedCharacters = 2_000_000;

/** What a line is coloured by. */
export interface LinePaint {
  readonly syntax: Ranges | undefined;
  /** Where it differs from the line in its place. */
  readonly changes: Ranges | undefined;
}

/** Lines that are coloured in one go, as indexes into the rows of their file; the end is not part of it. */
export interface PaintStretch {
  readonly start: number;
  readonly end: number;
}

const linesPerStretch = 60;
const charactersPerStretch = 6_000;
const charactersBefore = 2_000;

/** Whether a file is coloured at all, else why not, in words. */
export function plainBecause(file: DiffFile): string | undefined {
  if (file.view.diff.length <= paintedCharacters) return undefined;
  return t('This file is shown without colors because its diff is very large.');
}

/** The stretch of lines to colour together with a row: part of its hunk, small enough to be done between two frames. */
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

/** Loads what the lines of a file are coloured with; undefined when that has been done. */
export function learnFor(painter: Painter, file: DiffFile): Promise<void> | undefined {
  const language = languageOf(file.path);
  return language === undefined ? undefined : painter.learn(language);
}

/** Colours a stretch: what its lines are coloured by, in their order. Lines before it are read to know where it begins. */
export function paintStretch(painter: Painter, file: DiffFile, stretch: PaintStretch): readonly LinePaint[] {
  const size = stretch.end - stretch.start;
  const syntax = new Array<Ranges | undefined>(size);
  const language = languageOf(file.path);
  if (language !== undefined) {
    const shown = file.rows.slice(stretch.start, stretch.end);
    paintSide(painter, file, stretch, language, '-', syntax);
    // where nothing was deleted there is only one version to read
    if (shown.some((row) => row.kind === 'line' && row.sign !== '-')) {
      paintSide(painter, file, stretch, language, '+', syntax);
    }
  }
  const changes = changesIn(painter, file, stretch);
  return Array.from({ length: size }, (_, index) => ({ syntax: syntax[index], changes: changes[index] }));
}

/** Colours the lines of one version; context lines take the colours of the new one. */
function paintSide(
  painter: Painter,
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

/** Where to begin reading, so that a comment begun before the stretch is known to be one. */
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

/** Where changed lines differ from those in their place: the first deleted from the first added one, and so on. */
function changesIn(painter: Painter, file: DiffFile, { start, end }: PaintStretch): readonly (Ranges | undefined)[] {
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
    // the lines of a side follow each other: which of them are in the stretch is told by their first
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

/** The changes of a file in which lines were put in the place of others. */
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
