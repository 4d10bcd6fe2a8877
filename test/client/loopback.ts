import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { fixturesFolder } from '../support/fixtures.ts';

/** One request as a server received it. */
export interface Received {
  readonly method: string;
  /** Path and query as they came over the wire, nothing decoded. */
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; the response may be left open. */
export type Answering = (request: Received, response: http.ServerResponse) => void;

/** A server on the loopback interface that keeps what it received. */
export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` or the https form. */
  readonly origin: string;
  readonly port: number;
  readonly received: readonly Received[];
}

/** A server of bytes: it has no idea of HTTP beyond counting request heads. */
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  /** Request lines seen on all connections, in order. */
  readonly requestLines: readonly string[];
}

/** A proxy that forwards to the loopback interface whatever host is asked for. */
export interface ProxyServer {
  readonly origin: string;
  readonly port: number;
  /** `GET http://host/path` for plain requests, `CONNECT host:port` for tunnels. */
  readonly asked: readonly string[];
  /** The `Proxy-Authorization` header of each, or undefined. */
  readonly credentials: readonly (string | undefined)[];
}

/** How a proxy behaves other than forwarding. */
export interface ProxyBehaviour {
  /** Status to refuse every request with. */
  readonly refuse?: number;
  /** Takes requests for tunnels and says nothing; called for each. */
  readonly leaveWaiting?: () => void;
}

/** Which key pair a TLS server shows. Both are self-signed for `127.0.0.1` and `graft.test`. */
export type Identity = 'loopback' | 'expired';

/** The certificate of an identity, as PEM text. */
export const certificate = (identity: Identity): string =>
  readFileSync(path.join(fixturesFolder, 'tls', `${identity}.cert.pem`), 'utf8');

/** Servers of one suite. All of them and their connections are gone after each test. */
export interface Loopback {
  serve(answering: Answering): Promise<LoopbackServer>;
  serveTls(answering: Answering, identity?: Identity): Promise<LoopbackServer>;
  /** Hands requests over before their bodies have come; what it does not read stays in the socket. */
  serveStreaming(listener: http.RequestListener): Promise<Pick<LoopbackServer, 'origin' | 'port'>>;
  /** `onRequest` is called for each complete request head with its socket and its number, from 1. */
  serveRaw(onRequest: (socket: Socket, number: number) => void): Promise<RawServer>;
  serveProxy(behaviour?: ProxyBehaviour): Promise<ProxyServer>;
  /** A port nobody listens on. */
  unusedPort(): Promise<number>;
  /** Runs at the end of the test, before the servers close. */
  defer(close: () => Promise<void>): void;
}

/** Call inside `describe`: registers the clean-up after each of its tests. */
export const loopback = (): Loopback => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const listen = async (server: net.Server): Promise<number> => {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    return (server.address() as AddressInfo).port;
  };

  const requestListener =
    (received: Received[], answering: Answering): http.RequestListener =>
    (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('error', () => undefined);
      request.on('end', () => {
        const one: Received = {
          method: request.method ?? '',
          target: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(parts).toString('utf8'),
        };
        received.push(one);
        response.on('error', () => undefined);
        answering(one, response);
      });
    };

  return {
    async serve(answering) {
      const received: Received[] = [];
      const port = await listen(http.createServer(requestListener(received, answering)));
      return { origin: `http://127.0.0.1:${port}`, port, received };
    },
    async serveTls(answering, identity = 'loopback') {
      const received: Received[] = [];
      const key = readFileSync(path.join(fixturesFolder, 'tls', `${identity}.key.pem`), 'utf8');
      const server = https.createServer({ key, cert: certificate(identity) }, requestListener(received, answering));
      server.on('tlsClientError', () => undefined);
      const port = await listen(server);
      return { origin: `https://127.0.0.1:${port}`, port, received };
    },
    async serveStreaming(listener) {
      const server = http.createServer((request, response) => {
        request.on('error', () => undefined);
        response.on('error', () => undefined);
        listener(request, response);
      });
      const port = await listen(server);
      return { origin: `http://127.0.0.1:${port}`, port };
    },
    async serveRaw(onRequest) {
      const requestLines: string[] = [];
      const server = net.createServer((socket) => {
        let text = '';
        socket.on('error', () => undefined);
        socket.on('data', (part) => {
          text += part.toString('latin1');
          for (let end = endOfRequest(text); end !== undefined; end = endOfRequest(text)) {
            requestLines.push(text.slice(0, text.indexOf('\r\n')));
            text = text.slice(end);
            onRequest(socket, requestLines.length);
          }
        });
      });
      const port = await listen(server);
      return { origin: `http://127.0.0.1:${port}`, port, requestLines };
    },
    async serveProxy(behaviour = {}) {
      const asked: string[] = [];
      const credentials: (string | undefined)[] = [];
      const server = http.createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        credentials.push(request.headers['proxy-authorization']);
        if (behaviour.refuse !== undefined) {
          response.writeHead(behaviour.refuse, { 'content-type': 'text/html' }).end('<p>The proxy says no</p>');
          return;
        }
        const target = new URL(request.url ?? '');
        const headers = { ...request.headers };
        delete headers['proxy-authorization'];
        const onward = http.request(
          {
            host: '127.0.0.1',
            port: target.port,
            method: request.method,
            path: target.pathname + target.search,
            headers,
          },
          (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          },
        );
        onward.on('error', () => response.destroy());
        request.pipe(onward);
      });
      server.on('connect', (request: http.IncomingMessage, socket: Duplex) => {
        asked.push(`CONNECT ${request.url}`);
        credentials.push(request.headers['proxy-authorization']);
        socket.on('error', () => undefined);
        if (behaviour.refuse !== undefined) {
          socket.end(`HTTP/1.1 ${behaviour.refuse} No\r\ncontent-length: 0\r\n\r\n`);
          return;
        }
        if (behaviour.leaveWaiting !== undefined) return behaviour.leaveWaiting();
        const onward = net.connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          onward.pipe(socket);
          socket.pipe(onward);
        });
        onward.on('error', () => socket.destroy());
        socket.on('close', () => onward.destroy());
      });
      const port = await listen(server);
      return { origin: `http://127.0.0.1:${port}`, port, asked, credentials };
    },
    async unusedPort() {
      const server = net.createServer();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      await once(server, 'close');
      return port;
    },
    defer(close) {
      closers.push(close);
    },
  };
};

/** Index after the first complete request in `text` (head and `Content-Length` body), or undefined. */
const endOfRequest = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : undefined;
};
