import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handle, SandboxRequest, SandboxResponse } from './exchange.ts';

const largestBody = 64 * 1024 * 1024;

/** Takes a request over before the function does, for answers that are streams; says whether it did. */
export type Interceptor = (incoming: IncomingMessage, response: ServerResponse) => boolean;

const readBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const requestOf = (incoming: IncomingMessage, body: Uint8Array): SandboxRequest => {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: incoming.method ?? 'GET', target: incoming.url ?? '/', headers, body };
};

const send = (response: ServerResponse, answer: SandboxResponse, method: string | undefined): void => {
  if (answer.mishap === 'hang') return;
  if (answer.mishap === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(answer.body);
  const hasBody = answer.status !== 204 && answer.status !== 304;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(hasBody ? { 'content-length': String(body.length) } : {}),
  });
  if (answer.mishap === 'truncate') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(method === 'HEAD' || !hasBody ? undefined : body);
};

/** A port that answers. */
export interface Listening {
  readonly port: number;
  /** Sets what answers from now on; requests before get 503. */
  readonly serve: (handle: Handle, intercept: Interceptor) => void;
  /** Stops listening and cuts every connection. */
  readonly close: () => Promise<void>;
  /** Resolves when no answer is being worked on any more. */
  readonly settled: () => Promise<void>;
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Opens a port on an address; port 0 takes a free one. Rejects with the system's error when that cannot be. */
export const openPort = async (port: number, host: string): Promise<Listening> => {
  const starting: SandboxResponse = { status: 503, headers: { 'retry-after': '1' }, body: '' };
  let handle: Handle = async () => starting;
  let intercept: Interceptor = () => false;
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (intercept(incoming, response)) return;
    const body = await readBody(incoming);
    const answer =
      body === undefined ? { status: 413, headers: {}, body: '' } : await handle(requestOf(incoming, body));
    send(response, answer, incoming.method);
  };
  const underWay = new Set<Promise<void>>();
  const server = createServer((incoming, response) => {
    // a client that goes away while it is being read is nobody's error
    const answering = respond(incoming, response).catch(() => void response.destroy());
    underWay.add(answering);
    void answering.then(() => underWay.delete(answering));
  });
  // longer than clients keep idle connections, so that none is closed just as it is used again
  server.keepAliveTimeout = 75_000;
  await listen(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    serve: (nextHandle, nextIntercept) => {
      handle = nextHandle;
      intercept = nextIntercept;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    settled: async () => {
      await Promise.all(underWay);
    },
  };
};
