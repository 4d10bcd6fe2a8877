import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/** What went through a meter. */
export interface Metered {
  readonly requests: number;
  /** Answers that said only that nothing has changed. */
  readonly unchanged: number;
  /** Bytes of heads and bodies, without those of the connections themselves. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** How often each method and path was asked for, the most frequent first; numbers and hashes are one. */
  readonly byPath: readonly (readonly [path: string, requests: number])[];
}

/** A way to a server that counts what goes over it. */
export interface Meter {
  readonly url: string;
  /** What has gone through since the last call. */
  read(): Metered;
  close(): Promise<void>;
}

const headBytes = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/** Stands for all addresses of the same kind. */
const kindOf = (target = ''): string =>
  (target.split('?')[0] ?? '')
    .replaceAll(/[0-9a-f]{40}/g, '<hash>')
    .replaceAll(/\/\d+(?=\/|$)/g, '/<number>')
    .replace(/\/projects\/[^/]+/, '/projects/<project>');

/** Counts what goes to a server. `isForgetful` takes the ETags out, so that nothing can be asked for conditionally. */
export const startMeter = async (
  target: string,
  { isForgetful }: { readonly isForgetful: boolean },
): Promise<Meter> => {
  const to = new URL(target);
  let counts = { requests: 0, unchanged: 0, sentBytes: 0, receivedBytes: 0 };
  let paths = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers };
    const path = `${request.method} ${kindOf(request.url)}`;
    counts.requests += 1;
    counts.sentBytes += headBytes(request);
    paths.set(path, (paths.get(path) ?? 0) + 1);
    const onward = http.request(
      { host: to.hostname, port: to.port, path: request.url, method: request.method, headers },
      (answer) => {
        if (answer.statusCode === 304) counts.unchanged += 1;
        counts.receivedBytes += headBytes(answer);
        if (isForgetful) delete answer.headers.etag;
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.on('data', (part: Buffer) => (counts.receivedBytes += part.length));
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.on('data', (part: Buffer) => (counts.sentBytes += part.length));
    request.pipe(onward);
  });
  server.on('connection', (socket) => sockets.add(socket));
  // what a socket tells is none of the polling that is measured: it goes through uncounted
  server.on('upgrade', (request, socket, head) => {
    const onward = net.connect(Number(to.port), to.hostname, () => {
      const lines = request.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      );
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    sockets.add(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read() {
      const byPath = [...paths].sort(([, one], [, other]) => other - one);
      const metered = { ...counts, byPath };
      counts = { requests: 0, unchanged: 0, sentBytes: 0, receivedBytes: 0 };
      paths = new Map();
      return metered;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
