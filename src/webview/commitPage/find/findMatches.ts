import { drawnCharacters, type DiffFile } from '../../diff/diffFile.ts';
import type { Ranges } from '../../diff/ranges.ts';
import type { FindState } from '../host.ts';
import { t } from '../../elements/texts.ts';

/** More finds are not looked for. */
export const mostMatches = 20_000;

/** A find: a part of a row of a file, or of the commit's message. */
export interface Match {
  /** -1 in the message, whose rows are its title and what is below. */
  readonly fileIndex: number;
  readonly rowIndex: number;
  readonly start: number;
  readonly end: number;
}

/** The pattern of a search; undefined for an empty one, an error in words for one that is not a pattern. */
export function patternOf({ text, matchCase, wholeWord, isRegExp }: FindState): RegExp | undefined | string {
  if (text === '') return undefined;
  const source = isRegExp ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  try {
    const flags = `gu${matchCase ? '' : 'i'}`;
    return new RegExp(wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source, flags);
  } catch {
    return t('Not a regular expression');
  }
}

/**
 * The finds in the commit's message and in the lines of all files, in order. Stops in between to yield, so that the caller can let the page draw.
 * Of long lines only what is drawn is searched.
 */
export function* findMatches(
  files: readonly DiffFile[],
  pattern: RegExp,
  message: readonly string[],
): Generator<undefined, readonly Match[]> {
  const matches: Match[] = [];
  let characters = 0;
  const search = (text: string, fileIndex: number, rowIndex: number): void => {
    for (const { 0: found, index: start } of text.matchAll(pattern)) {
      if (found !== '') matches.push({ fileIndex, rowIndex, start, end: start + found.length });
    }
  };
  message.forEach((text, row) => search(text, -1, row));
  for (const [fileIndex, { rows }] of files.entries()) {
    for (const [rowIndex, row] of rows.entries()) {
      if (row.kind !== 'line') continue;
      const text = row.text.length > drawnCharacters ? row.text.slice(0, drawnCharacters) : row.text;
      search(text, fileIndex, rowIndex);
      if (matches.length >= mostMatches) return matches;
      characters += text.length + 20;
      if (characters > 50_000) {
        characters = 0;
        yield;
      }
    }
  }
  return matches;
}

/** The finds in one row as ranges; the third number is 1 for the find the reader is at. */
export function rangesIn(
  matches: readonly Match[],
  fileIndex: number,
  rowIndex: number,
  current: number,
): Ranges | undefined {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const match = matches[middle];
    if (match && comparePlaces(match, fileIndex, rowIndex) < 0) low = middle + 1;
    else high = middle;
  }
  const ranges: number[] = [];
  for (let at = low; at < matches.length; at++) {
    const match = matches[at];
    if (match?.fileIndex !== fileIndex || match.rowIndex !== rowIndex) break;
    ranges.push(match.start, match.end, at === current ? 1 : 0);
  }
  return ranges.length > 0 ? ranges : undefined;
}

/** The first find at or after a row; the first of all when there is none after it. */
export function matchFrom(matches: readonly Match[], fileIndex: number, rowIndex: number): number {
  const at = matches.findIndex((match) => comparePlaces(match, fileIndex, rowIndex) >= 0);
  return Math.max(at, 0);
}

function comparePlaces(match: Match, fileIndex: number, rowIndex: number): number {
  return match.fileIndex - fileIndex || match.rowIndex - rowIndex;
}
