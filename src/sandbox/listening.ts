import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refusalOf, refuseForeign } from './admission.ts';
import type { Handle, SandboxRequest, SandboxResponse } from './exchange.ts';
import { jsonResponse } from './exchange.ts';
import type { TakeOver } from './graphql/sockets.ts';
import { FormError, isMultipart, isOfDisk, receiveForm, type ReceivedForm } from './multipart.ts';

const maxBody = 64 * 1024 * 1024;

/** Handles streaming requests first; returns false for others. */
export type Interceptor = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/** Always reads to the end, as the next request follows on the connection. Undefined when too large. */
const readBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBody) chunks.push(chunk);
    else chunks = [];
  }
  return size <= maxBody ? Buffer.concat(chunks) : undefined;
};

const requestOf = (incoming: IncomingMessage, body: Uint8Array, form?: ReceivedForm): SandboxRequest => {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const parts = form === undefined ? { body } : { body, form };
  return { method: incoming.method ?? 'GET', target: incoming.url ?? '/', headers, ...parts };
};

/** Fails after half of `length` bytes. */
const halfOf = (length: number): Transform => {
  let left = Math.floor(length / 2);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (left > 0) done(null, part);
      else {
        this.push(part);
        done(new Error('cut off by a fault'));
      }
    },
  });
};

const sendStream = async (
  response: ServerResponse,
  { status, headers, mishap }: SandboxResponse,
  stream: Readable,
  method: string | undefined,
): Promise<void> => {
  response.writeHead(status, headers);
  if (method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  const cut = mishap === 'truncate' ? [halfOf(Number(headers['content-length'] ?? 0))] : [];
  await pipeline([stream, ...cut, response]);
};

const send = async (response: ServerResponse, answer: SandboxResponse, method: string | undefined): Promise<void> => {
  if (answer.mishap === 'hang' || answer.mishap === 'reset') answer.stream?.destroy();
  if (answer.mishap === 'hang') return;
  if (answer.mishap === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (answer.stream !== undefined) {
    await sendStream(response, answer, answer.stream, method);
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

/** Limit in bytes for each file. */
export interface Uploads {
  readonly folder: string;
  readonly largestFile: number;
}

export interface Serving {
  readonly uploads: Uploads;
  /** Decides without the body; other forms are not received. */
  readonly takesForm: (request: SandboxRequest) => boolean;
  /** Called with internal errors, such as a full disk. */
  readonly onError: (error: unknown) => void;
}

/** Internal errors; the others are disconnected clients. */
const isOurs = (error: unknown): boolean =>
  isOfDisk(error) || error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

export interface Listening {
  readonly port: number;
  /** Earlier requests get 503. */
  readonly serve: (handle: Handle, intercept: Interceptor, how: Serving) => void;
  /** Earlier upgrade requests get 404. */
  readonly serveSockets: (takeOver: TakeOver) => void;
  /** Cuts all connections. */
  readonly close: () => Promise<void>;
  /** Resolves when no request is being handled. */
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

/** Port 0 takes a free one. Rejects with the system's error. */
export const openPort = async (port: number, host: string): Promise<Listening> => {
  const starting: SandboxResponse = { status: 503, headers: { 'retry-after': '1' }, body: '' };
  let handle: Handle = async () => starting;
  let intercept: Interceptor = () => false;
  let serving: Serving | undefined;
  let takeOver: TakeOver = () => false;
  const respondToForm = async (incoming: IncomingMessage, response: ServerResponse, place: Uploads): Promise<void> => {
    let form: ReceivedForm;
    try {
      form = await receiveForm(incoming, place);
    } catch (error) {
      if (isOfDisk(error)) {
        serving?.onError(error);
        await send(response, jsonResponse(500, { message: '500 Internal Server Error' }), incoming.method);
        return;
      }
      if (!(error instanceof FormError)) throw error;
      const { status, message } = error;
      // the rest of the body stays unread
      await send(response, jsonResponse(status, { error: message }, { connection: 'close' }), incoming.method);
      return;
    }
    try {
      await send(response, await handle(requestOf(incoming, Buffer.alloc(0), form)), incoming.method);
    } finally {
      await form.discard();
    }
  };
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (refuseForeign(incoming, response) || intercept(incoming, response)) return;
    if (serving !== undefined && isMultipart(incoming.headers['content-type'])) {
      const request = requestOf(incoming, Buffer.alloc(0));
      if (serving.takesForm(request)) return respondToForm(incoming, response, serving.uploads);
      // discards the body, so that the client reads the response
      incoming.resume();
      return send(response, await handle(request), incoming.method);
    }
    const body = await readBody(incoming);
    const answer =
      body === undefined ? { status: 413, headers: {}, body: '' } : await handle(requestOf(incoming, body));
    await send(response, answer, incoming.method);
  };
  const underWay = new Set<Promise<void>>();
  const server = createServer((incoming, response) => {
    const answering = respond(incoming, response).catch((error: unknown) => {
      if (isOurs(error)) serving?.onError(error);
      response.destroy();
    });
    underWay.add(answering);
    void answering.then(() => underWay.delete(answering));
  });
  server.on('upgrade', (incoming, socket, head) => {
    // client disconnected
    socket.on('error', () => socket.destroy());
    if (refusalOf(incoming) !== undefined || !takeOver(incoming, socket, head))
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  // longer than clients keep idle connections, which must not close as they are reused
  server.keepAliveTimeout = 75_000;
  await listen(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    serve: (nextHandle, nextIntercept, how) => {
      handle = nextHandle;
      intercept = nextIntercept;
      serving = how;
    },
    serveSockets: (nextTakeOver) => {
      takeOver = nextTakeOver;
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
