import { isWrite, type Operation } from '../wire/operation.ts';
import type { BuiltRequest } from './address.ts';
import { type AnswerOf, parseJson, readAnswer, UnreadableAnswer } from './answer.ts';
import { acceptedEncodings, BodyTooLarge, readBody } from './body.ts';
import { type ErrorBody, readErrorBody } from './errorBody.ts';
import { RequestError, type RequestErrorFacts, type RequestFailure, type RequestOutcome } from './errors.ts';
import { networkFailure } from './networkFailure.ts';
import { retryAfter } from './retry.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** Where requests go and who sends them. */
export interface Sender {
  readonly baseUrl: string;
  token(): Promise<string | undefined>;
  transport(): Promise<Transport>;
}

/** Bounds of one request. */
export interface Limits {
  readonly signal: AbortSignal;
  readonly limitBytes: number;
}

const longestRedirectChain = 5;
const readTimeoutMs = 30_000;
/** A pick in a large repository takes the server a while, and giving up early only leaves us not knowing. */
const writeTimeoutMs = 120_000;

/** Sends a request once, follows redirects of reads, and reads the answer. Every failure is a `RequestError`. */
export const exchange = async <O extends Operation>(
  sender: Sender,
  operation: O,
  request: BuiltRequest,
  limits: Limits,
): Promise<{ readonly status: number; readonly answer: AnswerOf<O> }> => {
  let token: string | undefined;
  let outcome: RequestOutcome = 'notSent';
  const failed: Failed = (facts, cause) => failureOf(operation, request, withoutToken(facts, token), cause);
  try {
    const transport = await sender.transport();
    token = await sender.token();
    limits.signal.throwIfAborted();
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw failed({ failure: 'unauthorized', outcome, detail: 'the token holds characters that no token has' });
    outcome = 'unknown';
    const response = await followed({ ...sender, transport, token }, operation, request, limits, failed);
    if (!operation.success.includes(response.status)) throw failed(await refusal(operation, response, limits));
    return { status: response.status, answer: await answered(operation, request, response, limits, failed) };
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (limits.signal.aborted) throw failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
    throw failed({ ...networkFailure(error), ...(outcome === 'notSent' ? { outcome } : {}) }, error);
  }
};

type Facts = Omit<RequestErrorFacts, 'reference' | 'method' | 'address'>;

type Failed = (facts: Facts, cause?: unknown) => RequestError;

const failureOf = (operation: Operation, request: BuiltRequest, facts: Facts, cause: unknown): RequestError =>
  new RequestError(
    {
      reference: operation.reference,
      method: operation.method,
      address: `${request.url.origin}${request.url.pathname}`,
      ...facts,
    },
    cause,
  );

/** A server or a proxy may repeat the headers of a request in its words. */
const withoutToken = (facts: Facts, token: string | undefined): Facts =>
  token === undefined || token === ''
    ? facts
    : {
        ...facts,
        serverMessage: facts.serverMessage?.replaceAll(token, '[token]'),
        detail: facts.detail?.replaceAll(token, '[token]'),
      };

const followed = async (
  {
    baseUrl,
    transport,
    token,
  }: { readonly baseUrl: string; readonly transport: Transport; readonly token?: string | undefined },
  operation: Operation,
  request: BuiltRequest,
  { signal }: Limits,
  failed: Failed,
): Promise<TransportResponse> => {
  const home = new URL(baseUrl).origin;
  const timeoutMs = isWrite(operation) ? writeTimeoutMs : readTimeoutMs;
  let url = request.url;
  // once another server has chosen the address, the token stays behind for good
  let isHome = true;
  for (let hop = 0; ; hop += 1) {
    isHome &&= url.origin === home;
    const response = await transport.send({
      method: operation.method,
      url,
      headers: headersFor(operation, request, isHome ? token : undefined),
      body: request.body,
      signal,
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    await response.cancel();
    url = redirectTarget(operation, url, response, home, hop, failed);
  }
};

const headersFor = (
  operation: Operation,
  request: BuiltRequest,
  token: string | undefined,
): Record<string, string> => ({
  accept: operation.answer.kind === 'bytes' ? '*/*' : 'application/json',
  'accept-encoding': acceptedEncodings,
  'user-agent': 'graft-for-gitlab',
  ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

/** Where a redirect leads, when it may be followed: reads only, and data never from another origin. */
const redirectTarget = (
  operation: Operation,
  from: URL,
  response: TransportResponse,
  home: string,
  hop: number,
  failed: Failed,
): URL => {
  const location = response.headers['location'] ?? '';
  const target = location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const refuse = (detail: string): RequestError =>
    failed({ failure: 'redirected', outcome: 'answered', status: response.status, detail });
  if (target === undefined || !/^https?:$/.test(target.protocol))
    throw refuse('the server redirects to no valid address');
  if (isWrite(operation))
    throw refuse(`the server redirects to ${target.origin}${target.pathname}; changes are not sent on`);
  if (hop >= longestRedirectChain) throw refuse(`the server redirects more than ${longestRedirectChain} times`);
  if (operation.answer.kind !== 'bytes' && target.origin !== home) {
    throw refuse(`the server redirects to ${target.origin}; the token is not sent there`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw refuse('the server redirects to an unencrypted address');
  return target;
};

const answered = async <O extends Operation>(
  operation: O,
  request: BuiltRequest,
  response: TransportResponse,
  { limitBytes }: Limits,
  failed: Failed,
): Promise<AnswerOf<O>> => {
  const { status, headers } = response;
  // a write was accepted by now: what cannot be read has to be looked up
  const outcome = isWrite(operation) ? 'unknown' : 'answered';
  try {
    const page = Number(request.url.searchParams.get('page') ?? '1');
    return readAnswer(operation, headers, await readBody(response, limitBytes), page);
  } catch (error) {
    if (error instanceof BodyTooLarge)
      throw failed({ failure: 'tooLarge', outcome, status, detail: error.message }, error);
    if (error instanceof UnreadableAnswer) {
      const failure = error.what === 'document' ? 'notGitLab' : 'brokenContract';
      throw failed({ failure, outcome, status, detail: error.message }, error);
    }
    throw error;
  }
};

const refusal = async (operation: Operation, response: TransportResponse, limits: Limits): Promise<Facts> => {
  const { status, headers } = response;
  const said = await errorBody(response, limits);
  const isUnexpected = status < 300;
  return {
    failure: isUnexpected ? 'brokenContract' : failureOfStatus(status, said),
    // a proxy gives 5xx when it lost the server's answer: the change may have been made
    outcome: status >= 500 || (isUnexpected && isWrite(operation)) ? 'unknown' : 'answered',
    status,
    serverMessage: said?.message,
    errorCode: said?.errorCode,
    scopes: said?.scopes,
    retryAfterMs: retryAfter(headers['retry-after'], Date.now()),
    detail: isUnexpected
      ? `status ${status} instead of ${operation.success.join(' or ')}`
      : said === undefined
        ? 'the server answered with a web page instead of data'
        : undefined,
  };
};

/** The server's words; undefined when a web page came. */
const errorBody = async (response: TransportResponse, limits: Limits): Promise<ErrorBody | undefined> => {
  const { headers } = response;
  let body: Buffer;
  try {
    body = await readBody(response, Math.min(limits.limitBytes, 1024 * 1024));
  } catch (error) {
    if (limits.signal.aborted) throw error;
    // the status says enough: a refusal must not look like a change that may have been made
    return readErrorBody(undefined);
  }
  try {
    return readErrorBody(body.length === 0 ? undefined : parseJson(headers, body));
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const isText = (headers['content-type'] ?? '').startsWith('text/plain');
    return isText ? readErrorBody(body.toString('utf8')) : undefined;
  }
};

const failureOfStatus = (status: number, said: ErrorBody | undefined): RequestFailure => {
  if (status === 401) return 'unauthorized';
  if (status === 403) return said?.oauthError === 'insufficient_scope' ? 'insufficientScope' : 'forbidden';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'serverError';
  if (said === undefined) return 'notGitLab';
  return status === 404 ? 'notFound' : 'refused';
};
