import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Duplex } from 'node:stream';
import { answerJson } from '../connect.ts';
import type { Loopback } from '../loopback.ts';
import { wireUser } from '../samples.ts';
import type { Pair } from './certificates.ts';

export interface Listening {
  readonly port: number;
  readonly host: string;
}

/** On a free port; closed after the test. */
export const listen = async (server: Server, { defer }: Pick<Loopback, 'defer'>): Promise<Listening> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  defer(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}` };
};

export const answerBytes = (answer: (socket: Socket) => void): Server =>
  net.createServer((socket) => socket.once('data', () => answer(socket)));

export const silence = (): Server => answerBytes(() => undefined);

export const hangUp = (): Server => answerBytes((socket) => socket.end());

export const breakingOff =
  (end: 'end' | 'resetAndDestroy') =>
  (socket: Socket): void => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    socket.write(`${head}{"id":`, () => socket[end]());
  };

const stopped = `
  const listening = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(listening.address().port));
    process.kill(process.pid, 'SIGSTOP');
  });`;

/** A stopped process with a full accept queue: clients get no answer. */
export const full = async ({ defer }: Pick<Loopback, 'defer'>): Promise<Listening> => {
  const program = spawn(process.execPath, ['--eval', stopped], { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting: Socket[] = [];
  defer(async () => {
    for (const socket of waiting) socket.destroy();
    program.kill('SIGKILL');
    await once(program, 'exit');
  });
  const [said] = (await once(program.stdout, 'data')) as [Buffer];
  const port = Number(said);
  // the kernel's queue holds one more than requested
  for (let count = 0; count < 2; count += 1) {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    await once(socket, 'connect');
  }
  return { port, host: `127.0.0.1:${port}` };
};

export const proxyThatSays = (answer: string): Server =>
  http
    .createServer((_, response) => response.writeHead(500).end())
    .on('connect', (_, socket: Duplex) => {
      socket.on('error', () => undefined);
      socket.write(answer);
    });

/** An HTTP proxy, or HTTPS with a pair, to the loopback interface, whatever the host. */
export const tunnelling = (pair?: Pair, options: TlsOptions = {}): Server & { readonly asked: readonly string[] } => {
  const asked: string[] = [];
  const server =
    pair === undefined ? http.createServer() : https.createServer({ key: pair.key, cert: pair.chain, ...options });
  server.on('connect', (request: http.IncomingMessage, socket: Duplex) => {
    asked.push(request.url ?? '');
    const onward = net.connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => undefined).on('close', () => onward.destroy());
  });
  return Object.assign(server, { asked });
};

export const encrypted = (pair: Pair, options: TlsOptions = {}): Server =>
  https.createServer({ key: pair.key, cert: pair.chain, ...options }, (_, response) => answerJson(response, wireUser));

interface SocksBehaviour {
  /** Default: everybody. */
  readonly credentials?: string;
  /** SOCKS reply code. */
  readonly reply?: number;
}

/** Records requested `host:port`. */
export const socks = ({ credentials, reply = 0 }: SocksBehaviour = {}): Server & {
  readonly asked: readonly string[];
} => {
  const asked: string[] = [];
  const server = net.createServer((socket) => {
    void serve(socket.on('error', () => undefined)).catch(() => socket.destroy());
  });
  const serve = async (socket: Socket): Promise<void> => {
    const [, count = 0] = await bytes(socket, 2);
    const methods = await bytes(socket, count);
    const method = credentials === undefined ? 0 : 2;
    socket.write(Buffer.from([5, methods.includes(method) ? method : 0xff]));
    if (!methods.includes(method)) return;
    if (credentials !== undefined) {
      const [, userLength = 0] = await bytes(socket, 2);
      const user = await bytes(socket, userLength);
      const [length = 0] = await bytes(socket, 1);
      const isRight = `${user.toString()}:${(await bytes(socket, length)).toString()}` === credentials;
      socket.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return;
    }
    const [, , , type] = await bytes(socket, 4);
    const host = await hostOf(socket, type);
    const port = (await bytes(socket, 2)).readUInt16BE();
    asked.push(`${host}:${port}`);
    if (reply !== 0) return void socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
    const onward = net.connect(port, '127.0.0.1', () => {
      // bound address: a domain name
      socket.write(Buffer.from([5, 0, 0, 3, 1, 0x61, 0, 0]));
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  };
  return Object.assign(server, { asked });
};

const hostOf = async (socket: Socket, type: number | undefined): Promise<string> => {
  if (type === 1) return (await bytes(socket, 4)).join('.');
  if (type === 4) return (await bytes(socket, 16)).toString('hex');
  const [length = 0] = await bytes(socket, 1);
  return (await bytes(socket, length)).toString();
};

const bytes = async (socket: Socket, length: number): Promise<Buffer> => {
  for (;;) {
    const part = socket.read(length) as Buffer | null;
    if (part !== null) return part;
    await once(socket, 'readable');
  }
};
