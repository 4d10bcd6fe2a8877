import { GraphQLError, type ExecutionArgs } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { IncomingMessage } from 'node:http';
import type { WebSocketServer } from 'ws';
import type { GraphqlRequest } from '../../wire/graphql.ts';
import { GraphqlRefusal, readVariables } from './answerGraphql.ts';
import { executionOf, readRequest } from './engine.ts';
import type { Session } from './session.ts';

/** Authenticates a socket by its handshake and connection parameters. */
export type OpenSocketSession = (
  request: IncomingMessage,
  parameters: Readonly<Record<string, unknown>>,
) => Session | undefined;

const prepared = (
  session: Session | undefined,
  request: Pick<GraphqlRequest, 'query'> & {
    readonly variables?: unknown;
    readonly operationName?: string | null | undefined;
  },
): ExecutionArgs | readonly GraphQLError[] => {
  // the token may expire during the connection
  if (session === undefined) return [new GraphQLError('Invalid token')];
  try {
    const { query, operationName } = request;
    const variables = readVariables(request.variables);
    const ready = readRequest(session, { query, variables, operationName: operationName ?? undefined });
    return 'document' in ready ? executionOf(session, ready) : ready.errors;
  } catch (error) {
    if (error instanceof GraphqlRefusal) return [new GraphQLError(error.message)];
    throw error;
  }
};

/** Serves the `graphql-transport-ws` protocol. Invalid tokens close with 4403. */
export const serveGraphqlWs = (server: WebSocketServer, open: OpenSocketSession): void => {
  useServer(
    {
      onConnect: ({ extra, connectionParams }) => open(extra.request, connectionParams ?? {}) !== undefined,
      onSubscribe: ({ extra, connectionParams }, _id, payload) =>
        prepared(open(extra.request, connectionParams ?? {}), payload),
    },
    server,
  );
};
