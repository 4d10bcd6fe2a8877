import type { Authorities } from './authorities.ts';
import type { ClientIdentity } from './clientCertificate.ts';
import type { NamedSetting, IgnoredSetting } from './connectionFacts.ts';
import type { RequestErrorFacts } from './errors.ts';

export interface TransferProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
}

/** Read once; `sizeBytes` must be exact. */
export interface StreamedBody {
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Redirects aren't followed. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | undefined;
  readonly signal: AbortSignal;
  readonly headersTimeoutMs: number;
  /** Longest pause. */
  readonly bodyTimeoutMs: number;
  /** Limit for the whole body. Undefined for files, which only need `leastBytesPerSecond`. */
  readonly wholeTimeoutMs: number | undefined;
}

/**
 * Servers and load balancers close idle connections after 5 s or more; a write on a closing connection has an unknown
 * result.
 */
export const writesKeepAliveMs = 2_000;

/** Slower downloads are aborted. */
export const leastBytesPerSecond = 1024;

/** The body must be read to its end or cancelled. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names; the first of repeated headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** Response that isn't HTTP or has endless headers. */
export class EndlessHead extends Error {
  override readonly name = 'EndlessHead';
}

export class SlowAnswer extends Error {
  override readonly name = 'SlowAnswer';
}

/** The request was incomplete, so the server can't execute it. */
export class CutOffRequest extends Error {
  override readonly name = 'CutOffRequest';
  readonly sent: TransferProgress | undefined;

  constructor(cause: unknown, sent: TransferProgress | undefined) {
    super('the request was cut off before all of it was sent', { cause });
    this.sent = sent;
  }
}

/** Socket with custom handshake headers, unlike the browser's. */
export type WebSocketClass = new (
  url: string | URL,
  options: { readonly protocols: string[]; readonly headers: Record<string, string> },
) => WebSocket;

export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Uses the same proxy and trust as requests. */
  webSocket?(): Promise<WebSocketClass>;
  /** Ineffective settings. */
  readonly unread?: readonly IgnoredSetting[];
  /** Localized summary of a failure. */
  sentenceOf?(facts: RequestErrorFacts): Promise<string | undefined>;
  /** Running reads fail and may be retried elsewhere; writes are awaited. */
  close(): Promise<void>;
}

/** The operating system's proxies. */
export interface SystemProxies {
  /** Name for messages. */
  readonly name: string;
  /** PAC format, such as `PROXY a:3128; DIRECT`; empty without a proxy. */
  proxiesFor(url: string): Promise<string>;
  /**
   * `Proxy-Authorization` for the challenges, or the last ones of this proxy. `state` is of one connection attempt, in
   * which failed methods aren't repeated.
   */
  signIn(proxyUrl: string, challenges: readonly string[] | undefined, state: object): Promise<string | undefined>;
}

export interface NetworkSettings {
  /** Highest priority first; empty ones are skipped. */
  readonly proxies: readonly NamedSetting[];
  /** If this is empty, `NO_PROXY` applies. */
  readonly noProxy: NamedSetting | undefined;
  /** Empty if the environment is ignored. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Used without a proxy in settings and environment. */
  readonly system?: SystemProxies | undefined;
  readonly proxyAuthorization: string | undefined;
  readonly strictCertificates: boolean;
  readonly systemCertificates: boolean;
  /** Additional certificates. */
  readonly authorities?: Authorities | undefined;
  readonly identity?: ClientIdentity | undefined;
}

export const directConnections: NetworkSettings = {
  proxies: [],
  noProxy: undefined,
  environment: {},
  proxyAuthorization: undefined,
  strictCertificates: true,
  systemCertificates: true,
};
