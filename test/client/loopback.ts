import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { fixturesFolder } from '../support/fixtures.ts';

export interface Received {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (request: Received, response: http.ServerResponse) => void;

export interface LoopbackServer {
  readonly origin: string;
  readonly port: number;
  readonly received: readonly Received[];
}

/** Knows nothing of HTTP but request heads. */
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  /** Of all connections, in order. */
  readonly requestLines: readonly string[];
}

/** Connects to the loopback interface, whatever the host. */
export interface ProxyServer {
  readonly origin: string;
  readonly port: number;
  /** `GET http://host/path`, or `CONNECT host:port` for tunnels. */
  readonly asked: readonly string[];
  /** `Proxy-Authorization` headers. */
  readonly credentials: readonly (string | undefined)[];
}

export interface ProxyBehaviour {
  readonly refuse?: number;
  /** Called for each CONNECT, which gets no answer. */
  readonly leaveWaiting?: () => void;
}

/** Both key pairs are self-signed for `127.0.0.1` and `graft.test`. */
export type Identity = 'loopback' | 'expired';

export const certificate = (identity: Identity): string =>
  readFileSync(path.join(fixturesFolder, 'tls', `${identity}.cert.pem`), 'utf8');

/** Closed after each test. */
export interface Loopback {
  serve(answering: Answering): Promise<LoopbackServer>;
  serveTls(answering: Answering, identity?: Identity): Promise<LoopbackServer>;
  /** Calls the listener before bodies arrive; unread data stays in the socket. */
  serveStreaming(listener: http.RequestListener): Promise<Pick<LoopbackServer, 'origin' | 'port'>>;
  /** Called for each complete request head with its number, from 1. */
  serveRaw(onRequest: (socket: Socket, number: number) => void): Promise<RawServer>;
  serveProxy(behaviour?: ProxyBehaviour): Promise<ProxyServer>;
  unusedPort(): Promise<number>;
  /** Runs after the test, before servers close. */
  defer(close: () => Promise<void>): void;
}

/** Call inside `describe`. */
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

/** Index after the first complete request (head and `Content-Length` body). */
const endOfRequest = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : undefined;
};
