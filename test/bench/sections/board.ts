import { measureBoard } from '../board.ts';
import { goals, milliseconds, table, type Section } from './section.ts';

const wanted = 4;

/** A board of dry runs against the same one after another. */
export const boardSection: Section = {
  name: 'board',
  title: 'The backport board',
  async measure(thoroughness) {
    const rounds = thoroughness === 'quick' ? 1 : 3;
    const results = await measureBoard(rounds);
    return [
      ...goals(
        results.map(({ latencyMs, boardMs, oneAfterAnotherMs }) => {
          const found = oneAfterAnotherMs / boardMs;
          return {
            what: `20 × 10 board, ${latencyMs === 0 ? 'answers at once' : `answers after ${latencyMs} ms`}`,
            wanted: `${wanted} times sooner`,
            found: `${found.toFixed(1)} times`,
            isMet: found >= wanted,
            why:
              latencyMs === 0
                ? 'With a server that answers at once, the time is that of git in the sandbox, on the same processors: dry runs side by side gain little there, and what is saved are requests.'
                : 'Only a few dry runs are under way at a time, to be polite to the server; the sandbox runs git for each of them on the same processors.',
          };
        }),
      ),
      'A board of 20 commits and 10 branches in the sandbox, tested as a whole and by the same 200 dry runs one after another,',
      `in turns, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, medians; with the server as quick as it is, and with the delay of a network in front of each answer.`,
      '',
      ...table(
        ['Answers after', 'Board', 'Requests', 'One after another', 'Requests'],
        results.map(({ latencyMs, boardMs, oneAfterAnotherMs, boardRequests, oneAfterAnotherRequests }) => [
          `${latencyMs} ms`,
          milliseconds(boardMs),
          String(boardRequests),
          milliseconds(oneAfterAnotherMs),
          String(oneAfterAnotherRequests),
        ]),
      ),
    ];
  },
};
