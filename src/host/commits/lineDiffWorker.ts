import { parentPort, workerData } from 'node:worker_threads';
import { structuredPatch } from 'diff';
import type { LineDiffWork } from './lineDiff.ts';

// A thread of its own: large files take seconds to compare, and it can be stopped at any moment.
const { before, after, timeoutMs } = workerData as LineDiffWork;
const patch = structuredPatch('a', 'b', before, after, '', '', { context: 3, timeout: timeoutMs });
const text = patch?.hunks
  .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
  )
  .join('\n');
parentPort?.postMessage(text === undefined || text === '' ? text : `${text}\n`);
