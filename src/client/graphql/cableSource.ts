import { Channel, createCable, DisconnectedError, type Cable } from '@anycable/core';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { cablePath, cableProtocols, graphqlAnswer, graphqlProblem, type GraphqlRequest } from '../../wire/graphql.ts';
import type { WebSocketClass } from '../transport.ts';
import {
  firstConnectionTries,
  handshakeHeaders,
  nextWebSocket,
  socketAddress,
  SubscriptionRefused,
  usualBackoffMs,
  type SocketSurroundings,
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

/** A message of the channel: a result, or errors alone when the variables could not be read. */
const channelMessage = v.object({
  result: v.optional(graphqlAnswer),
  errors: v.optional(v.array(graphqlProblem)),
  more: v.optional(v.boolean()),
});

/** Servers read variables as JSON text; only plain values fit into an identifier. */
const parametersOf = ({ query, variables, operationName }: GraphqlRequest): ChannelParameters => ({
  query,
  variables: JSON.stringify(variables ?? {}),
  nonce: randomUUID(),
  ...(operationName === undefined ? {} : { operationName }),
});

const tell = (message: unknown, listener: SubscriptionListener): void => {
  const parsed = v.safeParse(channelMessage, message);
  if (!parsed.success) return listener.answer({ errors: [{ message: 'the cable sent a message that is no answer' }] });
  const { result, errors, more } = parsed.output;
  if (result !== undefined) listener.answer(result);
  else if (errors !== undefined) listener.answer({ errors });
  if (more === false) listener.complete();
};

/** Carries subscriptions over ActionCable, as GitLab serves them: one socket for all, opened again when it breaks. */
export const createCableSource = (surroundings: SocketSurroundings): SubscriptionSource => {
  const listeners = new Set<SubscriptionListener>();
  let cable: Cable | undefined;

  const refuse = (words: string): void => {
    const told = [...listeners];
    close();
    for (const listener of told) listener.refused(new SubscriptionRefused(words));
  };

  const open = (): Cable => {
    let Socket: WebSocketClass;
    let headers: Record<string, string> = {};
    let tries = 0;
    let wasConnected = false;
    const opened = createCable(socketAddress(surroundings.baseUrl, cablePath), {
      protocol: 'actioncable-v1-json',
      websocketImplementation: function (url: string) {
        return new Socket(url, { protocols: [...cableProtocols], headers });
      },
      transportConfigurator: async () => {
        headers = await handshakeHeaders(surroundings);
        Socket = await nextWebSocket(surroundings);
      },
      reconnectStrategy: (attempt) => (surroundings.backoffMs ?? usualBackoffMs)(attempt),
    });
    opened.on('connect', () => {
      wasConnected = true;
    });
    opened.on('disconnect', () => {
      tries += 1;
      // a handshake that is refused looks like a connection that fails: nobody tells us the status
      if (!wasConnected && tries >= firstConnectionTries) refuse('the server refuses the cable');
    });
    opened.on('close', (error) => {
      if (error instanceof DisconnectedError) refuse(`the cable was closed: ${error.reason ?? error.message}`);
    });
    return opened;
  };

  const close = (): void => {
    listeners.clear();
    const closing = cable;
    cable = undefined;
    closing?.disconnect();
  };

  return {
    start(request, listener) {
      cable ??= open();
      const channel = new GraphqlChannel(parametersOf(request));
      listeners.add(listener);
      channel.on('message', (message) => tell(message, listener));
      channel.on('connect', ({ reconnect }) => {
        if (reconnect === true) listener.resumed();
      });
      channel.on('close', (error) => {
        if (error !== undefined && listeners.delete(listener)) {
          listener.refused(new SubscriptionRefused(`the server rejects the subscription: ${error.message}`));
        }
      });
      cable.subscribe(channel);
      return () => {
        if (!listeners.delete(listener)) return;
        channel.disconnect();
        if (listeners.size === 0) close();
      };
    },
    close,
  };
};
