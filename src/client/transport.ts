import type { Authorities } from './authorities.ts';
import type { ClientIdentity } from './clientCertificate.ts';
import type { NamedText, UnreadText } from './connectionFacts.ts';
import type { RequestErrorFacts } from './errors.ts';

/** How far a file has come. */
export interface TransferProgress {
  readonly doneBytes: number;
  /** Undefined when nobody said how much it will be. */
  readonly totalBytes: number | undefined;
}

/** A body that is read while it is sent, once; its length is sent ahead and must be exact. */
export interface StreamedBody {
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** One HTTP exchange as the client asks for it. Redirects are not followed here. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | undefined;
  readonly signal: AbortSignal;
  /** Longest wait for the head of the answer, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Longest silence while the body arrives, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /**
   * Longest time from the head of the answer to the end of its body, in milliseconds. Undefined for files, which may
   * take any time as long as at least `leastBytesPerSecond` of them come.
   */
  readonly wholeTimeoutMs: number | undefined;
}

/**
 * How long a connection of writes is kept for the next one, in milliseconds. Servers and balancers close idle connections
 * after five seconds and more; a write on one that closes in that moment would leave us not knowing.
 */
export const writesKeptMs = 2_000;

/** A file that comes more slowly than this, over the longest silence, will not be waited for. */
export const leastBytesPerSecond = 1024;

/** The head of an answer and its body as it arrives; a body that is not read to its end must be cancelled. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; of repeated headers the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** What came is no answer of HTTP that has an end. */
export class EndlessHead extends Error {
  override readonly name = 'EndlessHead';
}

/** An answer comes too slowly to be waited for. */
export class SlowAnswer extends Error {
  override readonly name = 'SlowAnswer';
}

/** A write ended before the connection had taken all of it: the server has no request it could carry out. */
export class CutOffRequest extends Error {
  override readonly name = 'CutOffRequest';
  /** How far a body that is read while it is sent had come. */
  readonly sent: TransferProgress | undefined;

  constructor(cause: unknown, sent: TransferProgress | undefined) {
    super('the request was cut off before all of it was sent', { cause });
    this.sent = sent;
  }
}

/** A WebSocket that sends headers of ours in its handshake, other than the browser's. */
export type WebSocketClass = new (
  url: string | URL,
  options: { readonly protocols: string[]; readonly headers: Record<string, string> },
) => WebSocket;

/** Carries requests to the network. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Opens sockets on the same way as requests: through the same proxy, with the same trust. */
  webSocket?(): Promise<WebSocketClass>;
  /** Exceptions from proxies, and files of certificates, that cannot be read, with the names of their settings. */
  readonly unread?: readonly UnreadText[];
  /** A sentence for the user about a request that failed on this way, where the surroundings have one. */
  sentenceOf?(facts: RequestErrorFacts): Promise<string | undefined>;
  /** Takes no more requests. Reads under way fail and may be sent again elsewhere; writes are waited for. */
  close(): Promise<void>;
}

/** Proxies the operating system has, by a PAC file or by its settings, and who signs in to proxies. */
export interface SystemProxies {
  /** How sentences call where they come from. */
  readonly name: string;
  /** What a PAC file answers for an address, as `PROXY a:3128; DIRECT`; empty where there is no proxy. */
  proxiesFor(url: string): Promise<string>;
  /**
   * `Proxy-Authorization` for a proxy: for what its `Proxy-Authenticate` asks for, or, without, for what it has asked for
   * before. Undefined where nobody signs in. `state` is that of one attempt to connect: what failed is not tried again.
   */
  signIn(proxyUrl: string, challenges: readonly string[] | undefined, state: object): Promise<string | undefined>;
}

/** How the surroundings want connections to be made. */
export interface NetworkSettings {
  /** Settings that may name a proxy for all servers, the one that counts most first; empty ones are passed over. */
  readonly proxies: readonly NamedText[];
  /** Setting of hosts that are reached without a proxy; where it is empty, `NO_PROXY` holds. */
  readonly noProxy: NamedText | undefined;
  /** Variables that may name proxies and exceptions; none where the environment does not count. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asked where neither settings nor environment name a proxy; left out, there are no others. */
  readonly system?: SystemProxies | undefined;
  /** `Proxy-Authorization` header, or undefined. */
  readonly proxyAuthorization: string | undefined;
  /** Whether a certificate nobody we trust has signed ends the connection. */
  readonly strictCertificates: boolean;
  /** Whether certificates the operating system trusts are trusted too. */
  readonly systemCertificates: boolean;
  /** Certificates that are trusted too. */
  readonly authorities?: Authorities | undefined;
  /** What is shown to one server that asks for a client certificate. */
  readonly identity?: ClientIdentity | undefined;
}

/** Connections as they are made where nothing is configured. */
export const directConnections: NetworkSettings = {
  proxies: [],
  noProxy: undefined,
  environment: {},
  proxyAuthorization: undefined,
  strictCertificates: true,
  systemCertificates: true,
};
