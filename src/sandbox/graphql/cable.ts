import { Buffer } from 'node:buffer';
import type { WebSocket } from 'ws';
import { firstOfSubscription, GraphqlRefusal, readVariables } from './answerGraphql.ts';
import { follow, readRequest, run } from './engine.ts';
import { opensApi, type Session } from './session.ts';

const pingEveryMs = 3_000;
/** Limit of one connection. */
const maxSubscriptions = 100;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: unknown): Record<string, unknown> | undefined => {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

type Send = (frame: Readonly<Record<string, unknown>>) => void;

interface Open {
  readonly end: () => void;
}

/** Runs one `subscribe`. Like GitLab, sends the first result before the confirmation. */
const serveChannel = async (
  session: Session,
  identifier: string,
  channel: Readonly<Record<string, unknown>>,
  send: Send,
  opened: (open: Open) => void,
): Promise<void> => {
  const tell = (message: Readonly<Record<string, unknown>>): void => send({ identifier, message });
  const tellFirst = (message: Readonly<Record<string, unknown>>): void => {
    tell(message);
    send({ identifier, type: 'confirm_subscription' });
  };
  let variables: Readonly<Record<string, unknown>>;
  try {
    variables = readVariables(channel['variables']);
  } catch (error) {
    if (!(error instanceof GraphqlRefusal)) throw error;
    tellFirst({ errors: [{ message: error.message }] });
    return;
  }
  const query = typeof channel['query'] === 'string' ? channel['query'] : '';
  const operationName = typeof channel['operationName'] === 'string' ? channel['operationName'] : undefined;
  const ready = readRequest(session, { query, variables, operationName });
  if (!('document' in ready)) {
    tellFirst({ result: { errors: ready.errors }, more: false });
    return;
  }
  if (ready.operation.operation !== 'subscription') {
    tellFirst({ result: await run(session, ready), more: false });
    return;
  }
  const events = await follow(session, ready);
  if (!(Symbol.asyncIterator in events)) {
    tellFirst({ result: events, more: false });
    return;
  }
  opened({ end: () => void events.return() });
  tellFirst({ result: firstOfSubscription(ready), more: true });
  for await (const result of events) tell({ result, more: true });
};

/** Serves Action Cable on a socket until it closes. `onError` gets internal errors of the sandbox. */
export const serveCable = (socket: WebSocket, session: Session, onError: (error: unknown) => void): void => {
  const channels = new Map<string, Open>();
  const send: Send = (frame) => socket.send(JSON.stringify(frame));

  const subscribe = (identifier: string): void => {
    if (channels.has(identifier)) return;
    const channel = parsed(identifier);
    // other channels raise an error in GitLab, which sends nothing
    if (channel?.['channel'] !== 'GraphqlChannel') return;
    if (!opensApi(session) || channels.size >= maxSubscriptions) {
      send({ identifier, type: 'reject_subscription' });
      return;
    }
    channels.set(identifier, { end: () => undefined });
    serveChannel(session, identifier, channel, send, (open) => {
      // unsubscribed meanwhile
      if (channels.has(identifier)) channels.set(identifier, open);
      else open.end();
    }).catch(onError);
  };

  const unsubscribe = (identifier: string): void => {
    const open = channels.get(identifier);
    channels.delete(identifier);
    open?.end();
  };

  const pings = setInterval(() => send({ type: 'ping', message: Math.floor(Date.now() / 1000) }), pingEveryMs);
  socket.on('close', () => {
    clearInterval(pings);
    for (const identifier of channels.keys()) unsubscribe(identifier);
  });
  socket.on('message', (data) => {
    const frame = parsed(Buffer.isBuffer(data) ? data.toString('utf8') : undefined);
    const identifier = frame?.['identifier'];
    if (typeof identifier !== 'string') return;
    if (frame?.['command'] === 'subscribe') subscribe(identifier);
    if (frame?.['command'] === 'unsubscribe') unsubscribe(identifier);
  });
  send({ type: 'welcome' });
};

/** Disconnects an unauthorized client and forbids it to reconnect. */
export const refuseCable = (socket: WebSocket): void => {
  socket.send(JSON.stringify({ type: 'disconnect', reason: 'unauthorized', reconnect: false }));
  socket.close(1000);
};
