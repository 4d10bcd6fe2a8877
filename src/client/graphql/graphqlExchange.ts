import * as v from 'valibot';
import { graphqlAnswer, graphqlEndpoint, type GraphqlAnswer, type GraphqlRequest } from '../../wire/graphql.ts';
import { instanceAddress, InvalidParameter } from '../address.ts';
import { parseJson, UnreadableAnswer } from '../jsonBody.ts';
import { acceptedEncodings, readBody } from '../body.ts';
import { RequestError } from '../errors.ts';
import { refusal } from '../refusal.ts';
import type { Secrets } from '../redactSecrets.ts';
import {
  type ErrorFactory,
  type FailureFacts,
  headersFor,
  sendFramed,
  type Sender,
  timeoutsOf,
  tokenHeaders,
  unreadable,
} from '../sending.ts';
import type { TransportResponse } from '../transport.ts';
import { cleanAnswer } from './graphqlError.ts';

export interface GraphqlSender extends Sender {
  readonly baseUrl: string;
}

/** One or several queries. */
export interface GraphqlExchange {
  readonly method: 'GET' | 'POST';
  readonly requests: GraphqlRequest | readonly GraphqlRequest[];
  /** A lost answer has an unknown outcome. */
  readonly isWrite: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface GraphqlExchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answers: readonly GraphqlAnswer[];
  /** Length of the body. */
  readonly bytes: number;
}

/** Fits 100 records with details. */
const limitBytes = 8 * 1024 * 1024;

/** Throws `invalidParameters`. */
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

const failureOf = (method: string, address: string, facts: FailureFacts, cause?: unknown): RequestError =>
  new RequestError({ reference: graphqlEndpoint.reference, method, address, ...facts }, cause);

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

/** Never retries or redirects. Every failure is a `RequestError`. */
export const exchangeGraphql = async (sender: GraphqlSender, given: GraphqlExchange): Promise<GraphqlExchanged> => {
  const url = graphqlAddress(sender.baseUrl);
  const address = `${url.origin}${url.pathname}`;
  if (given.method === 'GET') url.search = queryOf(given.requests as GraphqlRequest).toString();
  return sendFramed(
    {
      sender,
      reference: graphqlEndpoint.reference,
      signal: given.signal,
      errorOf: (facts, cause) => failureOf(given.method, address, { isChange: given.isWrite, ...facts }, cause),
    },
    async ({ transport, token, tokenHeader, secrets }, failed) => {
      const isPost = given.method === 'POST';
      const common = headersFor((name) => name, {
        accept: 'application/json',
        acceptEncoding: acceptedEncodings,
        contentType: isPost ? 'application/json' : undefined,
      });
      const response = await transport.send({
        method: given.method,
        url,
        headers: { ...common, ...tokenHeaders(tokenHeader, token), ...given.headers },
        body: isPost ? JSON.stringify(given.requests) : undefined,
        signal: given.signal,
        ...timeoutsOf(given.isWrite, 'data'),
      });
      return read(response, given, secrets, failed);
    },
  );
};

const read = async (
  response: TransportResponse,
  { requests, isWrite, signal }: GraphqlExchange,
  secrets: Secrets,
  failed: ErrorFactory,
): Promise<GraphqlExchanged> => {
  const { status, headers } = response;
  if (status === 304) {
    await response.cancel();
    return { status, headers, answers: [], bytes: 0 };
  }
  if (status >= 300 && status < 400) {
    await response.cancel();
    throw failed({ failure: 'redirected', outcome: 'answered', status, detail: 'the server redirects elsewhere' });
  }
  if (status !== 200)
    throw failed(await refusal(response, { signal, limitBytes }, { success: graphqlEndpoint.success, isWrite }));
  try {
    const body = await readBody(response, limitBytes);
    const answers = answersOf(parseJson(headers, body), requests);
    return { status, headers, answers: answers.map((answer) => cleanAnswer(answer, secrets)), bytes: body.length };
  } catch (error) {
    // the write was accepted, so its result must be looked up
    throw unreadable(error, { outcome: isWrite ? 'unknown' : 'answered', status }, failed);
  }
};

const answersOf = (value: unknown, requests: GraphqlExchange['requests']): readonly GraphqlAnswer[] => {
  if (Array.isArray(value) !== Array.isArray(requests))
    throw new UnreadableAnswer('field', 'one answer to several queries, or several to one');
  const answers = v.safeParse(v.array(graphqlAnswer), Array.isArray(value) ? value : [value]);
  if (!answers.success) throw new UnreadableAnswer('field', 'the answer is none of GraphQL');
  const expected = Array.isArray(requests) ? requests.length : 1;
  if (answers.output.length !== expected)
    throw new UnreadableAnswer('field', `${answers.output.length} answers to ${expected} queries`);
  return answers.output;
};
