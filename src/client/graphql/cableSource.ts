import {
  ActionCableProtocol,
  Channel,
  createCable,
  DisconnectedError,
  JSONEncoder,
  SubscriptionRejectedError,
  SubscriptionTimeoutError,
  type Cable,
} from '@anycable/core';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { cablePath, cableProtocols, graphqlAnswer, graphqlProblem, type GraphqlRequest } from '../../wire/graphql.ts';
import type { WebSocketClass } from '../transport.ts';
import {
  Breaks,
  firstConnectionTries,
  handshakeHeaders,
  nextWebSocket,
  socketAddress,
  SubscriptionRefused,
  usualDeadlineMs,
  type SocketDeps,
  type SubscriptionListener,
  type SubscriptionSource,
} from './subscriptionSource.ts';

interface ChannelParameters {
  readonly query: string;
  readonly variables: string;
  readonly nonce: string;
  readonly [name: string]: string;
}

class GraphqlChannel extends Channel<ChannelParameters> {
  static override readonly identifier = 'GraphqlChannel';
}

/** Replaces the library's timers: each subscription is requested once, and no timer outlives the connection. */
class CableProtocol extends ActionCableProtocol {
  declare readonly pendingSubscriptions: Readonly<Record<string, { readonly id: number; reject(error: Error): void }>>;
  readonly #deadlineMs: number;
  readonly #deadlines = new Set<NodeJS.Timeout>();

  constructor(deadlineMs: number) {
    super();
    this.#deadlineMs = deadlineMs;
  }

  /** Overrides the library's method. */
  maybeRetrySubscribe(id: number, identifier: string): void {
    const deadline = setTimeout(() => {
      this.#deadlines.delete(deadline);
      const { [identifier]: pending, ...others } = this.pendingSubscriptions;
      if (pending?.id !== id) return;
      // the library ends a subscription confirmed later
      Object.assign(this, { pendingSubscriptions: others });
      pending.reject(new SubscriptionTimeoutError());
    }, this.#deadlineMs);
    this.#deadlines.add(deadline);
  }

  override reset(error: Parameters<ActionCableProtocol['reset']>[0]): void {
    for (const deadline of this.#deadlines) clearTimeout(deadline);
    this.#deadlines.clear();
    super.reset(error);
  }
}

/** Only `errors` if the variables are invalid. */
const channelMessage = v.object({
  result: v.optional(graphqlAnswer),
  errors: v.optional(v.array(graphqlProblem)),
  more: v.optional(v.boolean()),
});

/** Servers expect variables as JSON text. */
const parametersOf = ({ query, variables, operationName }: GraphqlRequest): ChannelParameters => ({
  query,
  variables: JSON.stringify(variables ?? {}),
  nonce: randomUUID(),
  ...(operationName === undefined ? {} : { operationName }),
});

const dispatch = (message: unknown, listener: SubscriptionListener): void => {
  const parsed = v.safeParse(channelMessage, message);
  if (!parsed.success) return listener.answer({ errors: [{ message: 'the cable sent a message that is no answer' }] });
  const { result, errors, more } = parsed.output;
  if (result !== undefined) listener.answer(result);
  else if (errors !== undefined) listener.answer({ errors });
  if (more === false) listener.complete();
};

/** The library's messages may contain the whole query. */
const refusalMessage = (error: Error): string => {
  if (error instanceof SubscriptionRejectedError) return 'the server rejects the subscription';
  if (error instanceof SubscriptionTimeoutError) return 'the server does not confirm the subscription';
  return 'the subscription was closed';
};

/** Subscriptions over ActionCable, as in GitLab: one socket, reconnected automatically. */
export const createCableSource = (deps: SocketDeps): SubscriptionSource => {
  const { deadlineMs = usualDeadlineMs } = deps;
  const listeners = new Set<SubscriptionListener>();
  let cable: Cable | undefined;

  const refuse = (words: string): void => {
    const notified = [...listeners];
    close();
    for (const listener of notified) listener.refused(new SubscriptionRefused(words));
  };

  const open = (): Cable => {
    let Socket: WebSocketClass;
    let headers: Record<string, string> = {};
    let tries = 0;
    let wasConnected = false;
    let welcome: NodeJS.Timeout | undefined;
    const breaks = new Breaks(deps.backoffMs);
    const opened = createCable(socketAddress(deps.baseUrl, cablePath), {
      protocol: new CableProtocol(deadlineMs),
      encoder: new JSONEncoder(),
      websocketImplementation: function (url: string) {
        const socket = new Socket(url, { protocols: [...cableProtocols], headers });
        socket.addEventListener('open', () => {
          if (socket.protocol === cableProtocols[1]) refuse('the server speaks another protocol than ActionCable 1');
        });
        return socket;
      },
      transportConfigurator: async () => {
        headers = await handshakeHeaders(deps);
        Socket = await nextWebSocket(deps);
        if (opened.state === 'closed') throw new Error('nobody waits for the connection any more');
        // pings start after the welcome
        welcome = setTimeout(() => opened.disconnected(new DisconnectedError('no_welcome')), deadlineMs);
      },
      reconnectStrategy: () => breaks.waitMs,
    });
    opened.on('connect', () => {
      clearTimeout(welcome);
      wasConnected = true;
      breaks.connected();
    });
    opened.on('disconnect', () => {
      clearTimeout(welcome);
      tries += 1;
      // the status of a refused handshake is unknown
      if (!wasConnected && tries >= firstConnectionTries) refuse('the server refuses the cable');
    });
    opened.on('close', (error) => {
      clearTimeout(welcome);
      if (error instanceof DisconnectedError) refuse(`the cable was closed: ${error.reason ?? error.message}`);
    });
    return opened;
  };

  const close = (): void => {
    listeners.clear();
    const closing = cable;
    cable = undefined;
    // otherwise an unhandled rejection
    if (closing?.state === 'connecting') void closing.connect().catch(() => undefined);
    closing?.disconnect();
  };

  const closeAfterLast = (): void => {
    if (listeners.size === 0) close();
  };

  return {
    start(request, listener) {
      cable ??= open();
      const channel = new GraphqlChannel(parametersOf(request));
      listeners.add(listener);
      channel.on('message', (message) => dispatch(message, listener));
      channel.on('connect', ({ reconnect }) => {
        if (reconnect === true) listener.resumed();
      });
      channel.on('close', (error) => {
        if (error === undefined || !listeners.delete(listener)) return;
        closeAfterLast();
        listener.refused(new SubscriptionRefused(refusalMessage(error)));
      });
      cable.subscribe(channel);
      return () => {
        if (!listeners.delete(listener)) return;
        channel.disconnect();
        closeAfterLast();
      };
    },
    close,
  };
};
