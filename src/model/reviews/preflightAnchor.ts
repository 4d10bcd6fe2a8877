import type { DraftNote } from '../../wire/draftNotes.ts';
import type { GivenPosition, Position } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import { type DiffLine, diffLines, isOn, lineAmong, lineCode, numberOn, type Side } from './diffLines.ts';
import { type DiffRefs, filePosition, type LineSpan, positionAmong, spanOf } from './newCommentPosition.ts';
import { pathOf } from './samePlace.ts';

export interface CodeLine extends DiffLine {
  readonly text: string;
}

export interface Anchor {
  readonly position: GivenPosition;
  /** Undefined for a file comment. */
  readonly span: LineSpan | undefined;
  readonly path: string;
  /** No other place matches equally well. */
  readonly isSure: boolean;
  /** Unchanged line numbers. */
  readonly isSameLine: boolean;
}

export interface NewestDiff {
  readonly refs: DiffRefs;
  readonly files: readonly FileChange[];
}

type Diffed = Pick<FileChange, 'diff'>;

interface ReadDiff {
  readonly lines: readonly CodeLine[];
  readonly hunks: readonly Hunk[];
  readonly sides: Readonly<Record<Side, readonly SideLine[]>>;
}

interface SideLine {
  readonly number: number;
  readonly text: string;
}

/** Consecutive lines. */
type Hunk = readonly CodeLine[];

/** Cached, as hundreds of drafts can share a file. */
const known = new WeakMap<Diffed, ReadDiff>();

const read = (file: Diffed): ReadDiff => {
  const before = known.get(file);
  if (before) return before;
  const lines = codeLines(file.diff);
  const result = { lines, hunks: splitHunks(lines), sides: { old: sideOf(lines, 'old'), new: sideOf(lines, 'new') } };
  known.set(file, result);
  return result;
};

const sideOf = (all: readonly CodeLine[], side: Side): readonly SideLine[] =>
  all.filter((line) => isOn(line, side)).map((line) => ({ number: numberOn(line, side), text: line.text }));

export const codeLines = (diff: string): readonly CodeLine[] => {
  const texts = diff.split('\n').filter((line) => /^[ +-]/.test(line));
  return diffLines(diff).map((line, index) => ({ ...line, text: (texts[index] ?? '').slice(1).replace(/\r$/, '') }));
};

/** Also finds renamed files. */
export const fileOf = (files: readonly FileChange[], position: Position | null | undefined): FileChange | undefined =>
  files[fileIndexOf(files, position)];

/** -1 if missing. */
export const fileIndexOf = (files: readonly FileChange[], position: Position | null | undefined): number => {
  const path = pathOf(position);
  if (path === undefined) return -1;
  const { now, old } = namesOf(files);
  const before = position?.old_path ?? path;
  const renamed = Math.min(old.get(before) ?? Infinity, now.get(position?.old_path ?? '') ?? Infinity);
  return now.get(path) ?? (Number.isFinite(renamed) ? renamed : -1);
};

const knownNames = new WeakMap<readonly FileChange[], Readonly<Record<'now' | 'old', ReadonlyMap<string, number>>>>();

const namesOf = (files: readonly FileChange[]): Readonly<Record<'now' | 'old', ReadonlyMap<string, number>>> => {
  const first = (name: 'newPath' | 'oldPath') =>
    new Map([...files.entries()].reverse().map(([at, file]) => [file[name], at]));
  const names = knownNames.get(files) ?? { now: first('newPath'), old: first('oldPath') };
  knownNames.set(files, names);
  return names;
};

/** True also for context lines outside the hunks. */
export const isInDiff = (file: FileChange, position: Position): boolean => {
  const span = spanOf(position);
  if (span === undefined) return true;
  // the server still has a collapsed diff
  if (file.diff === '') return file.withoutText === 'collapsed';
  const line = lineAmong(read(file).lines, span.side, span.last);
  const { old_line: old, new_line: now } = position;
  return (
    (isOn(line, 'old') ? line.oldLine : null) === (old ?? null) &&
    (isOn(line, 'new') ? line.newLine : null) === (now ?? null)
  );
};

/**
 * Finds the lines of a draft in the newest diff, by text, then context, then distance. `written` is its original file.
 * Undefined without a match or for common text.
 */
export const findAnchor = (
  position: Position,
  written: FileChange | undefined,
  newest: NewestDiff,
): Anchor | undefined => {
  const file = fileOf(newest.files, position);
  if (file === undefined) return undefined;
  const place = { refs: newest.refs, oldPath: file.oldPath, newPath: file.newPath };
  const span = spanOf(position);
  if (span === undefined) {
    if (position.position_type !== 'file') return undefined;
    return { position: filePosition(place), span, path: file.newPath, isSure: true, isSameLine: true };
  }
  if (written === undefined) return undefined;
  const found = bestSpan(read(written).sides[span.side], read(file).sides[span.side], span);
  const moved = found && positionAmong(place, read(file).lines, found.span);
  if (found === undefined || moved === undefined) return undefined;
  return {
    position: moved,
    span: found.span,
    path: file.newPath,
    isSure: found.isSure,
    isSameLine: found.span.last === span.last && found.span.first === span.first,
  };
};

/** Context lines compared per side. */
const reach = 3;

const bestSpan = (
  written: readonly SideLine[],
  now: readonly SideLine[],
  span: LineSpan,
): { readonly span: LineSpan; readonly isSure: boolean } | undefined => {
  const start = written.findIndex(({ number }) => number === span.first);
  const length = span.last - span.first + 1;
  const wanted = written.slice(start, start + length);
  if (start === -1 || wanted.length < length) return undefined;
  const found = runsOf(wanted, now)
    .map((index) => ({ index, first: now[index]?.number ?? 0 }))
    .map(({ index, first }) => ({
      first,
      around: likeness(written, start, now, index, length),
      distance: Math.abs(first - span.first),
    }))
    .sort((one, other) => other.around - one.around || one.distance - other.distance);
  const [best, second] = found;
  // blank lines and brackets are common, so their context must match
  const isDistinctive = wanted.some(({ text }) => /\w{2}/.test(text));
  if (best === undefined || (!isDistinctive && best.around < reach)) return undefined;
  return {
    span: { side: span.side, first: best.first, last: best.first + length - 1 },
    isSure: second === undefined || best.around > second.around,
  };
};

/** Start indexes, in one pass (Knuth–Morris–Pratt). */
const runsOf = (wanted: readonly SideLine[], lines: readonly SideLine[]): readonly number[] => {
  // failure table of the algorithm
  const fewer: number[] = [];
  const grown = (same: number, text: string): number => {
    let left = same;
    while (left > 0 && text !== wanted[left]?.text) left = fewer[left - 1] ?? 0;
    return text === wanted[left]?.text ? left + 1 : 0;
  };
  for (const { text } of wanted) fewer.push(fewer.length === 0 ? 0 : grown(fewer.at(-1) ?? 0, text));
  let [same, next] = [0, 0];
  return lines.flatMap(({ number, text }, index) => {
    same = grown(number === next ? same : 0, text);
    next = number + 1;
    return same === wanted.length ? [index + 1 - same] : [];
  });
};

const likeness = (
  written: readonly SideLine[],
  start: number,
  now: readonly SideLine[],
  index: number,
  length: number,
): number => {
  const isSame = (offset: number): boolean =>
    written[start + offset] !== undefined && written[start + offset]?.text === now[index + offset]?.text;
  const steps = Array.from({ length: reach }, (_, step) => step);
  return steps.filter((step) => isSame(-1 - step)).length + steps.filter((step) => isSame(length + step)).length;
};

/** Restores a draft's erased position from its `line_code`. */
export const anchorOfLineCode = (
  { line_code: code }: Pick<DraftNote, 'line_code'>,
  newest: NewestDiff,
): Anchor | undefined => {
  if (code == null) return undefined;
  for (const file of newest.files) {
    if (!lineCode(file.newPath, { oldLine: 0, newLine: 0 }).startsWith(code.split('_', 1)[0] ?? '')) continue;
    const line = read(file).lines.find((candidate) => lineCode(file.newPath, candidate) === code);
    if (line === undefined) continue;
    const side: Side = line.kind === 'removed' ? 'old' : 'new';
    const number = numberOn(line, side);
    const span = { side, first: number, last: number };
    const place = { refs: newest.refs, oldPath: file.oldPath, newPath: file.newPath };
    const position = positionAmong(place, read(file).lines, span);
    if (position) return { position, span, path: file.newPath, isSure: true, isSameLine: true };
  }
  return undefined;
};

/** Context lines shown. */
const shownBefore = 4;
const shownAfter = 2;
const maxShown = 24;

/** One hunk around lines. Outside the diff's hunks from `texts`, the file's lines on that side; undefined without them. */
export const hunkAround = (file: Diffed, span: LineSpan, texts: readonly string[] = []): string | undefined => {
  const { side, first, last } = span;
  const isLast = (line: DiffLine): boolean => isOn(line, side) && numberOn(line, side) === last;
  const hunk = [...read(file).hunks, linesAround(file, span, texts)].find((lines) => lines.some(isLast));
  if (hunk === undefined) return undefined;
  const end = hunk.findIndex(isLast);
  const start = hunk.findIndex((line) => isOn(line, side) && numberOn(line, side) >= first);
  const from = Math.max(0, start - shownBefore, end + 1 - maxShown);
  const shown = hunk.slice(from, end + 1 + shownAfter);
  const [top] = shown;
  if (top === undefined) return undefined;
  const count = (other: Side): number => shown.filter((line) => isOn(line, other)).length;
  const head = `@@ -${top.oldLine},${count('old')} +${top.newLine},${count('new')} @@`;
  return [head, ...shown.map(({ kind, text }) => `${signs[kind]}${text}`), ''].join('\n');
};

/** Those of the diff, with unchanged ones of the file between them. */
const linesAround = (file: Diffed, { side, first, last }: LineSpan, texts: readonly string[]): Hunk => {
  const [from, to] = [Math.max(1, first - shownBefore, last + 1 - maxShown), Math.min(texts.length, last + shownAfter)];
  const numbers = Array.from({ length: Math.max(0, to + 1 - from) }, (_, index) => from + index);
  const { lines } = read(file);
  return numbers.flatMap((number) => {
    const inDiff = lines.filter((line) => numberOn(line, side) === number);
    if (inDiff.some((line) => isOn(line, side))) return inDiff;
    return [...inDiff, { ...lineAmong(lines, side, number), text: texts[number - 1] ?? '' }];
  });
};

const signs: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '-', context: ' ' };

const splitHunks = (lines: readonly CodeLine[]): readonly Hunk[] => {
  const hunks: CodeLine[][] = [];
  let next = { old: -1, new: -1 };
  for (const line of lines) {
    const hunk = hunks.at(-1);
    if (hunk && line.oldLine === next.old && line.newLine === next.new) hunk.push(line);
    else hunks.push([line]);
    next = { old: line.oldLine + Number(line.kind !== 'added'), new: line.newLine + Number(line.kind !== 'removed') };
  }
  return hunks;
};
