import type { ServerResponse } from 'node:http';
import { type Client, createClient, type RequestRecord } from '../../src/client/client.ts';
import { RequestError } from '../../src/client/errors.ts';
import { directConnections, type NetworkSettings, type Transport } from '../../src/client/transport.ts';
import type { Traffic } from '../../src/client/traffic.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import type { Spelling } from '../../src/wire/spelling.ts';
import type { Loopback } from './loopback.ts';

/** The token every test signs in with: what must not turn up anywhere else. */
export const secret = 'glpat-FixtureSecret-0123456789';

/** The proxy of all servers and the exceptions from it, as settings hold them. */
export interface ProxyTexts {
  readonly proxy?: string;
  readonly noProxy?: string;
}

/** Settings of a network with a proxy. */
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

/** What a test changes about a client. */
export interface ConnectOptions {
  /** `null` asks anonymously. */
  readonly token?: string | null;
  readonly settings?: Partial<Omit<NetworkSettings, 'noProxy'>> & ProxyTexts;
  /** How names are spelled; as real servers do by default. */
  readonly spelling?: Spelling;
  /** What counts its requests and holds them back. */
  readonly traffic?: Traffic;
  /** The way to the network, where it is not made from the settings. */
  readonly transport?: Transport;
  /** Longest wait for a head and longest silence in a body, in milliseconds; data has three times that in all. */
  readonly patienceMs?: number;
  /** Takes the place of the wait before a read is sent again; by default it is over at once. */
  readonly wait?: (waitMs: number, signal: AbortSignal) => Promise<void>;
}

/** A client on real connections, with what it told its surroundings. */
export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly records: readonly RequestRecord[];
  /** Waits before reads were sent again, in milliseconds. */
  readonly waits: readonly number[];
}

/** A client of the instance at `baseUrl`; its connections end with the test. */
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

/** Answers with JSON. */
export const answerJson = (
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/** The `RequestError` a request ends in; fails when it succeeds or ends in anything else. */
export const failureOf = async (request: Promise<unknown>): Promise<RequestError> => {
  try {
    await request;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw new Error('the request failed with something other than a RequestError', { cause: error });
  }
  throw new Error('the request succeeded');
};

/** A promise and what settles it. */
export const signal = <T = void>(): { readonly promise: Promise<T>; readonly give: (value: T) => void } => {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give: (value) => give(value) };
};
