import { drawnCharacters, type DiffFile } from '../../diff/diffFile.ts';
import type { Ranges } from '../../diff/ranges.ts';
import type { FindState } from '../host.ts';
import { t } from '../../elements/texts.ts';

/** Limit of matches. */
export const maxMatches = 20_000;

/** A match in a row of a file or in the message. */
export interface Match {
  /** -1 for the message: row 0 is the title, row 1 the rest. */
  readonly fileIndex: number;
  readonly rowIndex: number;
  readonly start: number;
  readonly end: number;
}

/** Undefined if empty; an error message if invalid. */
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

/** In order. Yields regularly, so that the page stays responsive. Truncated parts of long lines are not searched. */
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
      if (matches.length >= maxMatches) return matches;
      characters += text.length + 20;
      if (characters > 50_000) {
        characters = 0;
        yield;
      }
    }
  }
  return matches;
}

/** Ranges in a row; the third number is 1 for the current match. */
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

/** First match at or after a row, wrapping around. */
export function matchFrom(matches: readonly Match[], fileIndex: number, rowIndex: number): number {
  const at = matches.findIndex((match) => comparePlaces(match, fileIndex, rowIndex) >= 0);
  return Math.max(at, 0);
}

function comparePlaces(match: Match, fileIndex: number, rowIndex: number): number {
  return match.fileIndex - fileIndex || match.rowIndex - rowIndex;
}
