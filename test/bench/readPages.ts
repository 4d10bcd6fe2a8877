// Reads all pages of a list in one way and prints how long it took and what it held: node readPages.ts <way> <address>
import { Gitlab } from '@gitbeaker/rest';
import { Agent, request } from 'undici';
import { createClient } from '../../src/client/client.ts';
import { eachPage } from '../../src/client/eachPage.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { listCommits } from '../../src/wire/commits.ts';

/** What reading all pages took. */
export interface ReadingResult {
  readonly pages: number;
  readonly commits: number;
  readonly ms: number;
  /** Processor time of the reader, which other programs on the machine change little. */
  readonly cpuMs: number;
  /** What the heap held more at the end than after a tenth of the pages, both times after a collection. */
  readonly growthBytes: number;
}

const [way = '', address = ''] = process.argv.slice(2);
const warmUpPages = 100;
let pages = 0;
let commits = 0;
let startedAt = 0;
let early = 0;
let cpuBefore = process.cpuUsage();

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Every reader calls this after each page; the first pages are not measured. */
const seen = (items: number): void => {
  pages += 1;
  commits += items;
  if (pages !== warmUpPages) return;
  early = heap();
  cpuBefore = process.cpuUsage();
  startedAt = performance.now();
};

const withClient = async (): Promise<void> => {
  const transport = createUndiciTransport(directConnections);
  const client = createClient({ baseUrl: address, token: async () => 'secret', transport: async () => transport });
  for await (const { items } of eachPage(client, listCommits, { id: 1, per_page: 100 })) seen(items.length);
};

const withUndici = async (): Promise<void> => {
  const dispatcher = new Agent();
  for (let page: string | undefined = '1'; page !== undefined && page !== '';) {
    const url = `${address}/api/v4/projects/1/repository/commits?per_page=100&page=${page}`;
    const answer: Awaited<ReturnType<typeof request>> = await request(url, {
      dispatcher,
      headers: { authorization: 'Bearer secret' },
    });
    const items = JSON.parse(await answer.body.text()) as readonly unknown[];
    seen(items.length);
    page = answer.headers['x-next-page']?.toString();
  }
};

const withGitbeaker = async (): Promise<void> => {
  // its own limit of requests a minute would be all that is measured
  const api = new Gitlab({ host: address, token: 'secret', rateLimits: { '**': 1_000_000_000 } });
  for (let page: number | null = 1; page !== null;) {
    const options = { perPage: 100, page, maxPages: 1, showExpanded: true } as const;
    const answer: { data: readonly unknown[]; paginationInfo: { next: number | null } } = await api.Commits.all(
      1,
      options,
    );
    seen(answer.data.length);
    page = answer.paginationInfo.next;
  }
};

const ways: Readonly<Record<string, () => Promise<void>>> = {
  client: withClient,
  undici: withUndici,
  gitbeaker: withGitbeaker,
};
await ways[way]?.();
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuBefore);
const result: ReadingResult = { pages, commits, ms, cpuMs: (user + system) / 1000, growthBytes: heap() - early };
console.log(JSON.stringify(result));
// connections that are kept open would keep us
process.exit(0);
