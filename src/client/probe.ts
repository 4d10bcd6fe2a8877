import type { Operation, ParametersOf } from '../wire/operation.ts';
import { cablePath, cableProtocols } from '../wire/graphql.ts';
import { documentSpelling, type Spelling } from '../wire/spelling.ts';
import { buildRequest } from './address.ts';
import type { AnswerOf } from './answer.ts';
import { exchange } from './exchange.ts';
import { exchangeGraphql } from './graphql/graphqlExchange.ts';
import { handshakeHeaders, nextWebSocket, socketAddress, usualDeadlineMs } from './graphql/subscriptionSource.ts';
import { EtagCache } from './etagCache.ts';
import type { Secrets } from './redactSecrets.ts';
import type { TokenHeader } from './sending.ts';
import type { Traffic } from './traffic.ts';
import type { Transport } from './transport.ts';

export interface ProbeDeps {
  readonly baseUrl: string;
  readonly spelling: Spelling;
  readonly token: string | undefined;
  readonly transport: Transport;
  readonly secrets: Secrets;
  readonly traffic: Traffic;
  readonly signal: AbortSignal;
}

export interface Probed<T> {
  readonly answer: T;
  readonly status: number;
}

/** Changes nothing and doesn't retry, as failures are the result: `RequestError`s, except of `cable`. */
export interface Probe {
  /** Conditional after the first time. No token is sent to another `baseUrl`. */
  ask<O extends Operation>(
    operation: O,
    parameters: ParametersOf<O>,
    header: TokenHeader,
    baseUrl?: string,
  ): Promise<Probed<AnswerOf<O>>>;
  /** Gateways take it for a change. */
  post(header: TokenHeader): Promise<void>;
  /** Resolves once the server accepts it. */
  cable(header: TokenHeader): Promise<void>;
  /** Local clock minus the server's. */
  readonly aheadMs: number | undefined;
}

const limitBytes = 1024 * 1024;

export const createProbe = (deps: ProbeDeps): Probe => {
  const { signal, spelling, secrets, traffic } = deps;
  const cache = new EtagCache();
  let aheadMs: number | undefined;

  const senderAs = (header: TokenHeader, token: string | undefined) => ({
    headerName: (name: string) => (spelling === 'document' ? documentSpelling(name) : name),
    token: async () => token,
    tokenHeader: () => header,
    secrets,
    traffic,
    transport: async () => ({
      ...deps.transport,
      send: async (request: Parameters<Transport['send']>[0]) => {
        const response = await deps.transport.send(request);
        aheadMs ??= aheadOf(response.headers['date']);
        return response;
      },
    }),
  });

  return {
    get aheadMs() {
      return aheadMs;
    },
    async ask(operation, parameters, header, baseUrl = deps.baseUrl) {
      // the token belongs to the main address only
      const token = baseUrl === deps.baseUrl ? deps.token : undefined;
      const sender = senderAs(header, token);
      const request = buildRequest(baseUrl, operation, parameters, { spelling });
      return exchange(sender, operation, request, { signal, limitBytes, cache });
    },
    async post(header) {
      const sender = { ...senderAs(header, deps.token), baseUrl: deps.baseUrl };
      const requests = { query: '{currentUser{username}}' };
      await exchangeGraphql(sender, { method: 'POST', requests, isWrite: false, signal });
    },
    async cable(header) {
      const way = { ...senderAs(header, deps.token), baseUrl: deps.baseUrl };
      const Socket = await nextWebSocket({ ...way, webSocket: async () => deps.transport.webSocket?.() });
      const options = { protocols: [...cableProtocols], headers: await handshakeHeaders(way) };
      const socket = new Socket(socketAddress(deps.baseUrl, cablePath), options);
      const silence = AbortSignal.timeout(usualDeadlineMs);
      try {
        await new Promise<void>((resolve, reject) => {
          const fail = (why: string): void => reject(new Error(secrets.clean(why.slice(0, 200))));
          socket.addEventListener('message', ({ data }) => {
            if (String(data).includes('"welcome"')) resolve();
            else fail(String(data));
          });
          socket.addEventListener('close', ({ code, reason }) => fail(`${code} ${reason}`.trim()));
          socket.addEventListener('error', () => fail('WebSocket'));
          AbortSignal.any([signal, silence]).addEventListener('abort', () => fail('no answer'));
        });
      } finally {
        socket.close();
      }
    },
  };
};

/** HTTP dates are whole seconds. */
const aheadOf = (date: string | undefined): number | undefined => {
  const serverMs = Date.parse(date ?? '');
  return Number.isNaN(serverMs) ? undefined : Date.now() - serverMs - 500;
};
