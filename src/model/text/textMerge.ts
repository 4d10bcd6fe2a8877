import { createHash } from 'node:crypto';
import { firstIndex, type Hunk, lineHunks } from './lineHunks.ts';

/** Conflict in the merged lines `[from, to)`, 0-based. */
export interface ConflictRegion {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Text with the base text in conflicts. */
export interface TextMerge {
  readonly text: string;
  readonly regions: readonly ConflictRegion[];
}

export type ThreeTexts = Readonly<Record<'base' | 'ours' | 'theirs', string>>;

/** Three-way merge; as in git, adjacent changes conflict. */
export const mergeTexts = ({ base, ours, theirs }: ThreeTexts): TextMerge => {
  const lines = base.split('\n');
  const sides = [ours, theirs].map((text) => {
    const others = text.split('\n');
    return { others, hunks: lineHunks(lines, others) };
  });
  const changes = sides.flatMap(({ hunks }) => hunks).sort((one, other) => one.from - other.from || one.to - other.to);
  const merged: string[] = [];
  const regions: ConflictRegion[] = [];
  let at = 0;
  for (const { from, to } of changes.reduce<{ from: number; to: number }[]>(withRange, [])) {
    append(merged, lines.slice(at, from));
    at = to;
    const before = lines.slice(from, to);
    const [our = before, their = before] = sides.map(({ others, hunks }) => others.slice(...placeIn(hunks, from, to)));
    const isConflict = !isSame(our, before) && !isSame(their, before) && !isSame(our, their);
    const start = merged.length;
    append(merged, isConflict ? before : isSame(our, before) ? their : our);
    if (isConflict) regions.push({ from: start, to: merged.length, ours: our, theirs: their });
  }
  append(merged, lines.slice(at));
  return { text: merged.join('\n'), regions };
};

/** Merges adjacent ranges. */
const withRange = (ranges: { from: number; to: number }[], { from, to }: Hunk): { from: number; to: number }[] => {
  const last = ranges.at(-1);
  if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
  else ranges.push({ from, to });
  return ranges;
};

/** `push(...)` overflows the stack for many lines. */
const append = (lines: string[], more: readonly string[]): void => {
  for (const line of more) lines.push(line);
};

const isSame = (lines: readonly string[], others: readonly string[]): boolean =>
  lines.length === others.length && lines.every((line, index) => line === others[index]);

/** Hunks in the range, or adjacent. */
const hunksAt = <H extends Hunk>(hunks: readonly H[], from: number, to: number): readonly H[] =>
  hunks.slice(
    firstIndex(hunks, (hunk) => hunk.to >= from),
    firstIndex(hunks, (hunk) => hunk.from > to),
  );

/** Extended by adjacent hunks. */
const placeIn = (hunks: readonly Hunk[], from: number, to: number): [from: number, to: number] => {
  const before = hunks[firstIndex(hunks, (hunk) => hunk.to >= from) - 1];
  const shift = before ? before.otherTo - before.to : 0;
  const near = hunksAt(hunks, from, to);
  const [first, last] = [near[0], near.at(-1)];
  if (first === undefined || last === undefined) return [from + shift, to + shift];
  return [first.otherFrom - Math.max(0, first.from - from), last.otherTo + Math.max(0, to - last.to)];
};

/** Text with conflict markers. */
export const markedText = ({ text, regions }: TextMerge, [ours, theirs]: readonly [string, string]): string => {
  const lines = text.split('\n');
  let at = 0;
  const marked = regions.flatMap((region) => {
    const before = lines.slice(at, region.from);
    at = region.to;
    return [...before, `<<<<<<< ${ours}`, ...region.ours, '=======', ...region.theirs, `>>>>>>> ${theirs}`];
  });
  return [...marked, ...lines.slice(at)].join('\n');
};

/** Independent of the position, as in git's rerere. */
export const conflictKey = ({ text, regions }: TextMerge): string | undefined => {
  if (regions.length === 0) return undefined;
  const lines = text.split('\n');
  const conflicts = regions.map(({ from, to, ours, theirs }) => [lines.slice(from, to), ours, theirs]);
  return createHash('sha256').update(JSON.stringify(conflicts)).digest('hex');
};

/** Indexes of conflicts with their base text, ignoring white space, moves and edits nearby; in doubt undecided. */
export const undecidedRegions = ({ text: start, regions }: TextMerge, text: string): readonly number[] => {
  const [lines, others] = [start.split('\n'), text.split('\n')];
  const hunks = lineHunks(lines.map(withoutSpace), others.map(withoutSpace)).map((hunk) => {
    const now = others.slice(hunk.otherFrom, hunk.otherTo);
    const isAddition = hasText(now) && !hasText(lines.slice(hunk.from, hunk.to));
    return { ...hunk, now: withoutEnds(now), isAddition };
  });
  const added = new Set(hunks.flatMap(({ now }) => [...now].map(withoutSpace)));
  const isDecided = ({ from, to, ours, theirs }: ConflictRegion): boolean => {
    const base = withoutEnds(lines.slice(from, to));
    const ofSides = withoutEnds([...ours, ...theirs].filter((line) => line.trim() !== '' && !base.has(line.trimEnd())));
    const near = hunksAt(hunks, from, to);
    // may differ only in indentation
    if (near.length === 0) return haveCommon(ofSides, withoutEnds(others.slice(...placeIn(hunks, from, to))));
    if (near.some(({ now }) => haveCommon(ofSides, now))) return true;
    // an empty base can't be removed
    if (!hasText([...base])) return near.some(({ isAddition }) => isAddition);
    if ([...base].every((line) => line === '' || added.has(withoutSpace(line)))) return false;
    return near.some(
      (hunk) =>
        hasText(lines.slice(Math.max(hunk.from, from), Math.min(hunk.to, to))) ||
        (from < hunk.from && hunk.to < to && hunk.isAddition),
    );
  };
  return regions.flatMap((region, index) => (isDecided(region) ? [] : [index]));
};

const withoutEnds = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.map((line) => line.trimEnd()));

const haveCommon = (lines: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  lines.size > others.size ? haveCommon(others, lines) : [...lines].some((line) => others.has(line));

const withoutSpace = (line: string): string => line.replace(/\s+/g, '');

const hasText = (lines: readonly string[]): boolean => lines.some((line) => line.trim() !== '');
