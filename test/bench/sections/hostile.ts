import { hostileAnswers, serveHostile } from '../hostileAnswers.ts';
import { measured } from '../processes.ts';
import type { HostileResult } from '../readHostile.ts';
import { goals, megabytes, milliseconds, table, type Section } from './section.ts';

const mostMs = 2_000;
const mostBytes = 200 * 1024 ** 2;

/** What answers made to hold up a reader cost the process that reads them. */
export const hostileSection: Section = {
  name: 'hostile',
  title: 'Hostile answers',
  async measure() {
    const server = await serveHostile();
    const results: [what: string, result: HostileResult][] = [];
    try {
      for (const [index, what] of Object.keys(hostileAnswers).entries())
        results.push([what, await measured<HostileResult>('readHostile.ts', server.url, String(index))]);
    } finally {
      await server.close();
    }
    const worst = (cost: (result: HostileResult) => number): number =>
      Math.max(...results.map(([, result]) => cost(result)));
    const [blocked, peak] = [worst(({ blockedMs }) => blockedMs), worst(({ peakBytes }) => peakBytes)];
    return [
      ...goals([
        {
          what: 'Longest time the host stands still',
          wanted: `≤ ${milliseconds(mostMs)}`,
          found: milliseconds(blocked),
          isMet: blocked <= mostMs,
        },
        {
          what: 'Most memory',
          wanted: `≤ ${megabytes(mostBytes)}`,
          found: megabytes(peak),
          isMet: peak <= mostBytes,
        },
      ]),
      'Each answer comes packed, to a fresh process that asks for a page of commits; memory is the highest the process had,',
      'above what it had before.',
      '',
      ...table(
        ['Answer', 'Ends as', 'Processor time', 'Stands still', 'Memory'],
        results.map(([what, { failure, cpuMs, blockedMs, peakBytes }]) => [
          what,
          failure,
          milliseconds(cpuMs),
          milliseconds(blockedMs),
          megabytes(peakBytes),
        ]),
      ),
    ];
  },
};
