import { connectionNodes, measureWalk } from '../walking.ts';
import { megabytes, ratio, table, type Section } from './section.ts';

/** Walking a GraphQL connection with the client and with undici alone. */
export const connectionSection: Section = {
  name: 'connection',
  title: 'A GraphQL connection',
  async measure(thoroughness) {
    const walk = await measureWalk(thoroughness === 'quick' ? 1 : 3);
    return [
      `${connectionNodes} nodes in pages of 100 from the generated server, walked with the client's GraphQL and with undici and`,
      '`JSON.parse` alone, each in a fresh process that walked it once before, in turns, medians.',
      '',
      ...table(
        ['Walker', 'ms', 'Nodes a second', 'To bare undici', 'In processor time', 'Heap growth in ten walks'],
        Object.entries(walk).map(([way, { ms, cpuMs, nodes, growthBytes }]) => [
          way,
          ms.toFixed(0),
          String(Math.round((nodes * 1000) / ms)),
          ratio(walk.undici.ms / ms),
          ratio(walk.undici.cpuMs / cpuMs),
          megabytes(growthBytes),
        ]),
      ),
    ];
  },
};
