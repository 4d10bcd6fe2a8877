import { type Answer, isWrite, type Operation, type ParameterTable } from '../wire/operation.ts';
import type { BuiltRequest } from './address.ts';
import { type AnswerOf, parseJson, readAnswer, UnreadableAnswer, type WholeAnswer } from './answer.ts';
import { acceptedEncodings, BodyTooLarge, readBody } from './body.ts';
import { openDownload } from './download.ts';
import { type ErrorBody, readErrorBody } from './errorBody.ts';
import { RequestError, type RequestErrorFacts, type RequestFailure, type RequestOutcome } from './errors.ts';
import { UnreadableFile } from './multipart.ts';
import { networkFailure } from './networkFailure.ts';
import { retryAfter } from './retry.ts';
import type { StreamedBody, TransferProgress, Transport, TransportResponse } from './transport.ts';
import { withoutToken } from './tokenSecrecy.ts';

/** Where requests go and who sends them. */
export interface Sender {
  readonly baseUrl: string;
  /** Spells the name of a header as the connection wants it. */
  headerName(name: string): string;
  token(): Promise<string | undefined>;
  transport(): Promise<Transport>;
}

/** Bounds of one request, and who follows it. */
export interface Limits {
  readonly signal: AbortSignal;
  readonly limitBytes: number;
  /** Told after every part of an upload that was taken. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
}

const longestRedirectChain = 5;
/** Longest silence of the server while it answers a read, in milliseconds. */
export const readTimeoutMs = 30_000;
/**
 * Longest silence of the server after a write, in milliseconds: a pick in a large repository takes the server a while,
 * and giving up early only leaves us not knowing.
 */
export const writeTimeoutMs = 120_000;

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
    const response = await followed({ sender, transport, token }, operation, request, limits, failed);
    if (!operation.success.includes(response.status)) throw failed(await refusal(operation, response, limits));
    return { status: response.status, answer: await answered(operation, request, response, limits, failed) };
  } catch (error) {
    throw broken(error, outcome, limits.signal, failed);
  }
};

/** What an error on the way means: cancelled, a file that could not be sent, or the network. */
const broken = (error: unknown, outcome: RequestOutcome, signal: AbortSignal, failed: Failed): RequestError => {
  if (error instanceof RequestError) return error;
  if (signal.aborted) return failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
  // the body has not ended, so the server has no whole request it could carry out
  if (error instanceof UnreadableFile)
    return failed({ failure: 'invalidParameters', outcome: 'notSent', detail: error.message }, error);
  return failed({ ...networkFailure(error), ...(outcome === 'notSent' ? { outcome } : {}) }, error);
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

interface Connected {
  readonly sender: Sender;
  readonly transport: Transport;
  readonly token: string | undefined;
}

const followed = async (
  { sender, transport, token }: Connected,
  operation: Operation,
  request: BuiltRequest,
  { signal, progress }: Limits,
  failed: Failed,
): Promise<TransportResponse> => {
  const home = new URL(sender.baseUrl).origin;
  const timeoutMs = isWrite(operation) ? writeTimeoutMs : readTimeoutMs;
  let url = request.url;
  // once another server has chosen the address, the token stays behind for good
  let isHome = true;
  for (let hop = 0; ; hop += 1) {
    isHome &&= url.origin === home;
    const response = await transport.send({
      method: operation.method,
      url,
      headers: Object.fromEntries(
        headersFor(operation, request, isHome ? token : undefined).map(([name, value]) => [
          sender.headerName(name),
          value,
        ]),
      ),
      body: typeof request.body === 'object' ? followedBody(request.body, progress) : request.body,
      signal,
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    await response.cancel();
    url = redirectTarget(operation, url, response, home, hop, failed);
  }
};

/** A body that says how far it has come each time a part of it was taken. */
const followedBody = (body: StreamedBody, progress: Limits['progress']): StreamedBody => ({
  sizeBytes: body.sizeBytes,
  async *open() {
    let doneBytes = 0;
    for await (const part of body.open()) {
      yield part;
      doneBytes += part.length;
      progress?.({ doneBytes, totalBytes: body.sizeBytes });
    }
  },
});

const headersFor = (
  { answer }: Operation,
  { contentType }: BuiltRequest,
  token: string | undefined,
): readonly (readonly [name: string, value: string])[] => [
  ['accept', isFile(answer) ? '*/*' : 'application/json'],
  // an archive is packed already, and its length tells whether all of it came
  ['accept-encoding', answer.kind === 'download' ? 'identity' : acceptedEncodings],
  ['user-agent', 'graft-for-gitlab'],
  ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
  ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
];

/** Files may lie with another server; data never does. */
const isFile = ({ kind }: Answer): boolean => kind === 'bytes' || kind === 'download';

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
  if (!isFile(operation.answer) && target.origin !== home) {
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
  { limitBytes, signal }: Limits,
  failed: Failed,
): Promise<AnswerOf<O>> => {
  const { status, headers } = response;
  if (operation.answer.kind === 'download')
    return openDownload(response, (error) => broken(error, 'answered', signal, failed)) as AnswerOf<O>;
  if (operation.answer.kind === 'nothing') {
    await response.cancel();
    return undefined as AnswerOf<O>;
  }
  // a write was accepted by now: what cannot be read has to be looked up
  const outcome = isWrite(operation) ? 'unknown' : 'answered';
  try {
    const page = Number(request.url.searchParams.get('page') ?? '1');
    const whole = operation as Operation<ParameterTable, WholeAnswer>;
    return readAnswer(whole, headers, await readBody(response, limitBytes), page);
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
    serverMember: said?.member,
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
