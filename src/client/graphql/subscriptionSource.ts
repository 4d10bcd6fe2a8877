import type { GraphqlAnswer, GraphqlRequest } from '../../wire/graphql.ts';
import type { Secrets } from '../secrets.ts';
import { type TokenHeader, tokenHeaders } from '../sending.ts';
import type { WebSocketClass } from '../transport.ts';
import { cleanAnswer } from './graphqlError.ts';

/** What a source of subscriptions tells of one of them. */
export interface SubscriptionListener {
  /** Something has happened. */
  answer(answer: GraphqlAnswer): void;
  /** The subscription stands again after the connection was lost: what happened meanwhile is not told any more. */
  resumed(): void;
  /** No more will come. */
  complete(): void;
  /** The server refuses the connection or the subscription: this way is closed. */
  refused(error: SubscriptionRefused): void;
}

/** Carries subscriptions over one connection, which is opened by the first and closed after the last. */
export interface SubscriptionSource {
  /** Begins a subscription; the function it answers ends it. */
  start(request: GraphqlRequest, listener: SubscriptionListener): () => void;
  /** Ends every subscription and the connection. */
  close(): void;
}

/** The server has no subscriptions for us: no cable, no right, or no such channel. */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused';
}

/** What a source needs from its surroundings. */
export interface SocketDeps {
  /** Address of the instance without trailing slash. */
  readonly baseUrl: string;
  /** The token to send, or undefined to connect anonymously. Asked before every connection. */
  token(): Promise<string | undefined>;
  /** What carries it: `Authorization` when left out. */
  tokenHeader?(): TokenHeader;
  /** What stands in no error; every token that is sent is added. */
  readonly secrets?: Secrets | undefined;
  /** What connections are opened with, asked for before every one; the host's own `WebSocket` when left out. */
  webSocket?(): Promise<WebSocketClass | undefined>;
  /** How long to wait before the connection is opened again after its `attempt`-th failure in a row (0-based). */
  readonly backoffMs?: ((attempt: number) => number) | undefined;
  /** How long the server may take to welcome a connection, and to confirm a subscription. */
  readonly deadlineMs?: number | undefined;
}

/** How long a server may usually take. */
export const usualDeadlineMs = 7_000;

/** The `WebSocket` the next connection is opened with. */
export const nextWebSocket = async (surroundings: SocketDeps): Promise<WebSocketClass> =>
  (await surroundings.webSocket?.()) ??
  // looked up late: editors put one in its place that follows their proxy settings
  (globalThis as { readonly WebSocket: unknown } as { readonly WebSocket: WebSocketClass }).WebSocket;

/** How often the first connection is tried before the way counts as closed. */
export const firstConnectionTries = 3;

const longestBackoffMs = 60_000;

/** Doubles from a second to a minute, spread so that not every client comes at the same moment. */
export const usualBackoffMs = (attempt: number): number =>
  Math.min(longestBackoffMs, 1_000 * 2 ** attempt) * (0.75 + Math.random() / 2);

/** How long a connection has to stand until its next break counts as the first again. */
const steadyMs = 60_000;

/** Counts the breaks of a connection: one that breaks as soon as it stands is opened ever more seldom. */
export class Breaks {
  readonly #backoffMs: (attempt: number) => number;
  #count = 0;
  #connectedAt = Number.POSITIVE_INFINITY;

  constructor(backoffMs: ((attempt: number) => number) | undefined) {
    this.#backoffMs = backoffMs ?? usualBackoffMs;
  }

  /** Says that the connection stands. */
  connected(): void {
    this.#connectedAt = performance.now();
  }

  /** How long to wait now that it has broken once more; asked for once each time. */
  get waitMs(): number {
    if (performance.now() - this.#connectedAt > steadyMs) this.#count = 0;
    this.#connectedAt = Number.POSITIVE_INFINITY;
    this.#count += 1;
    return this.#backoffMs(this.#count - 1);
  }
}

/** Headers of a handshake: the token, and the origin servers insist on. */
export const handshakeHeaders = async (surroundings: SocketDeps): Promise<Record<string, string>> => {
  const secret = await surroundings.token();
  surroundings.secrets?.keep(secret);
  return {
    origin: new URL(surroundings.baseUrl).origin,
    ...tokenHeaders(surroundings.tokenHeader?.() ?? 'authorization', secret),
  };
};

/** The address of a socket below the instance. */
export const socketAddress = (instance: string, path: string): string =>
  `${instance.replace(/^http/i, 'ws').replace(/\/$/, '')}${path}`;

/** A source whose errors hold no credential, whatever the server repeats in them. */
export const withCleanWords = (source: SubscriptionSource, secrets: Secrets): SubscriptionSource => ({
  start: (request, listener) =>
    source.start(request, {
      answer: (answer) => listener.answer(cleanAnswer(answer, secrets)),
      resumed: () => listener.resumed(),
      complete: () => listener.complete(),
      refused: ({ message }) => listener.refused(new SubscriptionRefused(secrets.clean(message))),
    }),
  close: () => source.close(),
});
