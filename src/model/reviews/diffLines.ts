import { createHash } from 'node:crypto';

/** Both counters are always set; `kind` decides on which sides the line exists. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'context';
  /** 1-based; the next old line for added lines. */
  readonly oldLine: number;
  /** 1-based; the next new line for removed lines. */
  readonly newLine: number;
}

export type Side = 'old' | 'new';

export const diffLines = (diff: string): readonly DiffLine[] => {
  const lines: DiffLine[] = [];
  let counters: { old: number; new: number } | undefined;
  for (const line of diff.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (head !== null) {
      counters = { old: Number(head[1]), new: Number(head[2]) };
      continue;
    }
    const kind = kinds[line[0] ?? ''];
    if (counters === undefined || kind === undefined) continue;
    lines.push({ kind, oldLine: counters.old, newLine: counters.new });
    if (kind !== 'added') counters.old += 1;
    if (kind !== 'removed') counters.new += 1;
  }
  return lines;
};

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'context' };

/** GitLab's `line_code`; `path` is the new path. */
export const lineCode = (path: string, { oldLine, newLine }: Omit<DiffLine, 'kind'>): string =>
  `${createHash('sha1').update(path).digest('hex')}_${oldLine}_${newLine}`;

export const isOn = ({ kind }: DiffLine, side: Side): boolean =>
  kind === 'context' || (kind === 'added') === (side === 'new');

/** 1-based. */
export const numberOn = ({ oldLine, newLine }: DiffLine, side: Side): number => (side === 'new' ? newLine : oldLine);

/** As in the diff; outside of its hunks an unchanged line, whether the file has it or not. */
export const lineAmong = (lines: readonly DiffLine[], side: Side, number: number): DiffLine => {
  const before = lines.findLast((line) => numberOn(line, side) <= number);
  if (before === undefined) return { kind: 'context', oldLine: number, newLine: number };
  if (isOn(before, side) && numberOn(before, side) === number) return before;
  const oldLine = before.oldLine + Number(isOn(before, 'old'));
  const newLine = before.newLine + Number(isOn(before, 'new'));
  const past = number - (side === 'old' ? oldLine : newLine);
  return { kind: 'context', oldLine: oldLine + past, newLine: newLine + past };
};

/** Consecutive lines on a side; 1-based, inclusive. */
export const runsOn = (lines: readonly DiffLine[], side: Side): readonly (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const line of lines) {
    if (!isOn(line, side)) continue;
    const number = numberOn(line, side);
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
};

export const countLines = (diff: string): { readonly added: number; readonly removed: number } => {
  const lines = diffLines(diff);
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  };
};
