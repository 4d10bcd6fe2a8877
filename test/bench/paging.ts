import type { PageCosts } from './pageCosts.ts';
import type { ReadingResult } from './readPages.ts';
import { benchProgram, measured, median, serve } from './processes.ts';

const ways = ['client', 'undici', 'gitbeaker'] as const;

/** How one way of reading a list did in all rounds. */
export type PagingResults = Readonly<
  Record<(typeof ways)[number], Pick<ReadingResult, 'ms' | 'cpuMs' | 'growthBytes'>>
>;

/**
 * Reads the same list with the product's client, with undici alone and with the public client, in turns, so that a
 * machine that is busy for a while hits all of them. Medians over the rounds.
 */
export const measurePaging = async (
  pages: number,
  rounds: number,
): Promise<{ readonly paging: PagingResults; readonly costs: PageCosts }> => {
  const server = await serve(benchProgram('generatedServer.ts'), String(pages), '0');
  const results = new Map<string, ReadingResult[]>(ways.map((way) => [way, []]));
  let costs: PageCosts;
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways)
        results.get(way)?.push(await measured<ReadingResult>('readPages.ts', way, server.firstLine));
    costs = await measured<PageCosts>('pageCosts.ts', server.firstLine);
  } finally {
    await server.stop();
  }
  const middle = (way: string) => {
    const own = results.get(way) ?? [];
    if (own.some((result) => result.pages !== pages)) throw new Error(`${way} did not read all pages`);
    const middleOf = (pick: (result: ReadingResult) => number): number => median(own.map(pick));
    return {
      ms: middleOf(({ ms }) => ms),
      cpuMs: middleOf(({ cpuMs }) => cpuMs),
      growthBytes: middleOf(({ growthBytes }) => growthBytes),
    };
  };
  return {
    paging: { client: middle('client'), undici: middle('undici'), gitbeaker: middle('gitbeaker') },
    costs,
  };
};
