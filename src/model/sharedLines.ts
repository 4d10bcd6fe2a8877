import { lineHunks } from './text/lineHunks.ts';

/** Consecutive lines that two texts share; 1-based. */
export interface SharedRun {
  readonly line: number;
  readonly other: number;
  readonly count: number;
}

/** In order. */
export const sharedRuns = (lines: readonly string[], others: readonly string[]): readonly SharedRun[] => {
  const end = { from: lines.length, to: 0, otherTo: 0 };
  let [line, other] = [0, 0];
  return [...lineHunks(lines, others), end].flatMap(({ from, to, otherTo }) => {
    const run = { line: line + 1, other: other + 1, count: from - line };
    [line, other] = [to, otherTo];
    return run.count > 0 ? [run] : [];
  });
};

/** A line of the first text in the other; if they don't share it, the line after the shared one before it. */
export const otherLine = (
  runs: readonly SharedRun[],
  line: number,
): { readonly line: number; readonly isShared: boolean } => {
  const run = runs.findLast((each) => each.line <= line);
  if (run === undefined) return { line: 1, isShared: false };
  const past = line - run.line;
  return { line: run.other + Math.min(past, run.count), isShared: past < run.count };
};

/** Lines of the other text in the first; undefined unless the texts share all of them and what is between. */
export const sharedSpan = (
  runs: readonly SharedRun[],
  { first, last }: { readonly first: number; readonly last: number },
): { readonly first: number; readonly last: number } | undefined => {
  const run = runs.find(({ other, count }) => other <= first && last < other + count);
  return run && { first: first - run.other + run.line, last: last - run.other + run.line };
};
