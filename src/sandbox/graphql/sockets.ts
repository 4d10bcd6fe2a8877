import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { cablePath, cableProtocols, graphqlEndpoint } from '../../wire/graphql.ts';
import { secretOf } from '../authentication.ts';
import type { GraphqlDeps } from './answerGraphql.ts';
import { refuseCable, serveCable } from './cable.ts';
import { serveGraphqlWs } from './graphqlWs.ts';
import { openSession, sessionOf } from './session.ts';

/** Handles an upgrade request; returns false for other paths. */
export type TakeOver = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

export interface SocketDeps extends GraphqlDeps {
  readonly relativePath: string;
  readonly cable: boolean;
  readonly closing: AbortSignal;
}

/** Response to a foreign origin, as Action Cable sends it. */
const pageNotFound = [
  'HTTP/1.1 404 Not Found',
  'content-type: text/plain',
  'content-length: 14',
  'connection: close',
  '',
  'Page not found',
].join('\r\n');

const ownOrigin = ({ headers }: IncomingMessage): boolean => {
  const { origin } = headers;
  return origin === `http://${headers.host}` || origin === `https://${headers.host}`;
};

const fits = (target: string, path: string): boolean => target === path || target.startsWith(`${path}?`);

/** Serves subscriptions by Action Cable at `/-/cable` and `graphql-transport-ws` at the GraphQL endpoint. */
export const serveSockets = (surroundings: SocketDeps): TakeOver => {
  const { relativePath, closing, onError } = surroundings;
  const cables = new WebSocketServer({
    noServer: true,
    // first supported protocol offered
    handleProtocols: (offered) => [...offered].find((name) => cableProtocols.some((known) => known === name)) ?? false,
  });
  const plain = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });
  closing.addEventListener('abort', () => {
    for (const socket of [...cables.clients, ...plain.clients]) socket.terminate();
  });

  const secretIn = (incoming: IncomingMessage, more: Readonly<Record<string, unknown>> = {}): string | undefined => {
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries({ ...incoming.headers, ...more })) {
      headers[name.toLowerCase()] = typeof value === 'string' ? value : undefined;
    }
    const { searchParams } = new URL(incoming.url ?? '/', 'http://sandbox');
    return secretOf({ method: 'GET', target: '', headers, body: Buffer.alloc(0) }, searchParams);
  };
  serveGraphqlWs(plain, (incoming, parameters) => openSession(surroundings, secretIn(incoming, parameters)));

  return (incoming, socket, head) => {
    const target = incoming.url ?? '';
    if (fits(target, `${relativePath}${graphqlEndpoint.path}`)) {
      plain.handleUpgrade(incoming, socket, head, (open) => void plain.emit('connection', open, incoming));
      return true;
    }
    if (!surroundings.cable || !fits(target, `${relativePath}${cablePath}`)) return false;
    if (!ownOrigin(incoming)) {
      // the client may have disconnected
      socket.on('error', () => undefined);
      socket.end(pageNotFound);
      return true;
    }
    cables.handleUpgrade(incoming, socket, head, (open) => {
      // protocol errors close the connection, which `close` handles
      open.on('error', () => undefined);
      const session = sessionOf(surroundings, secretIn(incoming));
      if (session === undefined) refuseCable(open);
      else serveCable(open, session, onError);
    });
    return true;
  };
};
