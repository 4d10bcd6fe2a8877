import type { GraphqlAnswer, GraphqlRequest } from '../../wire/graphql.ts';
import type { Secrets } from '../redactSecrets.ts';
import { type TokenHeader, tokenHeaders } from '../sending.ts';
import type { WebSocketClass } from '../transport.ts';
import { cleanAnswer } from './graphqlError.ts';

export interface SubscriptionListener {
  answer(answer: GraphqlAnswer): void;
  /** Reconnected; updates in between are lost. */
  resumed(): void;
  complete(): void;
  /** This transport is unusable. */
  refused(error: SubscriptionRefused): void;
}

/** One connection, closed after the last subscription. */
export interface SubscriptionSource {
  /** Returns the unsubscription. */
  start(request: GraphqlRequest, listener: SubscriptionListener): () => void;
  close(): void;
}

/** No cable, no permission, or no such channel. */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused';
}

export interface SocketDeps {
  /** Without trailing slash. */
  readonly baseUrl: string;
  /** Undefined for anonymous access. Called before every connection. */
  token(): Promise<string | undefined>;
  /** Default: `authorization`. */
  tokenHeader?(): TokenHeader;
  /** Removed from errors, like every token. */
  readonly secrets?: Secrets | undefined;
  /** Called before every connection; default: the global one. */
  webSocket?(): Promise<WebSocketClass | undefined>;
  /** 0-based count of consecutive failures. */
  readonly backoffMs?: ((attempt: number) => number) | undefined;
  /** Limit for the welcome, and for the confirmation of a subscription. */
  readonly deadlineMs?: number | undefined;
}

export const usualDeadlineMs = 7_000;

export const nextWebSocket = async (deps: SocketDeps): Promise<WebSocketClass> =>
  (await deps.webSocket?.()) ??
  // late, as editors replace it to use their proxy settings
  (globalThis as { readonly WebSocket: unknown } as { readonly WebSocket: WebSocketClass }).WebSocket;

export const firstConnectionTries = 3;

const maxBackoffMs = 60_000;

/** 1 s to 1 min, with jitter against simultaneous reconnects. */
export const usualBackoffMs = (attempt: number): number =>
  Math.min(maxBackoffMs, 1_000 * 2 ** attempt) * (0.75 + Math.random() / 2);

/** Uptime that resets the backoff. */
const steadyMs = 60_000;

/** Backoff of a connection. */
export class Breaks {
  readonly #backoffMs: (attempt: number) => number;
  #count = 0;
  #connectedAt = Number.POSITIVE_INFINITY;

  constructor(backoffMs: ((attempt: number) => number) | undefined) {
    this.#backoffMs = backoffMs ?? usualBackoffMs;
  }

  connected(): void {
    this.#connectedAt = performance.now();
  }

  /** Read once per disconnect. */
  get waitMs(): number {
    if (performance.now() - this.#connectedAt > steadyMs) this.#count = 0;
    this.#connectedAt = Number.POSITIVE_INFINITY;
    this.#count += 1;
    return this.#backoffMs(this.#count - 1);
  }
}

/** Servers require the origin. */
export const handshakeHeaders = async (deps: SocketDeps): Promise<Record<string, string>> => {
  const secret = await deps.token();
  deps.secrets?.add(secret);
  return { origin: new URL(deps.baseUrl).origin, ...tokenHeaders(deps.tokenHeader?.() ?? 'authorization', secret) };
};

export const socketAddress = (instance: string, path: string): string =>
  `${instance.replace(/^http/i, 'ws').replace(/\/$/, '')}${path}`;

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
