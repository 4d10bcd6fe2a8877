import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectionFacts, CompletedStep, ConnectionStep, IgnoredSetting } from '../connectionFacts.ts';
import { ConnectionFailed } from '../connectionFailed.ts';
import { type ClientIdentity, readClientCertificate, UnusableCertificate } from '../clientCertificate.ts';
import type { ProxyAddress, Route } from '../proxy/proxyChoice.ts';
import { certificatesOf, problemOf } from './connectionProblem.ts';
import { openSocks, socksTarget } from './socks.ts';
import type { SignIn } from './signIn.ts';
import type { Trust } from './trust.ts';
import { openTunnel, proxyHeaders, TunnelRefused } from './tunnel.ts';
import { buildConnector } from './undici.ts';

export interface ConnectorSettings {
  /** Timeout of each step. */
  readonly timeoutMs: number;
  readonly trust: Trust;
  /** Header from the settings. */
  readonly authorization: string | undefined;
  /** Possible cause of any failure. */
  readonly unread: readonly IgnoredSetting[];
  readonly seen?: ((seen: CompletedStep) => void) | undefined;
  /** Never for a proxy. */
  readonly identity: ClientIdentity | undefined;
  /** Without configured credentials. */
  readonly signIn: SignIn | undefined;
}

/** Per connection. */
const maxSignIns = 5;

interface End {
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Text for display. */
  readonly host: string;
}

type Open = (options: object, callback: buildConnector.Callback) => Socket;

/**
 * Failures are `ConnectionFailed` with step and host. Plain requests through an HTTP proxy connect to the proxy itself,
 * unless tunnelled.
 */
export const connectorOf = (
  route: Route,
  plain: 'asked of the proxy' | 'tunnelled',
  { timeoutMs, trust, authorization, unread, seen, identity, signIn }: ConnectorSettings,
): buildConnector.connector => {
  // undici's types omit the returned socket
  const openTcp = buildConnector({ timeout: timeoutMs }) as unknown as Open;
  const openTls = (own?: object): Open => buildConnector({ timeout: timeoutMs, ...trust, ...own }) as unknown as Open;
  // separate session caches
  const [proxyTls, serverTls] = [openTls(), openTls()];
  const proxy = route.kind === 'proxy' ? route.proxy : undefined;
  const via = proxy && { host: proxy.host, source: proxy.source };

  const failed = (
    facts: Pick<ConnectionFacts, 'step' | 'host' | 'server'>,
    error: unknown,
    more: Partial<ConnectionFacts> = {},
  ) => {
    const message = error instanceof Error ? error.message : String(error);
    const problem = error instanceof TunnelRefused ? error.problem : problemOf(error, facts.step);
    const answer = error instanceof TunnelRefused ? { status: error.status, reason: error.reason } : {};
    const clientCertificate = identity && { file: identity.certificate.file };
    const known = { proxy: via, unread, clientCertificate };
    return new ConnectionFailed({ ...facts, ...known, problem, ...answer, ...more }, message, error);
  };

  const tcp = (to: End, server: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      let step: ConnectionStep = isIP(to.hostname) === 0 ? 'name' : 'tcp';
      const { hostname, host, port } = to;
      const socket = openTcp({ hostname, host, port: String(port), protocol: 'http:' }, (error, connected) => {
        if (error !== null) return reject(failed({ step, host, server }, error));
        seen?.({ step: 'tcp', host, address: connected.remoteAddress });
        resolve(connected);
      });
      socket.on('lookup', (error: Error | null, address?: string) => {
        if (error !== null) return;
        if (step === 'name') seen?.({ step, host, address });
        step = 'tcp';
      });
    });

  const greeted = (
    open: Open,
    step: 'proxyTls' | 'serverTls',
    to: End,
    server: string,
    httpSocket: Socket,
    servername?: string | null,
  ) =>
    new Promise<Socket>((resolve, reject) => {
      const { hostname, host, port } = to;
      let certificate: ConnectionFacts['certificate'];
      const options = { hostname, host, port: String(port), protocol: 'https:', servername, httpSocket };
      const socket = open(options, (error, connected) => {
        if (error !== null) return reject(failed({ step, host, server }, error, { certificate }));
        const { authorized: isTrusted } = socket;
        const tls = { protocol: socket.getProtocol() ?? '', isTrusted, certificates: certificatesOf(socket) };
        seen?.({ step, host, tls, clientCertificate: step === 'serverTls' ? identity?.certificate.file : undefined });
        resolve(connected);
      }) as TLSSocket;
      // an alert explains more than the close that follows
      let first: Error | undefined;
      socket.once('error', (error: Error) => (first = error));
      const destroy = socket.destroy.bind(socket);
      socket.destroy = (error) => {
        // destroying discards the certificate
        if (error !== undefined) certificate ??= certificatesOf(socket)[0];
        return destroy(error && (first ?? error));
      };
    });

  const reached = async (by: ProxyAddress, server: string): Promise<Socket> => {
    const socket = await tcp(by, server);
    if (by.protocol !== 'https:') return socket;
    return greeted(proxyTls, 'proxyTls', by, server, socket).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
  };

  /** Repeats with further sign-in methods. */
  const tunnelled = async (by: ProxyAddress, to: End): Promise<Socket> => {
    const own = proxyHeaders(by, authorization);
    const [url, state] = [`${by.protocol}//${by.host}`, {}];
    const signed = async (challenges?: readonly string[]): Promise<string | undefined> =>
      'proxy-authorization' in own ? undefined : signIn?.(url, challenges, state);
    let header = await signed();
    for (let signIns = 0; ; signIns += 1) {
      const socket = await reached(by, to.host);
      try {
        const headers = header === undefined ? own : { 'proxy-authorization': header };
        return await openTunnel(socket, authorityOf(to), headers, timeoutMs);
      } catch (error) {
        socket.destroy();
        const { challenges = [] } = error instanceof TunnelRefused ? error : {};
        header = challenges.length > 0 && signIns < maxSignIns ? await signed(challenges) : undefined;
        if (header === undefined) throw error;
      }
    }
  };

  const bySocks = async (by: ProxyAddress, to: End): Promise<Socket> => {
    const socket = await reached(by, to.host);
    const target = await socksTarget(by, to).catch((error: unknown) => {
      socket.destroy();
      throw failed({ step: 'name', host: to.host, server: to.host }, error);
    });
    await openSocks(socket, by, target, timeoutMs).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
    return socket;
  };

  const wayThrough = (by: ProxyAddress, to: End): Promise<Socket> =>
    (by.protocol.startsWith('socks') ? bySocks : tunnelled)(by, to).catch((error: unknown) => {
      throw error instanceof ConnectionFailed
        ? error
        : failed({ step: 'connect', host: by.host, server: to.host }, error);
    });

  /** Reads the client certificate each time, as files get renewed. */
  const openServer = async ({ host }: End): Promise<Open> => {
    if (identity === undefined) return serverTls;
    try {
      return openTls((await readClientCertificate(identity.certificate, identity.passphrase)).options);
    } catch (error) {
      const facts = error instanceof UnusableCertificate ? { clientCertificate: error.facts } : {};
      const more = { problem: 'clientCertificate', ...facts } as const;
      throw failed({ step: 'serverTls', host, server: host }, error, more);
    }
  };

  const connect = async ({ hostname, host, port, protocol, servername }: buildConnector.Options): Promise<Socket> => {
    const server: End = { hostname, host: host ?? hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    if (route.kind === 'unreadable') {
      const facts = { step: 'proxy', host: server.host, server: server.host } as const;
      const more = {
        problem: 'unreadableSetting',
        proxy: { host: '', source: route.source },
        reason: route.text,
      } as const;
      throw failed(facts, new Error(`“${route.text}” in ${route.source} is no address of a proxy`), more);
    }
    const exceptedBy = route.kind === 'direct' ? route.exceptedBy : undefined;
    seen?.({ step: 'proxy', host: server.host, proxy: via, exceptedBy, unread });
    const open = protocol === 'https:' ? await openServer(server) : serverTls;
    if (proxy !== undefined && isAskedOf(proxy, protocol, plain)) return reached(proxy, server.host);
    const socket = proxy === undefined ? await tcp(server, server.host) : await wayThrough(proxy, server);
    if (proxy !== undefined) seen?.({ step: 'connect', host: proxy.host });
    if (protocol !== 'https:') return socket;
    return greeted(open, 'serverTls', server, server.host, socket, servername).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
  };

  return (options, callback) =>
    void connect(options).then(
      (socket) => {
        const { hostname, host = hostname } = options;
        // after `Connection: close` the socket is destroyed before its end
        if (seen) socket.once('end', () => seen({ step: 'request', host, isClosed: true }));
        callback(null, socket);
      },
      (error: unknown) => callback(error as Error, null),
    );
};

/** Uses absolute URLs, as many proxies refuse tunnels to port 80. */
export const isAskedOf = (proxy: ProxyAddress, protocol: string, plain: 'asked of the proxy' | 'tunnelled'): boolean =>
  protocol === 'http:' && plain === 'asked of the proxy' && !proxy.protocol.startsWith('socks');

const authorityOf = ({ hostname, port }: End): string => `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
