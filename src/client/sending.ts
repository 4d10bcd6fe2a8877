import { Readable } from 'node:stream';
import { UnreadableAnswer } from './jsonBody.ts';
import { BodyTooLarge } from './body.ts';
import type { PageFacts } from './foreignPage.ts';
import { RequestError, type RequestErrorFacts, type RequestOutcome } from './errors.ts';
import { UnreadableFile } from './multipart.ts';
import { networkFailure } from './networkFailure.ts';
import { Secrets } from './redactSecrets.ts';
import type { Traffic } from './traffic.ts';
import type { CutOffRequest, Transport, TransportRequest, TransportResponse } from './transport.ts';

/** Some gateways consume `Authorization` themselves. */
export type TokenHeader = 'authorization' | 'private-token';

export const tokenHeaders = (
  header: TokenHeader,
  token: string | undefined,
  spelled: (name: string) => string = (name) => name,
): Record<string, string> =>
  token === undefined ? {} : { [spelled(header)]: header === 'authorization' ? `Bearer ${token}` : token };

export interface Sender {
  /** Undefined for anonymous access. Called before every request. */
  token(): Promise<string | undefined>;
  /** Default: `authorization`. */
  tokenHeader?(): TokenHeader;
  transport(): Promise<Transport>;
  /** Removed from errors, like the token. */
  readonly secrets?: Secrets | undefined;
  /** Default: no throttling. */
  readonly traffic?: Traffic | undefined;
}

export interface Connected {
  readonly transport: Pick<Transport, 'send'>;
  readonly token: string | undefined;
  readonly tokenHeader: TokenHeader;
  readonly secrets: Secrets;
}

export type FailureFacts = Omit<RequestErrorFacts, 'reference' | 'method' | 'address'>;

export type ErrorFactory = (facts: FailureFacts, cause?: unknown) => RequestError;

const readTimeoutMs = 30_000;
const writeTimeoutMs = 120_000;
const wholeTimeoutMs = 120_000;

/** Aborting a write leaves its result unknown, and picks in large repositories are slow. Files may take any time. */
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

export interface Framed {
  readonly sender: Sender;
  readonly reference: string;
  readonly signal: AbortSignal;
  readonly errorOf: ErrorFactory;
}

/**
 * All requests to servers pass here: waits for a turn and converts errors to `RequestError`s without credentials. After
 * `send` has sent, they are `notSent` only if certain.
 */
export const sendFramed = async <T>(
  { sender, reference, signal, errorOf }: Framed,
  send: (connected: Connected, failed: ErrorFactory) => Promise<T>,
): Promise<T> => {
  const { secrets = new Secrets(), traffic } = sender;
  let outcome: RequestOutcome = 'notSent';
  let requestId: string | undefined;
  let way: Transport | undefined;
  const failed: ErrorFactory = (facts, cause) =>
    errorOf(
      { ...cleaned(facts, secrets), requestId: requestId && secrets.clean(requestId) },
      secrets.cleanCause(cause),
    );
  try {
    const given = await sender.transport();
    way = given;
    await traffic?.turn(signal);
    const token = await sender.token();
    secrets.add(token);
    signal.throwIfAborted();
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw failed({ failure: 'unauthorized', outcome, detail: 'the token holds characters that no token has' });
    const tokenHeader = sender.tokenHeader?.() ?? 'authorization';
    const transport: Connected['transport'] = {
      async send(request) {
        // redirects and repetitions wait too
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
    const failure = asRequestError(error, outcome, signal, failed);
    if (failure.facts.failure !== 'cancelled') traffic?.failed(failure.facts);
    throw await explained(failure, way, secrets);
  }
};

/** Adds a localized sentence; loading the messages may fail. */
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

/** `X-Request-Id`, else `X-GitLab-Meta`. */
export const requestIdOf = (headers: TransportResponse['headers']): string | undefined => {
  const meta = headers['x-gitlab-meta'] ?? headers['x-service-meta'] ?? '';
  return headers['x-request-id'] || /"correlation_id":"([^"]+)"/.exec(meta)?.[1];
};

const lengthOf = (body: TransportRequest['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.sizeBytes ?? 0);

/** A listener would start the stream. */
const countBytes = ({ body }: TransportResponse, count: (bytes: number) => void): void => {
  if (!(body instanceof Readable)) return;
  count(body.readableLength);
  const push = body.push.bind(body);
  body.push = (part: Uint8Array | null, encoding) => {
    if (part !== null) count(part.length);
    return push(part, encoding);
  };
};

/** Answers may repeat credentials. */
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

export const asRequestError = (
  error: unknown,
  outcome: RequestOutcome,
  signal: AbortSignal,
  failed: ErrorFactory,
): RequestError => {
  if (error instanceof RequestError) return error;
  const cutOff = asCutOff(error);
  if (cutOff !== undefined) {
    const { sent } = cutOff;
    const where = sent === undefined ? '' : `; ${sent.doneBytes} of ${sent.totalBytes} bytes had been sent`;
    return asRequestError(cutOff.cause, 'notSent', signal, (facts, cause) =>
      failed({ ...facts, detail: `${facts.detail ?? ''}${where}` }, cause),
    );
  }
  if (signal.aborted) return failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
  // incomplete, so the server can't execute it
  if (error instanceof UnreadableFile)
    return failed({ failure: 'invalidParameters', outcome: 'notSent', detail: error.message }, error);
  return failed({ ...networkFailure(error), ...(outcome === 'notSent' ? { outcome } : {}) }, error);
};

/** Checks the name: the transport may be bundled separately. */
const asCutOff = (error: unknown): CutOffRequest | undefined =>
  error instanceof Error && error.name === 'CutOffRequest' ? (error as CutOffRequest) : undefined;

interface UnreadFacts {
  readonly outcome: RequestOutcome;
  readonly status: number;
  readonly page?: 'notGitLab' | 'signInNeeded';
  readonly by?: PageFacts | undefined;
}

/** Passes network errors unchanged. */
export const unreadable = (
  error: unknown,
  { page = 'notGitLab', by, ...known }: UnreadFacts,
  failed: ErrorFactory,
): unknown => {
  if (error instanceof BodyTooLarge) return failed({ failure: 'tooLarge', ...known, detail: error.message }, error);
  if (!(error instanceof UnreadableAnswer)) return error;
  const failure = { page, document: 'notGitLab', excess: 'tooLarge', field: 'brokenContract' } as const;
  const sender = error.what === 'page' ? { page: by } : {};
  return failed({ failure: failure[error.what], ...known, ...sender, detail: error.message }, error);
};

export interface HeaderFacts {
  readonly accept: string;
  readonly acceptEncoding: string;
  readonly contentType: string | undefined;
}

export const userAgent = 'graft-for-gitlab';

/** Without the token. */
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
