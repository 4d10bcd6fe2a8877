import { diffWordsWithSpace } from 'diff';
import type { ChangedWords } from '../diff/ranges.ts';

/** In longer lines only a common prefix and suffix are found. */
const maxLine = 1_000;
const maxEdits = 120;

/** Changed ranges, all of kind 0; undefined if less than a quarter is common. */
export function changedWords(before: string, after: string): ChangedWords | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  start = wordStart(before, after, start);
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  end = wordEnd(before, after, end, shorter - start);
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const;
  const changed = before.length > maxLine || after.length > maxLine ? wholeRange(middle) : diffWords(middle);
  const common = Math.max(before.length, after.length) - changed.size;
  if (common * 4 < Math.max(before.trim().length, after.trim().length)) return undefined;
  return { old: shifted(changed.old, start), new: shifted(changed.new, start) };
}

interface Changed extends ChangedWords {
  /** Changed characters, on the side with more. */
  readonly size: number;
}

function diffWords([before, after]: readonly [string, string]): Changed {
  if (before === '' || after === '') return wholeRange([before, after]);
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits, timeout: 10 });
  if (!parts) return wholeRange([before, after]);
  const old: number[] = [];
  const next: number[] = [];
  let [left, right, removed, added] = [0, 0, 0, 0];
  for (const { value, added: isAdded, removed: isRemoved } of parts) {
    const { length } = value;
    if (isRemoved) {
      appendRange(old, left, left + length);
      left += length;
      removed += length;
    } else if (isAdded) {
      appendRange(next, right, right + length);
      right += length;
      added += length;
    } else {
      left += length;
      right += length;
    }
  }
  return { old, new: next, size: Math.max(removed, added) };
}

/** Merges adjacent ranges. */
function appendRange(ranges: number[], start: number, end: number): void {
  if (ranges.at(-2) === start) ranges[ranges.length - 2] = end;
  else ranges.push(start, end, 0);
}

function wholeRange([before, after]: readonly [string, string]): Changed {
  return {
    old: before === '' ? [] : [0, before.length, 0],
    new: after === '' ? [] : [0, after.length, 0],
    size: Math.max(before.length, after.length),
  };
}

function shifted(ranges: readonly number[], by: number): readonly number[] {
  return ranges.map((value, index) => (index % 3 === 2 ? value : value + by));
}

const inWord = /[\p{L}\p{N}_]/u;

/** Start of the word at which the lines diverge. */
function wordStart(before: string, after: string, start: number): number {
  let at = start;
  const isInside = (text: string): boolean => inWord.test(text[at - 1] ?? '') && inWord.test(text[at] ?? '');
  while (at > 0 && (isInside(before) || isInside(after))) at--;
  return at;
}

/** {@link wordStart} from the end. */
function wordEnd(before: string, after: string, end: number, most: number): number {
  let at = Math.min(end, most);
  const isInside = (text: string): boolean =>
    inWord.test(text[text.length - at - 1] ?? '') && inWord.test(text[text.length - at] ?? '');
  while (at > 0 && (isInside(before) || isInside(after))) at--;
  return at;
}
