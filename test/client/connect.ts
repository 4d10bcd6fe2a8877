import type { ServerResponse } from 'node:http';
import { type Client, createClient, type RequestRecord } from '../../src/client/client.ts';
import { RequestError } from '../../src/client/errors.ts';
import { directConnections, type NetworkSettings, type Transport } from '../../src/client/transport.ts';
import type { Traffic } from '../../src/client/traffic.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import type { Spelling } from '../../src/wire/spelling.ts';
import type { Loopback } from './loopback.ts';

/** Every test's token, which must appear nowhere else. */
export const secret = 'glpat-FixtureSecret-0123456789';

export interface ProxyTexts {
  readonly proxy?: string;
  readonly noProxy?: string;
}

export const networkSettings = ({
  proxy,
  noProxy,
  ...settings
}: NonNullable<ConnectOptions['settings']>): NetworkSettings => ({
  ...directConnections,
  ...(proxy === undefined ? {} : { proxies: [{ name: 'http.proxy', text: proxy }] }),
  ...(noProxy === undefined ? {} : { noProxy: { name: 'http.noProxy', text: noProxy } }),
  ...settings,
});

export interface ConnectOptions {
  /** `null`: anonymous. */
  readonly token?: string | null;
  readonly settings?: Partial<Omit<NetworkSettings, 'noProxy'>> & ProxyTexts;
  readonly spelling?: Spelling;
  readonly traffic?: Traffic;
  /** Replaces the one made from the settings. */
  readonly transport?: Transport;
  /** For headers and for gaps in a body; JSON bodies have three times that in all. */
  readonly patienceMs?: number;
  /** Replaces the delay before retries; default: none. */
  readonly wait?: (waitMs: number, signal: AbortSignal) => Promise<void>;
}

export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly records: readonly RequestRecord[];
  readonly waits: readonly number[];
}

/** Closed after the test. */
export const connect = (
  { defer }: Pick<Loopback, 'defer'>,
  baseUrl: string,
  { token = secret, settings = {}, spelling, traffic, patienceMs, wait, ...options }: ConnectOptions = {},
): Connection => {
  const times = { connectTimeoutMs: patienceMs ?? 10_000, writesKeepAliveMs: patienceMs ?? 2_000 };
  const transport =
    options.transport ?? withPatience(createUndiciTransport(networkSettings(settings), times), patienceMs);
  defer(() => transport.close());
  const records: RequestRecord[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    ...(spelling === undefined ? {} : { spelling }),
    token: async () => token ?? undefined,
    traffic,
    transport: async () => transport,
    record: (request) => records.push(request),
    async wait(waitMs, signal) {
      waits.push(waitMs);
      await wait?.(waitMs, signal);
    },
  });
  return { client, transport, records, waits };
};

const withPatience = (transport: Transport, patienceMs: number | undefined): Transport =>
  patienceMs === undefined
    ? transport
    : {
        send: (request) =>
          transport.send({
            ...request,
            headersTimeoutMs: patienceMs,
            bodyTimeoutMs: patienceMs,
            wholeTimeoutMs: request.wholeTimeoutMs === undefined ? undefined : 3 * patienceMs,
          }),
        close: () => transport.close(),
      };

export const answerJson = (
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/** Fails unless the request is rejected with a `RequestError`. */
export const failureOf = async (request: Promise<unknown>): Promise<RequestError> => {
  try {
    await request;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw new Error('the request failed with something other than a RequestError', { cause: error });
  }
  throw new Error('the request succeeded');
};

export const signal = <T = void>(): { readonly promise: Promise<T>; readonly give: (value: T) => void } => {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give: (value) => give(value) };
};
