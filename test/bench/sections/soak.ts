import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SoakResult } from '../../host/soak/soakWorld.ts';
import { findHostSuites, runHostWindow, windowsOf } from '../../support/hostSuite.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { goals, megabytes, type Section, table } from './section.ts';

/** Uses one window in any order for a long time; the suite `test/host/soak` does the same in less time. */
export const soakSection: Section = {
  name: 'soak',
  title: 'A window in long use',
  isSlow: true,
  limitMinutes: 90,
  async measure(thoroughness) {
    const minutes = thoroughness === 'quick' ? 2 : 15;
    const { seed, steps, held, failures } = await soaked(minutes);
    const [first, last] = [held[0], held.at(-1)];
    if (first === undefined || last === undefined) throw new Error(failures.join('; '));
    const most = Math.max(...held.map(({ heapBytes }) => heapBytes));
    return [
      ...goals([
        {
          what: `After ${minutes} minutes: no more than at the beginning`,
          wanted: 'all',
          found: failures.length === 0 ? 'all' : 'not all',
          isMet: failures.length === 0,
          why: failures.map((each) => each.split('\n')[0]).join('; '),
        },
      ]),
      'One window on the sample project, in which views are refreshed, pages and files opened and closed, a board tested, the',
      'account and the network changed and the server made to fail, in any order. Counted is what the extension host holds',
      `while nothing goes on, after a collection: first when everything had been done twice. Dice: ${seed}.`,
      '',
      ...table(
        ['', 'At the beginning', 'Most between', 'At the end'],
        [
          ['Memory of scripts', megabytes(first.heapBytes), megabytes(most), megabytes(last.heapBytes)],
          ...(['listeners', 'timers', 'sockets', 'processes'] as const).map((what) => [
            what.charAt(0).toUpperCase() + what.slice(1),
            String(first[what] ?? 'unknown'),
            String(Math.max(...held.map((each) => each[what] ?? Number.NaN))),
            String(last[what] ?? 'unknown'),
          ]),
        ],
      ),
      ...table(
        ['Step', 'Times'],
        Object.entries(steps).map(([name, times]) => [name, String(times)]),
      ),
    ];
  },
};

const soaked = async (minutes: number): Promise<SoakResult & { readonly failures: readonly string[] }> => {
  const [window] = windowsOf(findHostSuites().filter(({ name }) => name === 'soak'));
  if (window === undefined) throw new Error('test/host has no suite “soak”');
  const folder = temporaryFolder('bench-soak');
  const resultFile = path.join(folder, 'result.json');
  try {
    Object.assign(process.env, { GRAFT_SOAK_MINUTES: String(minutes), GRAFT_SOAK_RESULT: resultFile });
    const { failures } = await runHostWindow(window);
    if (!existsSync(resultFile)) throw new Error(failures.join('\n'));
    return { ...(JSON.parse(readFileSync(resultFile, 'utf8')) as SoakResult), failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
