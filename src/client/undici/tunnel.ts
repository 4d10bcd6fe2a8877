import type { Socket } from 'node:net';
import type { ConnectionProblem } from '../connectionFacts.ts';
import { pageProblem } from '../foreignPage.ts';
import type { ProxyAddress } from '../proxy/proxyChoice.ts';
import { Client } from './undici.ts';

export class TunnelRefused extends Error {
  override readonly name = 'TunnelRefused';
  readonly problem: ConnectionProblem;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** `Proxy-Authenticate`. */
  readonly challenges: readonly string[];

  constructor(
    message: string,
    problem: ConnectionProblem,
    answer: { readonly status?: number; readonly reason?: string; readonly challenges?: readonly string[] },
  ) {
    super(message);
    this.problem = problem;
    this.status = answer.status;
    this.reason = answer.reason;
    this.challenges = answer.challenges ?? [];
  }
}

/** The settings take precedence. */
export const proxyHeaders = (
  { username, password }: ProxyAddress,
  authorization: string | undefined,
): Record<string, string> => {
  if (authorization !== undefined) return { 'proxy-authorization': authorization };
  if (username === '' && password === '') return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
};

/** CONNECT handshake with `host:port`. */
export const openTunnel = async (
  socket: Socket,
  target: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Socket> => {
  const client = new Client('http://proxy.invalid', {
    // undici needs an asynchronous callback
    connect: (_, callback) => queueMicrotask(() => callback(null, socket)),
    headersTimeout: timeoutMs,
    maxHeaderSize: 64 * 1024,
  });
  try {
    const answer = await client.connect({ path: target, headers: { host: target, ...headers } });
    const through = answer.socket as Socket;
    const { statusCode: status } = answer;
    if (status >= 200 && status < 300) return through;
    const challenges = status === 407 ? [answer.headers['proxy-authenticate'] ?? []].flat() : [];
    const reason =
      challenges.length > 0 ? { reason: challenges.join(', ') } : await reasonOf(answer.headers, through, timeoutMs);
    const problem = problemOfStatus(status, reason, 'proxy-authorization' in headers);
    throw new TunnelRefused(`Proxy answered ${status} to CONNECT ${target}`, problem, {
      status,
      challenges,
      ...reason,
    });
  } finally {
    // open tunnels are already detached
    void client.destroy();
  }
};

const problemOfStatus = (
  status: number,
  { reason = '' }: { readonly reason?: string },
  hadCredentials: boolean,
): ConnectionProblem => {
  if (status === 407) return hadCredentials ? 'credentialsRejected' : 'credentialsWanted';
  if (status === 400 && pageProblem(reason) === 'tlsWanted') return 'tlsWanted';
  return [500, 502, 503, 504].includes(status) ? 'noWayOn' : 'denied';
};

const maxPage = 16 * 1024;

/** Squid uses a header, others the page. */
const reasonOf = async (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  socket: Socket,
  timeoutMs: number,
): Promise<{ readonly reason?: string }> => {
  const header = [headers['x-squid-error'] ?? []].flat().join(', ');
  if (header !== '') return { reason: header };
  const page = await readPage(socket, Number(headers['content-length'] ?? maxPage), timeoutMs);
  const title = /<title[^<>]*>([^<]+)/i.exec(page)?.[1] ?? (page.includes('<') ? '' : page);
  const reason = title.replace(/\s+/g, ' ').trim().slice(0, 200);
  return reason === '' ? {} : { reason };
};

/** 1 s at most. */
const readPage = (socket: Socket, length: number, timeoutMs: number): Promise<string> =>
  new Promise((resolve) => {
    let page = '';
    const done = (): void => {
      clearTimeout(timer);
      socket.removeAllListeners('data').destroy();
      resolve(page);
    };
    const take = (part: Buffer): void => {
      page += part.toString('utf8');
      if (page.length >= Math.min(length, maxPage) || /<\/title>|\r\n0\r\n\r\n$/i.test(page)) done();
    };
    const timer = setTimeout(done, Math.min(timeoutMs, 1_000));
    if (length === 0) return done();
    socket.on('data', take).once('end', done).once('error', done).once('close', done);
  });
