import { parentPort, workerData } from 'node:worker_threads';
import { structuredPatch } from 'diff';
import type { LineDiffMessage, LineDiffWork } from './lineDiff.ts';

const contextLines = 3;
const noLineFeed = '\\ No newline at end of file';

/** Lines including their line feed. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Hunk header; like git, an empty side starts at the line before. */
const header = (oldStart: number, oldLines: number, newStart: number, newLines: number): string => {
  const side = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;
  return `@@ -${side(oldStart, oldLines)} +${side(newStart, newLines)} @@`;
};

/** Shortest diff; undefined on timeout. */
const shortest = ({ before, after, timeoutMs }: LineDiffWork): string | undefined =>
  structuredPatch('a', 'b', before, after, '', '', { context: contextLines, timeout: timeoutMs })
    ?.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [header(oldStart, oldLines, newStart, newLines), ...lines, ''].join('\n'),
    )
    .join('');

/** One hunk from the first to the last difference. */
const replaced = ({ before, after }: LineDiffWork): string => {
  const [old, next] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end++;
  const from = Math.max(0, start - contextLines);
  const below = Math.min(end, contextLines);
  const signed = (lines: readonly string[], sign: string): string[] =>
    lines.map((line) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n${noLineFeed}\n`));
  const [oldEnd, newEnd] = [old.length - end, next.length - end];
  return [
    `${header(from + 1, oldEnd + below - from, from + 1, newEnd + below - from)}\n`,
    ...signed(old.slice(from, start), ' '),
    ...signed(old.slice(start, oldEnd), '-'),
    ...signed(next.slice(start, newEnd), '+'),
    ...signed(old.slice(oldEnd, oldEnd + below), ' '),
  ].join('');
};

// In a worker: large files take seconds, and a worker can be terminated at any time.
const work = workerData as LineDiffWork;
const answer = (message: LineDiffMessage): void => parentPort?.postMessage(message);
answer({});
answer({ text: work.before === work.after ? '' : (shortest(work) ?? replaced(work)) });
