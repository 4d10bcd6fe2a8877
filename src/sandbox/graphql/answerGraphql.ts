import type { ExecutionResult, GraphQLError } from 'graphql';
import { graphqlHeaders, maxQueryLength, type GraphqlRequest } from '../../wire/graphql.ts';
import { holdsNul } from '../validation.ts';
import { secretOf } from '../authentication.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from '../exchange.ts';
import { mergeWaiting } from '../operations/mergeRequestMerging.ts';
import { follow, operationKind, overLimit, readRequest, run, type Ready, type Unready } from './engine.ts';
import { polledEtag } from './etagPolling.ts';
import { openSession, type Session, type SessionDeps } from './session.ts';

export interface GraphqlDeps extends SessionDeps {
  /** Called with internal errors of the sandbox. */
  readonly onError: (error: unknown) => void;
}

/** Refusal before execution, with an HTTP status. */
export class GraphqlRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'GraphqlRefusal';
    this.status = status;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts an object or JSON text; anything else is refused with 422. */
export const readVariables = (value: unknown): Readonly<Record<string, unknown>> => {
  if (value == null || value === '') return {};
  if (isRecord(value)) return value;
  let parsed: unknown = value;
  if (typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch (error) {
      throw new GraphqlRefusal(422, error instanceof Error ? error.message : 'Unexpected parameter');
    }
    if (parsed === null) return {};
  }
  if (isRecord(parsed)) return parsed;
  throw new GraphqlRefusal(422, `Unexpected parameter: ${JSON.stringify(parsed)}`);
};

const requestOf = (given: Readonly<Record<string, unknown>>): GraphqlRequest => ({
  query: typeof given['query'] === 'string' ? given['query'] : '',
  variables: readVariables(given['variables']),
  ...(typeof given['operationName'] === 'string' ? { operationName: given['operationName'] } : {}),
});

/** Several requests when the body is an array (a multiplex). */
const readRequests = (request: SandboxRequest, query: URLSearchParams): GraphqlRequest | readonly GraphqlRequest[] => {
  const inAddress = Object.fromEntries(query);
  if (request.body.length === 0) return requestOf(inAddress);
  const text = Buffer.from(request.body).toString('utf8');
  if ((request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    return requestOf({ ...inAddress, ...Object.fromEntries(new URLSearchParams(text)) });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GraphqlRefusal(400, 'Error occurred while parsing request parameters');
  }
  if (Array.isArray(value)) return value.map((one) => requestOf(isRecord(one) ? one : {}));
  return requestOf({ ...inAddress, ...(isRecord(value) ? value : {}) });
};

const checkRequests = (method: string, requests: readonly GraphqlRequest[]): void => {
  if (requests.reduce((sum, { query }) => sum + query.length, 0) > maxQueryLength) {
    throw new GraphqlRefusal(422, 'Query too large');
  }
  if (holdsNul(requests)) throw new GraphqlRefusal(400, 'Bad Request');
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && requests.some((request) => operationKind(request) === 'mutation')) {
    throw new GraphqlRefusal(422, `Mutations are forbidden in ${method} requests`);
  }
};

const failed = (errors: readonly GraphQLError[]): ExecutionResult => ({ errors });

const execute = async (session: Session, ready: Ready): Promise<ExecutionResult> => {
  if (ready.operation.operation !== 'subscription') return run(session, ready);
  // HTTP has no later events: returns the first message of the subscription
  const started = await follow(session, ready);
  if (!(Symbol.asyncIterator in started)) return started;
  await started.return();
  return firstOfSubscription(ready);
};

/** Initial result of a subscription: its field with null. */
export const firstOfSubscription = ({ operation }: Ready): ExecutionResult => {
  const [field] = operation.selectionSet.selections;
  const name = field?.kind === 'Field' ? (field.alias ?? field.name).value : undefined;
  return { data: name === undefined ? {} : { [name]: null } };
};

const isReady = (one: Ready | Unready): one is Ready => 'document' in one;

const answer = async (session: Session, requests: readonly GraphqlRequest[]): Promise<readonly ExecutionResult[]> => {
  const all = requests.map((request) => readRequest(session, request));
  const ready = all.filter(isReady);
  // the complexity limit applies to the sum of a multiplex
  const complexity = ready.reduce((sum, { size }) => sum + size.complexity, 0);
  const over = ready.length > 1 ? overLimit(session, { complexity, depth: 0 }) : undefined;
  const results: ExecutionResult[] = [];
  for (const one of all) {
    if (!isReady(one)) results.push(failed(one.errors));
    else results.push(over === undefined ? await execute(session, one) : failed([over]));
  }
  return results;
};

const problem = (status: number, message: string): SandboxResponse => jsonResponse(status, { errors: [{ message }] });

const checkedAnswer = async (
  surroundings: GraphqlDeps,
  request: SandboxRequest,
  query: URLSearchParams,
): Promise<SandboxResponse> => {
  const session = openSession(surroundings, secretOf(request, query));
  if (session === undefined) return problem(401, 'Invalid token');
  const requests = readRequests(request, query);
  const list = Array.isArray(requests) ? (requests as readonly GraphqlRequest[]) : [requests as GraphqlRequest];
  checkRequests(request.method, list);
  const results = await answer(session, list);
  if (list.some((one) => operationKind(one) === 'mutation')) await mergeWaiting(surroundings);
  return jsonResponse(200, Array.isArray(requests) ? results : results[0]);
};

/**
 * Q1: answers `target`, the path and query of the GraphQL endpoint. Executed requests are 200, with errors in the body;
 * refusals have their own status. Never rejects.
 */
export const answerGraphql = async (
  surroundings: GraphqlDeps,
  request: SandboxRequest,
  target: string,
): Promise<SandboxResponse> => {
  const { pathname, searchParams } = new URL(target, 'http://sandbox');
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return jsonResponse(404, { error: '404 Not Found' });
  const etag = polledEtag(surroundings.world, pathname, request);
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    return { status: 304, headers: { etag, [graphqlHeaders.fromCache]: 'true' }, body: '' };
  }
  try {
    const response = await checkedAnswer(surroundings, request, searchParams);
    if (etag === undefined || response.status !== 200) return response;
    return { ...response, headers: { ...response.headers, etag } };
  } catch (error) {
    if (error instanceof GraphqlRefusal) return problem(error.status, error.message);
    surroundings.onError(error);
    return problem(500, 'Internal server error');
  }
};

export const isGraphqlTarget = (target: string): boolean => /^\/api\/graphql\/?(?:\?|$)/.test(target);
