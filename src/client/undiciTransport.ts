import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import tls from 'node:tls';
import { Agent, EnvHttpProxyAgent, type Dispatcher, request, WebSocket as Socket } from 'undici';
import {
  EndlessHead,
  type NetworkSettings,
  type StreamedBody,
  type Transport,
  type WebSocketClass,
} from './transport.ts';

/** Answers before the answer (status 1xx) that are taken. */
const mostHints = 20;

/** A transport on undici with its own connections; writes have theirs apart, so that closing need not cut them off. */
export const createUndiciTransport = (settings: NetworkSettings): Transport => {
  const trust: Trust = {
    rejectUnauthorized: settings.strictCertificates,
    ...(settings.systemCertificates ? { ca: trustedCertificates() } : {}),
  };
  const reads = createDispatcher(settings, trust);
  const writes = createDispatcher(settings, trust);
  let closed: Promise<unknown> | undefined;
  return {
    async send({ method, url, headers, body, signal, headersTimeoutMs, bodyTimeoutMs }) {
      let hints = 0;
      const answer = await request(url, {
        dispatcher: method === 'GET' ? reads : writes,
        method,
        ...(typeof body === 'object'
          ? { headers: { ...headers, 'content-length': String(body.sizeBytes) }, body: asIterable(body) }
          : { headers, body: body ?? null }),
        signal,
        headersTimeout: headersTimeoutMs,
        bodyTimeout: bodyTimeoutMs,
        // each of them begins the wait for the head anew
        onInfo() {
          hints += 1;
          if (hints > mostHints) throw new EndlessHead(`more than ${mostHints} hints came and no answer`);
        },
      });
      return {
        status: answer.statusCode,
        headers: firstOfEach(answer.headers),
        body: answer.body as AsyncIterable<Uint8Array>,
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

/** Of repeated headers the first. */
const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> => {
  const first: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    first[name] = (Array.isArray(value) ? value[0] : value) ?? '';
  }
  return first;
};

/** undici takes iterables of bytes as bodies but declares streams only. */
const asIterable = (body: StreamedBody): Readable => body.open() as unknown as Readable;

interface Trust {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string[];
}

const createDispatcher = (settings: NetworkSettings, trust: Trust): Dispatcher => {
  const common = { connect: { timeout: 10_000, ...trust }, maxHeaderSize: 64 * 1024 };
  if (settings.proxy === undefined) return new Agent(common);
  return new EnvHttpProxyAgent({
    ...common,
    requestTls: trust,
    proxyTls: trust,
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
