// Walks a GraphQL connection in one way and prints how long it took: node walkConnection.ts client|undici <address>
import { Agent, request } from 'undici';
import { eachNodePage } from '../../src/client/graphql/connectionWalker.ts';
import { commitsQuery } from '../support/graphqlDocuments.ts';
import { createGraphqlClient } from '../../src/client/graphql/graphqlClient.ts';
import { requestOf } from '../../src/client/graphql/typedDocument.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';

/** What walking the whole connection several times took. */
export interface WalkResult {
  readonly nodes: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** What the heap held more after the last walk than after the first, both times after a collection. */
  readonly growthBytes: number;
}

const [way = '', address = '', times = '1'] = process.argv.slice(2);
const place = { fullPath: 'acme/orchard', ref: 'main', query: null };

const withClient = async (): Promise<number> => {
  const transport = createUndiciTransport(directConnections);
  const client = createGraphqlClient({
    baseUrl: address,
    token: async () => 'secret',
    transport: async () => transport,
  });
  const pages = eachNodePage(async (page) => {
    const { project } = await client.query(commitsQuery, { ...place, ...page });
    return project?.repository?.commits;
  });
  let nodes = 0;
  for await (const page of pages) nodes += page.length;
  await transport.close();
  return nodes;
};

interface BareAnswer {
  readonly data: {
    readonly project: {
      readonly repository: {
        readonly commits: {
          readonly nodes: readonly unknown[];
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
        };
      };
    };
  };
}

const withUndici = async (): Promise<number> => {
  const dispatcher = new Agent();
  let nodes = 0;
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const answer: Awaited<ReturnType<typeof request>> = await request(`${address}/api/graphql`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(commitsQuery, { ...place, first: 100, after })),
    });
    const { commits } = (JSON.parse(await answer.body.text()) as BareAnswer).data.project.repository;
    nodes += commits.nodes.length;
    after = commits.pageInfo.endCursor;
    hasMore = commits.pageInfo.hasNextPage;
  }
  await dispatcher.close();
  return nodes;
};

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const walk = way === 'client' ? withClient : withUndici;
let nodes = await walk();
const early = heap();
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
for (let count = 0; count < Number(times); count += 1) nodes = await walk();
const ms = (performance.now() - startedAt) / Number(times);
const { user, system } = process.cpuUsage(cpuBefore);
const result: WalkResult = {
  nodes,
  ms,
  cpuMs: (user + system) / 1000 / Number(times),
  growthBytes: heap() - early,
};
console.log(JSON.stringify(result));
process.exit(0);
