import type { DiffFile } from './diffFile.ts';
import { changeAt, type Change, type PlacedLine } from './pairRows.ts';
import type { DiffRow } from './parseDiff.ts';

const known = new WeakMap<DiffFile, DiffFile>();

/**
 * Shows lines changed only in whitespace as unchanged (`hidden`), like `git diff -w`. Memoised; returns the file itself
 * if nothing changes.
 */
export function withoutWhitespaceChanges(file: DiffFile): DiffFile {
  const before = known.get(file);
  if (before) return before;
  const after = hideChanges(file);
  known.set(file, after);
  return after;
}

function hideChanges(file: DiffFile): DiffFile {
  const rows: DiffRow[] = [];
  let hidden = 0;
  for (let index = 0; index < file.rows.length;) {
    const row = file.rows[index];
    if (row?.kind !== 'line' || row.sign === ' ') {
      if (row) rows.push(row);
      index++;
      continue;
    }
    const change = changeAt(file.rows, index);
    const same = sameBut(change);
    hidden += same.length;
    if (same.length === 0) for (let at = index; at < change.end; at++) pushRow(rows, file.rows[at]);
    else merge(rows, change, same);
    index = change.end;
  }
  if (hidden === 0) return file;
  return {
    ...file,
    rows,
    additions: file.additions - hidden,
    deletions: file.deletions - hidden,
    hiddenChanges: hidden,
  };
}

function pushRow(rows: DiffRow[], row: DiffRow | undefined): void {
  if (row) rows.push(row);
}

/** Equal lines become context. */
function merge(rows: DiffRow[], { deleted, added, notes }: Change, same: readonly (readonly [number, number])[]): void {
  let [left, right] = [0, 0];
  for (const [oldIndex, newIndex] of [...same, [deleted.length, added.length] as const]) {
    for (; left < oldIndex; left++) pushRow(rows, deleted[left]?.row);
    for (; right < newIndex; right++) pushRow(rows, added[right]?.row);
    const [before, after] = [deleted[left++]?.row, added[right++]?.row];
    if (!before || !after) continue;
    const { oldNumber } = before;
    rows.push({ kind: 'line', sign: ' ', oldNumber, newNumber: after.newNumber, text: after.text, hidden: true });
  }
  for (const { row } of notes) rows.push(row);
}

/** Above this product of line counts, lines are matched greedily. */
const maxComparisons = 40_000;

/** Pairs of lines equal except for whitespace, in order. */
function sameBut({ deleted, added }: Change): readonly (readonly [number, number])[] {
  const old = deleted.map(bare);
  const next = added.map(bare);
  if (old.length === 0 || next.length === 0) return [];
  return old.length * next.length <= maxComparisons ? longest(old, next) : greedy(old, next);
}

const bare = ({ row }: PlacedLine): string => row.text.replace(/\s+/g, '');

/** Longest common subsequence. */
function longest(old: readonly string[], next: readonly string[]): readonly (readonly [number, number])[] {
  const width = next.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (left: number, right: number): number => lengths[left * width + right] ?? 0;
  for (let left = old.length - 1; left >= 0; left--) {
    for (let right = next.length - 1; right >= 0; right--) {
      lengths[left * width + right] =
        old[left] === next[right] ? at(left + 1, right + 1) + 1 : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [left, right] = [0, 0]; left < old.length && right < next.length;) {
    if (old[left] === next[right]) pairs.push([left++, right++]);
    else if (at(left + 1, right) >= at(left, right + 1)) left++;
    else right++;
  }
  return pairs;
}

function greedy(old: readonly string[], next: readonly string[]): readonly (readonly [number, number])[] {
  const places = new Map<string, number[]>();
  for (let index = next.length - 1; index >= 0; index--) {
    const text = next[index] ?? '';
    const those = places.get(text);
    if (those) those.push(index);
    else places.set(text, [index]);
  }
  const pairs: (readonly [number, number])[] = [];
  let from = 0;
  old.forEach((text, index) => {
    const those = places.get(text);
    while (those && (those.at(-1) ?? from) < from) those.pop();
    const found = those?.pop();
    if (found === undefined) return;
    pairs.push([index, found]);
    from = found + 1;
  });
  return pairs;
}
