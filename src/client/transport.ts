import type { Authorities } from './authorities.ts';
import type { ClientIdentity } from './clientCertificate.ts';
import type { NamedText, UnreadText } from './connectionFacts.ts';
import type { RequestErrorFacts } from './errors.ts';

export interface TransferProgress {
  readonly doneBytes: number;
  /** Undefined if the total is unknown. */
  readonly totalBytes: number | undefined;
}

/** Body streamed once; `sizeBytes` is sent first and must be exact. */
export interface StreamedBody {
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** HTTP request; the transport doesn't follow redirects. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | undefined;
  readonly signal: AbortSignal;
  /** Timeout for the response headers, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Longest pause within the body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Limit for the whole body, in milliseconds. Undefined for files, which must only keep up `leastBytesPerSecond`. */
  readonly wholeTimeoutMs: number | undefined;
}

/**
 * Keep-alive of connections for writes, in milliseconds. Servers and load balancers close idle connections after 5 s or
 * more; a write on a closing connection would have an unknown result.
 */
export const writesKeptMs = 2_000;

/** Slower downloads are aborted. */
export const leastBytesPerSecond = 1024;

/** Headers and streamed body; a body not read to its end must be cancelled. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names; the first of repeated headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** Answer that isn't HTTP or has endless headers. */
export class EndlessHead extends Error {
  override readonly name = 'EndlessHead';
}

export class SlowAnswer extends Error {
  override readonly name = 'SlowAnswer';
}

/** Write interrupted before all of it was sent, so the server can't execute it. */
export class CutOffRequest extends Error {
  override readonly name = 'CutOffRequest';
  /** Upload progress of a streamed body. */
  readonly sent: TransferProgress | undefined;

  constructor(cause: unknown, sent: TransferProgress | undefined) {
    super('the request was cut off before all of it was sent', { cause });
    this.sent = sent;
  }
}

/** Unlike the browser's class, sends custom handshake headers. */
export type WebSocketClass = new (
  url: string | URL,
  options: { readonly protocols: string[]; readonly headers: Record<string, string> },
) => WebSocket;

export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Sockets through the same proxy and trust as requests. */
  webSocket?(): Promise<WebSocketClass>;
  /** Invalid proxy exceptions and certificate files, with their settings. */
  readonly unread?: readonly UnreadText[];
  /** Localized summary of a failed request, if available. */
  sentenceOf?(facts: RequestErrorFacts): Promise<string | undefined>;
  /** Accepts no more requests. Running reads fail and may be retried elsewhere; writes are awaited. */
  close(): Promise<void>;
}

/** Proxies of the operating system (PAC file or settings), and their sign-in. */
export interface SystemProxies {
  /** Name of this source in messages. */
  readonly name: string;
  /** PAC result for a URL, such as `PROXY a:3128; DIRECT`; empty without a proxy. */
  proxiesFor(url: string): Promise<string>;
  /**
   * `Proxy-Authorization` for the given `Proxy-Authenticate` challenges, or the last ones of this proxy. Undefined without
   * sign-in. `state` belongs to one connection attempt: failed methods are not repeated.
   */
  signIn(proxyUrl: string, challenges: readonly string[] | undefined, state: object): Promise<string | undefined>;
}

export interface NetworkSettings {
  /** Settings that may name a proxy for all servers, highest priority first; empty ones are skipped. */
  readonly proxies: readonly NamedText[];
  /** Setting with hosts reached directly; if empty, `NO_PROXY` applies. */
  readonly noProxy: NamedText | undefined;
  /** Variables for proxies and exceptions; empty if the environment is ignored. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Used if neither settings nor environment name a proxy. */
  readonly system?: SystemProxies | undefined;
  /** `Proxy-Authorization` header. */
  readonly proxyAuthorization: string | undefined;
  /** Rejects untrusted certificates. */
  readonly strictCertificates: boolean;
  /** Trusts the operating system's certificates. */
  readonly systemCertificates: boolean;
  /** Additional trusted certificates. */
  readonly authorities?: Authorities | undefined;
  /** Client certificate for one server. */
  readonly identity?: ClientIdentity | undefined;
}

/** Defaults without configuration. */
export const directConnections: NetworkSettings = {
  proxies: [],
  noProxy: undefined,
  environment: {},
  proxyAuthorization: undefined,
  strictCertificates: true,
  systemCertificates: true,
};
