import assert from 'node:assert/strict';
import type { RequestRecord } from '../../../src/client/client.ts';
import { createGraphqlClient, type GraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { directConnections, type Transport } from '../../../src/client/transport.ts';
import type { Traffic } from '../../../src/client/traffic.ts';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import type { Spelling } from '../../../src/wire/spelling.ts';
import { secret } from '../connect.ts';
import type { Loopback } from '../loopback.ts';

export const fullPath = 'acme/orchard';

export interface Connected {
  readonly client: GraphqlClient;
  readonly records: readonly RequestRecord[];
}

/** Does not wait before retries. */
export const connect = (
  { defer }: Pick<Loopback, 'defer'>,
  baseUrl: string,
  {
    token = secret,
    spelling,
    traffic,
    isFineGrained = false,
    transport = createUndiciTransport(directConnections),
  }: {
    readonly token?: string;
    readonly spelling?: Spelling;
    readonly traffic?: Traffic;
    readonly isFineGrained?: boolean;
    readonly transport?: Transport;
  } = {},
): Connected => {
  defer(() => transport.close());
  const records: RequestRecord[] = [];
  const client = createGraphqlClient({
    baseUrl,
    ...(spelling === undefined ? {} : { spelling }),
    token: async () => token,
    traffic,
    isFineGrained: () => isFineGrained,
    transport: async () => transport,
    record: (request) => records.push(request),
    wait: async () => undefined,
  });
  return { client, records };
};

export const errorOf = async (request: Promise<unknown>): Promise<GraphqlError> => {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof GraphqlError, String(error));
  return error;
};

export const everyPage = async <Page>(pages: AsyncIterable<Page>): Promise<Page[]> => {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
};
