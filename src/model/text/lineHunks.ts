import { diffArrays } from 'diff';

/** `[from, to)` became `[otherFrom, otherTo)`, 0-based. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

type Lines = readonly string[];

/** Limits of one script, and of all (squared). */
const maxEdits = 400;
const maxSteps = 1_000_000;

/** Bounded time: shortest edit script, else patience diff, else one hunk. Equal lines separate hunks. */
export const lineHunks = (lines: Lines, others: Lines): readonly Hunk[] => {
  const whole = trimmed({ from: 0, to: lines.length, otherFrom: 0, otherTo: others.length }, lines, others);
  const script = smallestEdit(whole, maxEdits, lines, others);
  return slidDown(script ?? betweenAnchors(whole, lines, others), lines, others);
};

const trimmed = (hunk: Hunk, lines: Lines, others: Lines): Hunk => {
  let { from, to, otherFrom, otherTo } = hunk;
  for (; from < to && otherFrom < otherTo && lines[from] === others[otherFrom]; from++) otherFrom++;
  for (; from < to && otherFrom < otherTo && lines[to - 1] === others[otherTo - 1]; to--) otherTo--;
  return { from, to, otherFrom, otherTo };
};

/** Undefined beyond the limit. */
const smallestEdit = (hunk: Hunk, maxEditLength: number, lines: Lines, others: Lines): readonly Hunk[] | undefined => {
  const { from, to, otherFrom, otherTo } = hunk;
  if (from === to && otherFrom === otherTo) return [];
  const [left, right] = [lines.slice(from, to), others.slice(otherFrom, otherTo)];
  const known = new Set(left);
  if (!right.some((line) => known.has(line))) return [hunk];
  const changes = diffArrays(left, right, { maxEditLength });
  if (changes === undefined) return undefined;
  const hunks: Hunk[] = [];
  let [line, other] = [from, otherFrom];
  for (const { added, removed, count } of changes) {
    const start = { from: line, otherFrom: other };
    if (!added) line += count;
    if (!removed) other += count;
    if (added || removed) put(hunks, { ...start, to: line, otherTo: other });
  }
  return hunks;
};

/** Merges adjacent ones. */
const put = (hunks: Hunk[], hunk: Hunk): void => {
  const last = hunks.at(-1);
  const goesOn = last?.to === hunk.from && last.otherTo === hunk.otherFrom;
  if (goesOn) hunks[hunks.length - 1] = { ...hunk, from: last.from, otherFrom: last.otherFrom };
  else hunks.push(hunk);
};

/** Patience diff by unique common lines. */
const betweenAnchors = (whole: Hunk, lines: Lines, others: Lines): readonly Hunk[] => {
  const placeOf = once(others, whole.otherFrom, whole.otherTo);
  type Anchor = { readonly line: number; readonly other: number; readonly before: Anchor | undefined };
  // earliest end, by length
  const runs: Anchor[] = [];
  for (const [text, line] of once(lines, whole.from, whole.to)) {
    const other = placeOf.get(text);
    if (other === undefined) continue;
    const length = firstIndex(runs, (run) => run.other > other);
    runs[length] = { line, other, before: runs[length - 1] };
  }
  const anchors: Anchor[] = [];
  for (let last = runs.at(-1); last !== undefined; last = last.before) anchors.push(last);
  let { from, otherFrom } = whole;
  let steps = maxSteps;
  return [...anchors.reverse(), { line: whole.to, other: whole.otherTo }].flatMap(({ line, other }) => {
    const part = trimmed({ from, to: line, otherFrom, otherTo: other }, lines, others);
    [from, otherFrom] = [line + 1, other + 1];
    const edits = Math.min(maxEdits, part.to - part.from + part.otherTo - part.otherFrom, Math.sqrt(steps));
    steps -= edits ** 2;
    return smallestEdit(part, Math.floor(edits), lines, others) ?? [part];
  });
};

/** Unique lines, in order. */
const once = (lines: Lines, from: number, to: number): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, line] of lines.slice(from, to).entries()) {
    if (places.has(line)) twice.add(line);
    else places.set(line, from + index);
  }
  for (const line of twice) places.delete(line);
  return places;
};

/** Binary search. */
export const firstIndex = <T>(values: readonly T[], isPast: (value: T) => boolean): number => {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values.slice(middle, middle + 1).some(isPast)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Slides pure additions and removals down, as git does. */
const slidDown = (hunks: readonly Hunk[], lines: Lines, others: Lines): readonly Hunk[] => {
  const done: Hunk[] = [];
  for (const hunk of [...hunks].reverse()) {
    const next = done.at(-1);
    const { from, to, otherFrom, otherTo } = hunk;
    const room = (next?.from ?? lines.length) - to;
    let by = 0;
    if (from === to) while (by < room && lines[to + by] === others[otherFrom + by]) by++;
    else if (otherFrom === otherTo) while (by < room && lines[from + by] === lines[to + by]) by++;
    const placed = { from: from + by, to: to + by, otherFrom: otherFrom + by, otherTo: otherTo + by };
    if (placed.to === next?.from) done[done.length - 1] = { ...next, from: placed.from, otherFrom: placed.otherFrom };
    else done.push(placed);
  }
  return done.reverse();
};
