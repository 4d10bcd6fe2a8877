import { createClient, type Client } from 'graphql-ws/client';
import * as v from 'valibot';
import { type GraphqlAnswer, graphqlAnswer, graphqlEndpoint, graphqlProblem } from '../../wire/graphql.ts';
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

const forbidden = 4403;

const pingEveryMs = 10_000;

/** Imitates the cable's first answer; this protocol confirms only connections. */
const stands: GraphqlAnswer = { data: {} };

const codeOf = (problem: unknown): number | undefined =>
  typeof problem === 'object' && problem !== null && 'code' in problem ? Number(problem.code) : undefined;

const dispatch = (answer: unknown, listener: SubscriptionListener): void => {
  const parsed = v.safeParse(graphqlAnswer, answer);
  listener.answer(
    parsed.success ? parsed.output : { errors: [{ message: 'the server sent a message that is no answer' }] },
  );
};

const failing = (problem: unknown): object => {
  const socket: { onerror?: (problem: unknown) => void } = {};
  setImmediate(() => socket.onerror?.(problem));
  return socket;
};

/** Source for servers with `graphql-transport-ws`. */
export const createGraphqlWsSource = (deps: SocketDeps): SubscriptionSource => {
  const { deadlineMs = usualDeadlineMs } = deps;
  const listeners = new Map<SubscriptionListener, () => void>();
  let client: Client | undefined;
  let isConnected = false;

  const open = (): Client => {
    let tries = 0;
    let wasConnected = false;
    let connect: (url: string, protocol: string) => object;
    let pong: NodeJS.Timeout | undefined;
    const breaks = new Breaks(deps.backoffMs);
    const opened = createClient({
      url: async () => {
        try {
          const headers = await handshakeHeaders(deps);
          const Socket = await nextWebSocket(deps);
          connect = (url, protocol) => new Socket(url, { protocols: [protocol], headers });
        } catch (problem) {
          // an exception here would leave graphql-ws connecting forever
          connect = () => failing(problem);
        }
        return socketAddress(deps.baseUrl, graphqlEndpoint.path);
      },
      webSocketImpl: Object.assign(
        function (url: string, protocol: string) {
          return connect(url, protocol);
        },
        { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 },
      ),
      connectionAckWaitTimeout: deadlineMs,
      keepAlive: pingEveryMs,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, breaks.waitMs)),
      shouldRetry: (problem) => {
        tries += 1;
        return codeOf(problem) !== forbidden && (wasConnected || tries < firstConnectionTries);
      },
      on: {
        connected: () => {
          const isAgain = wasConnected;
          wasConnected = true;
          isConnected = true;
          breaks.connected();
          // catch-up reads must follow the subscriptions, which are sent right after this
          setImmediate(() => [...listeners.keys()].forEach((each) => (isAgain ? each.resumed() : each.answer(stands))));
        },
        ping: (isReceived) => {
          // dead connections show no other sign
          if (!isReceived) pong = setTimeout(() => opened.terminate(), deadlineMs);
        },
        pong: () => clearTimeout(pong),
        closed: () => {
          isConnected = false;
          clearTimeout(pong);
        },
      },
    });
    return opened;
  };

  return {
    start(request, listener) {
      client ??= open();
      listeners.set(listener, () => stop());
      const stop = client.subscribe(
        { query: request.query, variables: request.variables, operationName: request.operationName },
        {
          next: (answer) => dispatch(answer, listener),
          complete: () => {
            if (listeners.delete(listener)) listener.complete();
          },
          error: (problem) => {
            if (!listeners.delete(listener)) return;
            const problems = v.safeParse(v.array(graphqlProblem), problem);
            if (!problems.success) {
              const words = problem instanceof Error ? problem.message : `code ${codeOf(problem) ?? 'unknown'}`;
              listener.refused(new SubscriptionRefused(`the server refuses subscriptions: ${words}`));
              return;
            }
            listener.answer({ errors: problems.output });
            listener.complete();
          },
        },
      );
      if (isConnected) setImmediate(() => listeners.has(listener) && listener.answer(stands));
      return () => {
        if (listeners.delete(listener)) stop();
      };
    },
    close() {
      const stops = [...listeners.values()];
      listeners.clear();
      for (const stop of stops) stop();
      // ignores a connection that failed to open
      void Promise.resolve(client?.dispose()).catch(() => undefined);
      client = undefined;
    },
  };
};
