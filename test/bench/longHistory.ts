import type { HistoryPaging } from './pageHistory.ts';
import { benchProgram, measured, median, serve } from './processes.ts';

const ways = ['bounded', 'whole'] as const;
const perPage = 100;

/** The list of the Commits view, and one that keeps all it has loaded. */
export type HistoryResults = Readonly<Record<(typeof ways)[number], HistoryPaging>>;

/** Pages through a generated history in both ways, in turns, each in a fresh process. Medians over the rounds. */
export const measureHistory = async (commits: number, rounds: number): Promise<HistoryResults> => {
  const server = await serve(benchProgram('generatedServer.ts'), String(commits / perPage), '0');
  const results = new Map<string, HistoryPaging[]>(ways.map((way) => [way, []]));
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways)
        results.get(way)?.push(await measured<HistoryPaging>('pageHistory.ts', way, server.firstLine));
  } finally {
    await server.stop();
  }
  const middle = (way: string): HistoryPaging => {
    const own = results.get(way) ?? [];
    const middleOf = (pick: (result: HistoryPaging) => number): number => median(own.map(pick));
    return {
      commits: middleOf((result) => result.commits),
      most: middleOf((result) => result.most),
      pageMs: middleOf(({ pageMs }) => pageMs),
      earlyBytes: middleOf(({ earlyBytes }) => earlyBytes),
      endBytes: middleOf(({ endBytes }) => endBytes),
    };
  };
  return { bounded: middle('bounded'), whole: middle('whole') };
};
