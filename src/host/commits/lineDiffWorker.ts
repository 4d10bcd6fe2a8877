import { parentPort, workerData } from 'node:worker_threads';
import { structuredPatch } from 'diff';
import type { LineDiffMessage, LineDiffWork } from './lineDiff.ts';

const contextLines = 3;
const noLineFeed = '\\ No newline at end of file';

/** The lines of a text, each with its line feed if it has one. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** A hunk's header. A side without lines is counted from the line before it, as git does. */
const header = (oldStart: number, oldLines: number, newStart: number, newLines: number): string => {
  const side = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;
  return `@@ -${side(oldStart, oldLines)} +${side(newStart, newLines)} @@`;
};

/** The shortest way from one text to the other; undefined when it is not found in the time given. */
const shortest = ({ before, after, timeoutMs }: LineDiffWork): string | undefined =>
  structuredPatch('a', 'b', before, after, '', '', { context: contextLines, timeout: timeoutMs })
    ?.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [header(oldStart, oldLines, newStart, newLines), ...lines, ''].join('\n'),
    )
    .join('');

/** One hunk from the first line that differs to the last: for texts with little in common. */
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

// A thread of its own: large files take seconds to compare, and it can be stopped at any moment.
const work = workerData as LineDiffWork;
const answer = (message: LineDiffMessage): void => parentPort?.postMessage(message);
answer({});
answer({ text: work.before === work.after ? '' : (shortest(work) ?? replaced(work)) });
