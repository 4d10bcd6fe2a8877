import type { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import type { ClientIdentity } from '../clientCertificate.ts';
import type { ConnectionFacts, CompletedStep } from '../connectionFacts.ts';
import { ConnectionFailed } from '../connectionFailed.ts';
import { chooseProxies, type Route } from '../proxy/proxyChoice.ts';
import { inTime } from './answerPace.ts';
import { problemOf } from './connectionProblem.ts';
import { connectorOf, type ConnectorSettings, isAskedOf } from './connector.ts';
import { signInOf } from './signIn.ts';
import { firstOfEach } from './firstOfEach.ts';
import { followHandover } from './handover.ts';
import { trustOf } from './trust.ts';
import { proxyHeaders } from './tunnel.ts';
import {
  CutOffRequest,
  EndlessHead,
  type NetworkSettings,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  writesKeepAliveMs,
} from '../transport.ts';
import { Agent, Pool } from './undici.ts';
import { withoutContinue } from './withoutContinue.ts';

/** Status 1xx. */
const maxHints = 20;

export interface ConnectionTimes {
  /** Timeout of each step: DNS, tunnel, TLS. */
  readonly connectTimeoutMs: number;
  /** Keep-alive. */
  readonly writesKeepAliveMs: number;
}

const usualTimes: ConnectionTimes = { connectTimeoutMs: 10_000, writesKeepAliveMs };

/** Subscriptions send a record or two. */
const maxMessageBytes = 512 * 1024;

/** Writes use separate connections, so closing doesn't interrupt them. Calls `seen` for each connection step. */
export const createUndiciTransport = (
  settings: NetworkSettings,
  times = usualTimes,
  seen?: (seen: CompletedStep) => void,
): Transport => {
  const choice = chooseProxies(settings);
  const unread = [...choice.unread, ...(settings.authorities?.unread ?? [])];
  const { connectTimeoutMs, writesKeepAliveMs } = times;
  const connecting: ConnectorSettings = {
    trust: trustOf(settings),
    authorization: settings.proxyAuthorization,
    timeoutMs: connectTimeoutMs,
    unread,
    seen,
    identity: settings.identity,
    signIn: settings.system && signInOf(settings.system),
  };
  const routeOf = (url: URL): Promise<Route> => inTimeFor(url, choice.routeOf(url), connecting);
  // the system's proxy may change, and connections must keep their route
  const ways = new Map<string, Way>();
  const wayBy = (route: Route): Way => {
    const key = JSON.stringify(route);
    const known = ways.get(key);
    if (known !== undefined) return known;
    const open: OpenTo = (_, own) => connectorOf(route, 'asked of the proxy', own);
    const way = {
      reads: createDispatcher(connecting, open, {}),
      writes: createDispatcher(connecting, open, {
        keepAliveTimeout: writesKeepAliveMs,
        keepAliveMaxTimeout: writesKeepAliveMs,
      }),
    };
    ways.set(key, way);
    return way;
  };
  const openSocket: OpenTo = (url, own) => (options, callback) =>
    void routeOf(url).then(
      // sockets need a tunnel
      (route) => connectorOf(route, 'tunnelled', own)(options, callback),
      (error: Error) => callback(error, null),
    );
  const sockets = createDispatcher(connecting, openSocket, {});
  let closed: Promise<unknown> | undefined;
  /** Writes, including those waiting for a route. */
  const waiting = new Set<Promise<unknown>>();

  const asked = async (
    given: TransportRequest,
    { reads, writes }: Way,
    proxy: AskedProxy | undefined,
  ): Promise<Dispatcher.ResponseData> => {
    if (given.method === 'GET') return unlessAborted(requested(given, reads, undefined, proxy), given.signal);
    const handover = followHandover(writes, given.body);
    try {
      return await unlessAborted(requested(given, handover.dispatcher, handover.body, proxy), given.signal);
    } catch (error) {
      throw handover.meaning(error);
    }
  };

  const carry = async (given: TransportRequest): Promise<TransportResponse> => {
    const route = await unlessAborted(routeOf(given.url), given.signal).catch((error: unknown) => {
      throw new CutOffRequest(error, undefined);
    });
    if (closed !== undefined && given.method === 'GET') throw new CutOffRequest(closedError(), undefined);
    const proxy = askedProxy(route, given.url, settings.proxyAuthorization);
    const way = { route, unread, identity: settings.identity };
    try {
      const answer = await asked(given, wayBy(route), proxy);
      if (answer.statusCode === 407 && proxy !== undefined) throw await signInWanted(answer, given.url, proxy);
      // before its reader
      answer.body.once('error', (error) => locate(error, given, way, 'begun'));
      return {
        status: answer.statusCode,
        headers: firstOfEach(answer.headers),
        body: inTime(answer.body, given),
        async cancel() {
          // expected after the cancel
          answer.body.on('error', () => undefined).destroy();
        },
      };
    } catch (error) {
      throw locate(error, given, way);
    }
  };

  return {
    unread,
    async send(given) {
      if (closed !== undefined) throw new CutOffRequest(closedError(), undefined);
      const answer = carry(given);
      if (given.method === 'GET') return answer;
      waiting.add(answer);
      try {
        return await answer;
      } finally {
        waiting.delete(answer);
      }
    },
    webSocket: async () => (await import('./sockets.ts')).socketsOver(sockets),
    async close() {
      const dispatchers = [...ways.values()];
      closed ??= Promise.all([
        ...[sockets, ...dispatchers.map(({ reads }) => reads)].map((each) => each.destroy()),
        Promise.allSettled(waiting).then(() => Promise.all([...ways.values()].map(({ writes }) => writes.close()))),
      ]);
      await closed;
    },
  };
};

interface Way {
  readonly reads: Dispatcher;
  readonly writes: Dispatcher;
}

const closedError = (): Error => Object.assign(new Error('the connections were closed'), { code: 'UND_ERR_CLOSED' });

const inTimeFor = async (
  { host }: URL,
  route: Promise<Route>,
  { timeoutMs, unread }: ConnectorSettings,
): Promise<Route> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const facts = { step: 'proxy', host, server: host, problem: 'silent', unread } as const;
    timer = setTimeout(() => reject(new ConnectionFailed(facts, 'the system named no proxy in time')), timeoutMs);
  });
  try {
    return await Promise.race([route, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Gets plain requests with absolute URLs. */
interface AskedProxy {
  readonly host: string;
  readonly source: string;
  readonly headers: Readonly<Record<string, string>>;
}

const askedProxy = (route: Route, url: URL, authorization: string | undefined): AskedProxy | undefined => {
  if (route.kind !== 'proxy' || !isAskedOf(route.proxy, url.protocol, 'asked of the proxy')) return undefined;
  const { host, source } = route.proxy;
  return { host, source, headers: proxyHeaders(route.proxy, authorization) };
};

/** The server has not seen the request. */
const signInWanted = async (
  { body, headers }: Dispatcher.ResponseData,
  { host: server }: URL,
  { host, source, headers: sent }: AskedProxy,
): Promise<ConnectionFailed> => {
  body.on('error', () => undefined).destroy();
  const problem = 'proxy-authorization' in sent ? 'credentialsRejected' : 'credentialsWanted';
  const reason = [headers['proxy-authenticate'] ?? []].flat().join(', ') || undefined;
  const facts: ConnectionFacts = {
    step: 'request',
    host,
    server,
    problem,
    proxy: { host, source },
    status: 407,
    reason,
  };
  return new ConnectionFailed(facts, 'Proxy answered 407');
};

/** Only for the account's origin. */
const identityFor = ({ origin }: URL, identity: ClientIdentity | undefined): ClientIdentity | undefined =>
  identity?.origin === origin ? identity : undefined;

const locate = (
  error: unknown,
  { url }: TransportRequest,
  { route, unread, identity }: Pick<ConnectorSettings, 'unread' | 'identity'> & { readonly route: Route },
  answer?: 'begun',
): unknown => {
  const broken = error instanceof Error && error.name === 'CutOffRequest' ? error.cause : error;
  if (!(broken instanceof Error) || 'connection' in broken) return error;
  const step = broken === error ? 'answer' : 'request';
  const proxy = route.kind === 'proxy' ? { host: route.proxy.host, source: route.proxy.source } : undefined;
  const problem = problemOf(broken, step);
  const connection: ConnectionFacts = {
    step,
    host: url.host,
    server: url.host,
    problem: problem === 'closed' && answer === 'begun' ? 'cutOff' : problem,
    proxy,
    unread,
    clientCertificate: identityFor(url, identity) && { file: identity?.certificate.file ?? '' },
  };
  Object.assign(broken, { connection });
  return error;
};

const requested = (
  { method, url, headers, body, signal, headersTimeoutMs, bodyTimeoutMs }: TransportRequest,
  dispatcher: Dispatcher,
  sent: string | AsyncIterable<Uint8Array> | undefined,
  proxy: AskedProxy | undefined,
): Promise<Dispatcher.ResponseData> => {
  let hints = 0;
  const path = `${url.pathname}${url.search}`;
  const length = typeof body === 'object' ? { 'content-length': String(body.sizeBytes) } : {};
  return dispatcher.request({
    origin: url.origin,
    path: proxy === undefined ? path : `${url.origin}${path}`,
    method,
    headers: { ...headers, ...length, ...proxy?.headers },
    // undici also accepts byte iterables
    body: (sent as Readable | string | undefined) ?? null,
    signal,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    // each restarts the header timeout
    onInfo() {
      hints += 1;
      if (hints > maxHints) throw new EndlessHead(`more than ${maxHints} hints came and no answer`);
    },
  });
};

/** undici would wait for the connection. */
const unlessAborted = async <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
};

type OpenTo = (url: URL, settings: ConnectorSettings) => buildConnector.connector;

const createDispatcher = (connecting: ConnectorSettings, open: OpenTo, idle: Agent.Options): Dispatcher =>
  new Agent({
    ...idle,
    // all connections are created here
    factory: (origin: string | URL, options: Pool.Options) => {
      const url = new URL(origin);
      const connect = open(url, { ...connecting, identity: identityFor(url, connecting.identity) });
      return new Pool(origin, { ...options, connect: withoutContinue(connect) });
    },
    maxHeaderSize: 64 * 1024,
    webSocket: { maxPayloadSize: maxMessageBytes },
  });
