import { benchProgram, measured, median, serve } from './processes.ts';
import type { WalkResult } from './walkConnection.ts';

const ways = ['client', 'undici'] as const;

/** How both ways of walking the same connection did in all rounds; medians. */
export type WalkResults = Readonly<Record<(typeof ways)[number], WalkResult>>;

/** Nodes of the connection. */
export const connectionNodes = 10_000;

/** Walks a connection of 10,000 nodes with the product's client and with undici alone, in turns. */
export const measureWalk = async (rounds: number): Promise<WalkResults> => {
  const server = await serve(benchProgram('generatedServer.ts'), '0', '0');
  const results = new Map<string, WalkResult[]>(ways.map((way) => [way, []]));
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways)
        results.get(way)?.push(await measured<WalkResult>('walkConnection.ts', way, server.firstLine, '10'));
  } finally {
    await server.stop();
  }
  const middle = (way: string): WalkResult => {
    const own = results.get(way) ?? [];
    if (own.some(({ nodes }) => nodes !== connectionNodes)) throw new Error(`${way} did not see all nodes`);
    const middleOf = (pick: (result: WalkResult) => number): number => median(own.map(pick));
    return {
      nodes: connectionNodes,
      ms: middleOf(({ ms }) => ms),
      cpuMs: middleOf(({ cpuMs }) => cpuMs),
      growthBytes: middleOf(({ growthBytes }) => growthBytes),
    };
  };
  return { client: middle('client'), undici: middle('undici') };
};
