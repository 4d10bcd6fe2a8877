// Pages through a history to its end in one way and prints what it took: node pageHistory.ts bounded|whole <address>
import { type Client, createClient } from '../../src/client/client.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { BoundedList } from '../../src/model/commits/boundedList.ts';
import { type HistoryPlace, historyStart, readHistory } from '../../src/model/commits/commitHistory.ts';
import type { CommitLine } from '../../src/model/commits/commitLine.ts';
import { PagedList } from '../../src/model/pagedList.ts';
import { listCommits } from '../../src/wire/commits.ts';

/** What paging through a history took. */
export interface HistoryPaging {
  readonly commits: number;
  /** Most commits that were held at a time. */
  readonly most: number;
  /** Between one page and the next, in the middle. */
  readonly pageMs: number;
  /** Heap after a collection, after the first 3,000 commits and at the end. */
  readonly earlyBytes: number;
  readonly endBytes: number;
}

/** Of the Commits view; `mostCommitsShown` of `src/host/commits/history.ts`, which can be read in an editor only. */
const most = 1_000;
const warmUpCommits = 3_000;

/** A list that can be taken on by a page. */
interface Walk {
  readonly seen: () => number;
  readonly held: () => number;
  /** False at the end. */
  readonly onward: () => Promise<boolean>;
}

const bounded = async (client: Client): Promise<Walk> => {
  const source = { client, project: 1, perPage: 100, changes: async () => [] };
  const list = new BoundedList<CommitLine, HistoryPlace>({
    first: historyStart({}),
    most,
    load: (place, signal) => readHistory(source, place, signal),
    keyOf: ({ id }) => id,
    changed: () => {},
  });
  await list.refresh();
  return {
    seen: () => list.state.before + list.state.items.length,
    held: () => list.state.items.length,
    async onward() {
      if (list.state.phase === 'failed') throw list.state.error;
      if (list.state.after === undefined) return false;
      await (list.state.after === 'sheet' ? list.later() : list.loadMore());
      return true;
    },
  };
};

/** As lists do that keep everything they have loaded. */
const whole = async (client: Client): Promise<Walk> => {
  const list = new PagedList(
    (page, signal) => client.send(listCommits, { id: 1, page, per_page: 100 }, { signal }),
    () => {},
  );
  await list.refresh();
  return {
    seen: () => list.state.items.length,
    held: () => list.state.items.length,
    async onward() {
      if (list.state.phase === 'failed') throw list.state.error;
      if (!list.state.more) return false;
      await list.loadMore();
      return true;
    },
  };
};

const [way = '', address = ''] = process.argv.slice(2);
const transport = createUndiciTransport(directConnections);
const client = createClient({ baseUrl: address, token: async () => 'secret', transport: async () => transport });
const walk = await (way === 'bounded' ? bounded : whole)(client);

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

while (walk.seen() < warmUpCommits && (await walk.onward()));
const earlyBytes = heap();
const times: number[] = [];
let mostHeld = 0;
for (let from = performance.now(); await walk.onward(); from = performance.now()) {
  times.push(performance.now() - from);
  mostHeld = Math.max(mostHeld, walk.held());
}
const sorted = times.toSorted((one, other) => one - other);
const result: HistoryPaging = {
  commits: walk.seen(),
  most: mostHeld,
  pageMs: sorted[sorted.length >> 1] ?? Number.NaN,
  earlyBytes,
  endBytes: heap(),
};
console.log(JSON.stringify(result));
process.exit(0);
