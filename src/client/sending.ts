import { Readable } from 'node:stream';
import { UnreadableAnswer } from './jsonBody.ts';
import { BodyTooLarge } from './body.ts';
import type { PageFacts } from './foreignPage.ts';
import { RequestError, type RequestErrorFacts, type RequestOutcome } from './errors.ts';
import { UnreadableFile } from './multipart.ts';
import { networkFailure } from './networkFailure.ts';
import { Secrets } from './secrets.ts';
import type { Traffic } from './traffic.ts';
import type { CutOffRequest, Transport, TransportRequest, TransportResponse } from './transport.ts';

/** The header that carries the token. GitLab takes both; some gateways keep the first to themselves. */
export type TokenHeader = 'authorization' | 'private-token';

/** The header of a token, by the name the connection spells it with. */
export const tokenHeaders = (
  header: TokenHeader,
  token: string | undefined,
  spelled: (name: string) => string = (name) => name,
): Record<string, string> =>
  token === undefined ? {} : { [spelled(header)]: header === 'authorization' ? `Bearer ${token}` : token };

/** Who sends, and by which way. */
export interface Sender {
  /** The token to send, or undefined to ask anonymously. Asked before every request. */
  token(): Promise<string | undefined>;
  /** What carries it: `Authorization` when left out. */
  tokenHeader?(): TokenHeader;
  transport(): Promise<Transport>;
  /** What is in no error; the token is added when it is sent. Left out: it alone is. */
  readonly secrets?: Secrets | undefined;
  /** Counts requests, and says when they may be sent; left out, all go at once. */
  readonly traffic?: Traffic | undefined;
}

/** A sender whose token and way are known. */
export interface Connected {
  readonly transport: Pick<Transport, 'send'>;
  readonly token: string | undefined;
  readonly tokenHeader: TokenHeader;
  readonly secrets: Secrets;
}

/** What went wrong, without what is known of the request anyway. */
export type FailureFacts = Omit<RequestErrorFacts, 'reference' | 'method' | 'address'>;

/** Makes the error of a request. */
export type Failed = (facts: FailureFacts, cause?: unknown) => RequestError;

const readTimeoutMs = 30_000;
const writeTimeoutMs = 120_000;
const wholeTimeoutMs = 120_000;

/**
 * How long a server may take: a pick in a large repository takes it a while, and giving a write up early only leaves
 * us not knowing. A file may take any time, as long as it goes on.
 */
export const timeoutsOf = (
  isWrite: boolean,
  answer: 'data' | 'file',
): Pick<TransportRequest, 'headersTimeoutMs' | 'bodyTimeoutMs' | 'wholeTimeoutMs'> => {
  const silenceMs = isWrite ? writeTimeoutMs : readTimeoutMs;
  return {
    headersTimeoutMs: silenceMs,
    bodyTimeoutMs: silenceMs,
    wholeTimeoutMs: answer === 'file' ? undefined : wholeTimeoutMs,
  };
};

/** A request before it is sent: who sends it, how it is named, and what makes its errors. */
export interface Framed {
  readonly sender: Sender;
  /** Reference of the operation. */
  readonly reference: string;
  readonly signal: AbortSignal;
  readonly errorOf: Failed;
}

/**
 * Takes its turn, way and token, lets `send` use them, and makes a `RequestError` of everything that goes wrong: none of
 * them holds a credential that is known, and none says that nothing was sent once `send` has sent unless that is
 * certain. All requests to servers pass here and are counted.
 */
export const sendFramed = async <T>(
  { sender, reference, signal, errorOf }: Framed,
  send: (connected: Connected, failed: Failed) => Promise<T>,
): Promise<T> => {
  const { secrets = new Secrets(), traffic } = sender;
  let outcome: RequestOutcome = 'notSent';
  let requestId: string | undefined;
  let way: Transport | undefined;
  const failed: Failed = (facts, cause) =>
    errorOf(
      { ...cleaned(facts, secrets), requestId: requestId && secrets.clean(requestId) },
      secrets.cleanCause(cause),
    );
  try {
    const given = await sender.transport();
    way = given;
    await traffic?.turn(signal);
    const token = await sender.token();
    secrets.keep(token);
    signal.throwIfAborted();
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw failed({ failure: 'unauthorized', outcome, detail: 'the token holds characters that no token has' });
    const tokenHeader = sender.tokenHeader?.() ?? 'authorization';
    const transport: Connected['transport'] = {
      async send(request) {
        // one that is redirected, or sent once more, takes another turn
        if (outcome !== 'notSent') await traffic?.turn(request.signal);
        outcome = 'unknown';
        traffic?.count(reference, 'requests');
        traffic?.count(reference, 'sentBytes', lengthOf(request.body));
        const response = await given.send(request);
        requestId = requestIdOf(response.headers);
        if (traffic === undefined) return response;
        if (response.status === 304) traffic.count(reference, 'unchanged');
        countBytes(response, (bytes) => traffic.count(reference, 'receivedBytes', bytes));
        return response;
      },
    };
    return await send({ transport, token, tokenHeader, secrets }, failed);
  } catch (error) {
    const failure = brokenOff(error, outcome, signal, failed);
    if (failure.facts.failure !== 'cancelled') traffic?.failed(failure.facts);
    throw await explained(failure, way, secrets);
  }
};

/** A failure with a sentence about it, where the way has one; what the words are loaded with may fail, too. */
const explained = async (
  failure: RequestError,
  way: Transport | undefined,
  secrets: Secrets,
): Promise<RequestError> => {
  const { facts, cause } = failure;
  if (facts.connection === undefined && facts.page === undefined) return failure;
  const sentence = await way?.sentenceOf?.(facts).catch(() => undefined);
  return sentence === undefined ? failure : new RequestError({ ...facts, sentence: secrets.clean(sentence) }, cause);
};

/** The correlation ID of a request from the headers of its answer: `X-Request-Id`, or else the one in `X-GitLab-Meta`. */
export const requestIdOf = (headers: TransportResponse['headers']): string | undefined => {
  const meta = headers['x-gitlab-meta'] ?? headers['x-service-meta'] ?? '';
  return headers['x-request-id'] || /"correlation_id":"([^"]+)"/.exec(meta)?.[1];
};

const lengthOf = (body: TransportRequest['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.sizeBytes ?? 0);

/** Counts the bytes of a body as they come, by the way into it: who listens would have it flow. */
const countBytes = ({ body }: TransportResponse, count: (bytes: number) => void): void => {
  if (!(body instanceof Readable)) return;
  count(body.readableLength);
  const push = body.push.bind(body);
  body.push = (part: Uint8Array | null, encoding) => {
    if (part !== null) count(part.length);
    return push(part, encoding);
  };
};

/** Any word of an answer may repeat what was sent. */
const cleaned = (facts: FailureFacts, secrets: Secrets): FailureFacts => {
  const clean = (words: string | undefined): string | undefined => words && secrets.clean(words);
  return {
    ...facts,
    serverMessage: clean(facts.serverMessage),
    errorCode: clean(facts.errorCode),
    scopes: facts.scopes?.map((scope) => secrets.clean(scope)),
    detail: clean(facts.detail),
    connection: facts.connection && { ...facts.connection, reason: clean(facts.connection.reason) },
    page: facts.page && mapped(facts.page, clean),
  };
};

const mapped = <T extends object>(texts: T, change: (text: string | undefined) => string | undefined): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text as string | undefined)])) as T;

/** What an error on the way means: cancelled, a file that could not be sent, or the network. */
export const brokenOff = (
  error: unknown,
  outcome: RequestOutcome,
  signal: AbortSignal,
  failed: Failed,
): RequestError => {
  if (error instanceof RequestError) return error;
  const cutOff = asCutOff(error);
  if (cutOff !== undefined) {
    const { sent } = cutOff;
    const where = sent === undefined ? '' : `; ${sent.doneBytes} of ${sent.totalBytes} bytes had been sent`;
    return brokenOff(cutOff.cause, 'notSent', signal, (facts, cause) =>
      failed({ ...facts, detail: `${facts.detail ?? ''}${where}` }, cause),
    );
  }
  if (signal.aborted) return failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
  // the body has not ended, so the server has no whole request it could carry out
  if (error instanceof UnreadableFile)
    return failed({ failure: 'invalidParameters', outcome: 'notSent', detail: error.message }, error);
  return failed({ ...networkFailure(error), ...(outcome === 'notSent' ? { outcome } : {}) }, error);
};

/** By name: the transport may be a bundle of its own. */
const asCutOff = (error: unknown): CutOffRequest | undefined =>
  error instanceof Error && error.name === 'CutOffRequest' ? (error as CutOffRequest) : undefined;

/** What is known of an answer that could not be read, and what a web page in its place means. */
interface UnreadFacts {
  readonly outcome: RequestOutcome;
  readonly status: number;
  readonly page?: 'notGitLab' | 'signInNeeded';
  /** Who sent it, where it is a page. */
  readonly by?: PageFacts | undefined;
}

/** What an error in reading a whole answer means; errors of the network stay what they are. */
export const unreadable = (
  error: unknown,
  { page = 'notGitLab', by, ...known }: UnreadFacts,
  failed: Failed,
): unknown => {
  if (error instanceof BodyTooLarge) return failed({ failure: 'tooLarge', ...known, detail: error.message }, error);
  if (!(error instanceof UnreadableAnswer)) return error;
  const failure = { page, document: 'notGitLab', excess: 'tooLarge', field: 'brokenContract' } as const;
  const sender = error.what === 'page' ? { page: by } : {};
  return failed({ failure: failure[error.what], ...known, ...sender, detail: error.message }, error);
};

/** What a request says of itself and of the answer it can read. */
export interface HeaderFacts {
  readonly accept: string;
  readonly acceptEncoding: string;
  readonly contentType: string | undefined;
}

/** How we name ourselves to every server. */
export const userAgent = 'graft-for-gitlab';

/** The headers every request has, but for that of the token. */
export const headersFor = (
  spelled: (name: string) => string,
  { accept, acceptEncoding, contentType }: HeaderFacts,
): Record<string, string> => {
  const headers: Record<string, string> = {
    [spelled('accept')]: accept,
    [spelled('accept-encoding')]: acceptEncoding,
    [spelled('user-agent')]: userAgent,
  };
  if (contentType !== undefined) headers[spelled('content-type')] = contentType;
  return headers;
};
