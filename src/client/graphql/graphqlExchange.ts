import * as v from 'valibot';
import { graphqlAnswer, graphqlEndpoint, type GraphqlAnswer, type GraphqlRequest } from '../../wire/graphql.ts';
import { instanceAddress, InvalidParameter } from '../address.ts';
import { parseJson, UnreadableAnswer } from '../answer.ts';
import { acceptedEncodings, BodyTooLarge, readBody } from '../body.ts';
import { readErrorBody } from '../errorBody.ts';
import { RequestError, type RequestErrorFacts, type RequestFailure } from '../errors.ts';
import { networkFailure } from '../networkFailure.ts';
import { retryAfter } from '../retry.ts';
import type { Transport, TransportResponse } from '../transport.ts';
import { readTimeoutMs, writeTimeoutMs } from '../exchange.ts';
import { withoutToken } from '../tokenSecrecy.ts';

/** Where GraphQL requests go, and who sends them. */
export interface GraphqlSender {
  readonly baseUrl: string;
  token(): Promise<string | undefined>;
  transport(): Promise<Transport>;
}

/** One HTTP request: a single query or several in one, by POST or GET. */
export interface GraphqlExchange {
  readonly method: 'GET' | 'POST';
  readonly requests: GraphqlRequest | readonly GraphqlRequest[];
  /** Whether something may be changed by it: its outcome is unknown then when the answer is lost. */
  readonly isWrite: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What came back. 304 has no answers. */
export interface GraphqlExchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answers: readonly GraphqlAnswer[];
}

const limitBytes = 64 * 1024 * 1024;

type Facts = Omit<RequestErrorFacts, 'reference' | 'method' | 'address'>;

/** The address of the GraphQL interface; fails as `invalidParameters` when that of the instance is none. */
export const graphqlAddress = (baseUrl: string): URL => {
  try {
    return new URL(`${instanceAddress(baseUrl)}${graphqlEndpoint.path}`);
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    throw failureOf('POST', graphqlEndpoint.path, {
      failure: 'invalidParameters',
      outcome: 'notSent',
      detail: error.message,
    });
  }
};

const failureOf = (method: string, address: string, facts: Facts, cause?: unknown): RequestError =>
  new RequestError({ reference: graphqlEndpoint.reference, method, address, ...facts }, cause);

/** The facts of a request that was given up before it was sent. */
export const cancelled = (baseUrl: string): RequestError => {
  const { origin, pathname } = graphqlAddress(baseUrl);
  return failureOf('POST', `${origin}${pathname}`, { failure: 'cancelled', outcome: 'unknown', detail: 'cancelled' });
};

const queryOf = ({ query, variables, operationName }: GraphqlRequest): URLSearchParams =>
  new URLSearchParams({
    query,
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
    ...(operationName === undefined ? {} : { operationName }),
  });

/** Sends a request once. Redirects are not followed: the interface has one address. Every failure is a `RequestError`. */
export const exchangeGraphql = async (sender: GraphqlSender, given: GraphqlExchange): Promise<GraphqlExchanged> => {
  const url = graphqlAddress(sender.baseUrl);
  const address = `${url.origin}${url.pathname}`;
  if (given.method === 'GET') url.search = queryOf(given.requests as GraphqlRequest).toString();
  let token: string | undefined;
  let isSent = false;
  const failed = (facts: Facts, cause?: unknown): RequestError =>
    failureOf(given.method, address, withoutToken(facts, token), cause);
  try {
    const transport = await sender.transport();
    token = await sender.token();
    given.signal.throwIfAborted();
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
      const detail = 'the token holds characters that no token has';
      throw failed({ failure: 'unauthorized', outcome: 'notSent', detail });
    }
    isSent = true;
    const timeoutMs = given.isWrite ? writeTimeoutMs : readTimeoutMs;
    const response = await transport.send({
      method: given.method,
      url,
      headers: headersFor(given, token),
      body: given.method === 'POST' ? JSON.stringify(given.requests) : undefined,
      signal: given.signal,
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
    });
    return await read(response, given, failed);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const outcome = isSent ? 'unknown' : 'notSent';
    if (given.signal.aborted) throw failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
    throw failed({ ...networkFailure(error), ...(isSent ? {} : { outcome }) }, error);
  }
};

const headersFor = ({ method, headers }: GraphqlExchange, token: string | undefined): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': acceptedEncodings,
  'user-agent': 'graft-for-gitlab',
  ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...headers,
});

const read = async (
  response: TransportResponse,
  { requests, isWrite }: GraphqlExchange,
  failed: (facts: Facts, cause?: unknown) => RequestError,
): Promise<GraphqlExchanged> => {
  const { status, headers } = response;
  if (status === 304) {
    await response.cancel();
    return { status, headers, answers: [] };
  }
  if (status >= 300 && status < 400) {
    await response.cancel();
    throw failed({ failure: 'redirected', outcome: 'answered', status, detail: 'the server redirects elsewhere' });
  }
  // a write was taken by now: what cannot be read has to be looked up
  const outcome = isWrite ? 'unknown' : 'answered';
  try {
    const body = await readBody(response, limitBytes);
    if (status !== 200) throw failed(refusal(status, headers, body));
    const value = parseJson(headers, body);
    if (Array.isArray(value) !== Array.isArray(requests)) {
      throw new UnreadableAnswer('field', 'one answer to several queries, or several to one');
    }
    const answers = v.parse(v.array(graphqlAnswer), Array.isArray(value) ? value : [value]);
    const expected = Array.isArray(requests) ? requests.length : 1;
    if (answers.length !== expected) {
      throw new UnreadableAnswer('field', `${answers.length} answers to ${expected} queries`);
    }
    return { status, headers, answers };
  } catch (error) {
    if (error instanceof BodyTooLarge)
      throw failed({ failure: 'tooLarge', outcome, status, detail: error.message }, error);
    if (error instanceof UnreadableAnswer) {
      const failure = error.what === 'document' ? 'notGitLab' : 'brokenContract';
      throw failed({ failure, outcome, status, detail: error.message }, error);
    }
    if (error instanceof v.ValiError) {
      throw failed({ failure: 'brokenContract', outcome, status, detail: 'the answer is none of GraphQL' }, error);
    }
    throw error;
  }
};

const refusal = (status: number, headers: Readonly<Record<string, string>>, body: Buffer): Facts => {
  const said = wordsOf(headers, body);
  return {
    failure: failureOfStatus(status, said !== undefined),
    outcome: status >= 500 || status < 300 ? 'unknown' : 'answered',
    status,
    serverMessage: said,
    retryAfterMs: retryAfter(headers['retry-after'], Date.now()),
    detail: said === undefined ? 'the server answered with something that is no data' : undefined,
  };
};

const wordsOf = (headers: Readonly<Record<string, string>>, body: Buffer): string | undefined => {
  try {
    return readErrorBody(parseJson(headers, body)).message;
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const isText = (headers['content-type'] ?? '').startsWith('text/plain');
    return isText ? readErrorBody(body.toString('utf8')).message : undefined;
  }
};

const failureOfStatus = (status: number, hasWords: boolean): RequestFailure => {
  if (status < 300) return 'brokenContract';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'serverError';
  if (status === 404) return hasWords ? 'notFound' : 'notGitLab';
  return hasWords ? 'refused' : 'notGitLab';
};
