import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { ProxyAddress } from '../proxy/proxyChoice.ts';
import { TunnelRefused } from './tunnel.ts';

interface Target {
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** RFC 1928. */
const replies = [
  '',
  'general failure',
  'not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'time to live expired',
  'command not supported',
  'address type not supported',
];

/** Like curl: `socks5` resolves names locally, `socks5h` by the proxy. */
export const socksTarget = async ({ protocol }: ProxyAddress, { hostname, port }: Target): Promise<Target> =>
  protocol === 'socks5:' && isIP(hostname) === 0
    ? { hostname: (await lookup(hostname)).address, port }
    : { hostname, port };

/** SOCKS 5 handshake. */
export const openSocks = async (
  socket: Socket,
  { username, password }: ProxyAddress,
  target: Target,
  timeoutMs: number,
): Promise<void> => {
  const read = reader(socket, timeoutMs);
  const hasCredentials = username !== '' || password !== '';
  if ([username, password].some((text) => Buffer.byteLength(text) > 255))
    throw new TunnelRefused('SOCKS takes no longer credentials than 255 bytes', 'credentialsRejected', {});
  socket.write(hasCredentials ? Buffer.from([5, 2, 0, 2]) : Buffer.from([5, 1, 0]));
  const [version, method] = await read(2);
  if (version !== 5) throw new TunnelRefused('Proxy does not speak SOCKS 5', 'notSocks', {});
  if (method === 0xff || (method !== 0 && !(method === 2 && hasCredentials)))
    throw new TunnelRefused(
      'Proxy asks for another sign-in',
      hasCredentials ? 'credentialsRejected' : 'credentialsWanted',
      {},
    );
  if (method === 2) {
    socket.write(Buffer.concat([Buffer.from([1]), counted(username), counted(password)]));
    const [, status] = await read(2);
    if (status !== 0) throw new TunnelRefused('Proxy rejects the credentials', 'credentialsRejected', {});
  }
  const port = Buffer.alloc(2);
  port.writeUInt16BE(target.port);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressOf(target.hostname), port]));
  const [, reply = 1, , type] = await read(4);
  // skips the bound address
  const [length = 0] = type === 3 ? await read(1) : [type === 4 ? 16 : 4];
  await read(length + 2);
  if (reply === 0) return;
  const reason = replies[reply] ?? `reply ${reply}`;
  throw new TunnelRefused(`Proxy answered ${reason}`, [2, 7, 8].includes(reply) ? 'denied' : 'noWayOn', { reason });
};

const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

const addressOf = (hostname: string): Buffer => {
  const version = isIP(hostname);
  if (version === 0) return Buffer.concat([Buffer.from([3]), counted(hostname)]);
  if (version === 4) return Buffer.from([1, ...hostname.split('.').map(Number)]);
  return Buffer.concat([Buffer.from([4]), ipv6Bytes(hostname)]);
};

const ipv6Bytes = (address: string): Buffer => {
  const [before = '', after] = address.split('::');
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean));
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const words = [...(first ?? []), ...Array<string>(missing).fill('0'), ...(last ?? [])];
  return Buffer.from(words.map((word) => word.padStart(4, '0')).join(''), 'hex');
};

const reader =
  (socket: Socket, timeoutMs: number) =>
  (length: number): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const end = (complete: () => void): void => {
        clearTimeout(timer);
        socket.off('readable', take).off('error', fail).off('close', closed);
        complete();
      };
      const fail = (error: Error): void => end(() => reject(error));
      const closed = (): void =>
        fail(Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' }));
      const take = (): void => {
        const part = socket.read(length) as Buffer | null;
        if (part !== null) end(() => (part.length === length ? resolve(part) : closed()));
      };
      const timer = setTimeout(
        () => fail(Object.assign(new Error('the proxy is silent'), { code: 'ETIMEDOUT' })),
        timeoutMs,
      );
      socket.on('readable', take).on('error', fail).on('close', closed);
      take();
    });
