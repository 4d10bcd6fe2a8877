import { measureSandbox } from '../sandboxSpeed.ts';
import { table, type Section } from './section.ts';

/** What the sandbox answers, and what an unchanged answer takes on the connection. */
export const sandboxSection: Section = {
  name: 'sandbox',
  title: 'The sandbox',
  async measure(thoroughness) {
    const [starts, forMs] = thoroughness === 'quick' ? [1, 50] : [3, 250];
    const { startMs, perSecond, fullBytes, unchangedBytes } = await measureSandbox(starts, forMs);
    const fastest = Math.max(...perSecond.map(([, , found]) => found));
    const share = ((100 * unchangedBytes) / fullBytes).toFixed(2);
    return [
      `A page of 100 commits takes ${fullBytes} bytes on the connection, and ${unchangedBytes} bytes (${share} %) as 304, when`,
      'it has not changed.',
      '',
      `It serves ${Math.round(startMs)} ms after its process was started, the building of the sample world included. Requests`,
      'a second with four at once, everything on one machine, without limits of requests; most of the slow ones ask git.',
      'Imports are measured until they are accepted, while those before them are at work. Reads come first.',
      '',
      ...table(
        ['Operation', 'Request', 'A second', 'To the fastest'],
        perSecond.map(([reference, request, found]) => [
          reference,
          `\`${request}\``,
          String(Math.round(found)),
          (found / fastest).toFixed(2),
        ]),
      ),
    ];
  },
};
