import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import tls from 'node:tls';
import { Agent, buildConnector, EnvHttpProxyAgent, type Dispatcher, Pool, request, WebSocket as Socket } from 'undici';
import { followHandover } from './handover.ts';
import {
  EndlessHead,
  leastBytesPerSecond,
  type NetworkSettings,
  SlowAnswer,
  type Transport,
  type TransportRequest,
  type WebSocketClass,
} from '../transport.ts';
import { withoutContinue } from './withoutContinue.ts';

/** Answers before the answer (status 1xx) that are taken. */
const mostHints = 20;

/** How long connections may take and live. */
export interface ConnectionTimes {
  /** Longest wait for each step of a connection: the name, the proxy's tunnel, the encryption. In milliseconds. */
  readonly connectTimeoutMs: number;
  /** How long a connection of writes is kept for the next one, in milliseconds. */
  readonly writesKeepAliveMs: number;
}

/**
 * Servers and balancers close idle connections after five seconds and more; a write on one that closes in that moment
 * would leave us not knowing.
 */
const usualTimes: ConnectionTimes = { connectTimeoutMs: 10_000, writesKeepAliveMs: 2_000 };

/** Longest message of a socket, in bytes; what a subscription tells is a record or two. */
const longestMessageBytes = 512 * 1024;

/** A transport on undici with its own connections; writes have theirs apart, so that closing need not cut them off. */
export const createUndiciTransport = (settings: NetworkSettings, times = usualTimes): Transport => {
  const trust: Trust = {
    rejectUnauthorized: settings.strictCertificates,
    ...(settings.systemCertificates ? { ca: trustedCertificates() } : {}),
  };
  const { connectTimeoutMs, writesKeepAliveMs } = times;
  const connect = { timeout: connectTimeoutMs, ...trust };
  const reads = createDispatcher(settings, connect, {});
  const writes = createDispatcher(settings, connect, {
    keepAliveTimeout: writesKeepAliveMs,
    keepAliveMaxTimeout: writesKeepAliveMs,
  });
  let closed: Promise<unknown> | undefined;

  const asked = async (given: TransportRequest): Promise<Dispatcher.ResponseData> => {
    if (given.method === 'GET') return unlessAborted(requested(given, reads, undefined), given.signal);
    const handover = followHandover(writes, given.body);
    try {
      return await unlessAborted(requested(given, handover.dispatcher, handover.body), given.signal);
    } catch (error) {
      throw handover.meaning(error);
    }
  };

  return {
    async send(given) {
      const answer = await asked(given);
      return {
        status: answer.statusCode,
        headers: firstOfEach(answer.headers),
        body: inTime(answer.body, given),
        async cancel() {
          // an error after the cancel has nobody left who waits for it
          answer.body.on('error', () => undefined).destroy();
        },
      };
    },
    webSocket: socketsOver(reads),
    async close() {
      closed ??= Promise.all([reads.destroy(), writes.close()]);
      await closed;
    },
  };
};

/** Sockets over connections of a dispatcher. */
const socketsOver = (dispatcher: Dispatcher): WebSocketClass =>
  class extends Socket {
    constructor(url: string | URL, options: ConstructorParameters<WebSocketClass>[1]) {
      super(url, { ...options, dispatcher });
    }
  } as unknown as WebSocketClass;

const requested = (
  { method, url, headers, body, signal, headersTimeoutMs, bodyTimeoutMs }: TransportRequest,
  dispatcher: Dispatcher,
  sent: string | AsyncIterable<Uint8Array> | undefined,
): Promise<Dispatcher.ResponseData> => {
  let hints = 0;
  return request(url, {
    dispatcher,
    method,
    headers: typeof body === 'object' ? { ...headers, 'content-length': String(body.sizeBytes) } : headers,
    // undici takes iterables of bytes as bodies but declares streams only
    body: (sent as Readable | string | undefined) ?? null,
    signal,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    // each of them begins the wait for the head anew
    onInfo() {
      hints += 1;
      if (hints > mostHints) throw new EndlessHead(`more than ${mostHints} hints came and no answer`);
    },
  });
};

/** Ends at once with the signal; a request that waits for its connection hears of it only when that stands. */
const unlessAborted = async <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
};

/** Ends a body that drips: after its time, or, where it may take any time, when too little of it comes. */
const inTime = (
  body: Readable,
  { wholeTimeoutMs, bodyTimeoutMs }: Pick<TransportRequest, 'wholeTimeoutMs' | 'bodyTimeoutMs'>,
): Readable => {
  if (wholeTimeoutMs === undefined) return keepingUp(body, bodyTimeoutMs);
  const giveUp = (): unknown =>
    body.destroy(new SlowAnswer(`the answer was not complete after ${wholeTimeoutMs / 1000} s`));
  const timer = setTimeout(giveUp, wholeTimeoutMs);
  body.once('close', () => clearTimeout(timer));
  return body;
};

const keepingUp = (body: Readable, windowMs: number): Readable => {
  const push = body.push.bind(body);
  let bytes = 0;
  // while the reader is the slower one, nothing is asked of the server
  let wasFull = false;
  const timer = setInterval(() => {
    if (!wasFull && bytes < (leastBytesPerSecond * windowMs) / 1000)
      body.destroy(new SlowAnswer(`only ${bytes} bytes came in ${windowMs / 1000} s`));
    bytes = 0;
    wasFull = body.readableLength >= body.readableHighWaterMark;
  }, windowMs);
  body.push = (part: Uint8Array | null, encoding) => {
    if (part === null) clearInterval(timer);
    bytes += part?.length ?? 0;
    const takesMore = push(part, encoding);
    wasFull ||= !takesMore;
    return takesMore;
  };
  body.once('close', () => clearInterval(timer));
  return body;
};

/** Of repeated headers the first. */
const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> => {
  const first: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    first[name] = (Array.isArray(value) ? value[0] : value) ?? '';
  }
  return first;
};

interface Connecting extends Trust {
  readonly timeout: number;
}

interface Trust {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string[];
}

const createDispatcher = (settings: NetworkSettings, connect: Connecting, idle: Agent.Options): Dispatcher => {
  const common = {
    ...idle,
    connect: buildConnector(connect),
    // every connection to a server is made here, through a tunnel or not
    factory: (origin: string | URL, options: Pool.Options) =>
      new Pool(origin, { ...options, connect: withoutContinue(options.connect as buildConnector.connector) }),
    maxHeaderSize: 64 * 1024,
    webSocket: { maxPayloadSize: longestMessageBytes },
  };
  if (settings.proxy === undefined) return new Agent(common);
  return new EnvHttpProxyAgent({
    ...common,
    requestTls: connect,
    proxyTls: connect,
    // a proxy that takes the request for a tunnel and says nothing
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connect.timeout }),
    httpProxy: settings.proxy,
    httpsProxy: settings.proxy,
    noProxy: settings.noProxy ?? '',
    // plain http goes through the proxy as an absolute address: many proxies refuse CONNECT to port 80
    proxyTunnel: false,
    ...(settings.proxyAuthorization === undefined ? {} : { token: settings.proxyAuthorization }),
  });
};

/** Certificates of the runtime, of `NODE_EXTRA_CA_CERTS` and of the operating system, where the runtime can read those. */
const trustedCertificates = (): string[] =>
  typeof tls.getCACertificates === 'function'
    ? [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]
    : [...tls.rootCertificates];
