import { UnreadableAnswer } from './answer.ts';
import { BodyTooLarge } from './body.ts';
import { RequestError, type RequestErrorFacts, type RequestOutcome } from './errors.ts';
import { UnreadableFile } from './multipart.ts';
import { networkFailure } from './networkFailure.ts';
import { withoutToken } from './tokenSecrecy.ts';
import type { Transport } from './transport.ts';

/** Who sends, and by which way. */
export interface Sender {
  /** The token to send, or undefined to ask anonymously. Asked before every request. */
  token(): Promise<string | undefined>;
  transport(): Promise<Transport>;
}

/** A sender whose token and way are known. */
export interface Connected {
  readonly transport: Transport;
  readonly token: string | undefined;
}

/** What went wrong, without what is known of the request anyway. */
export type FailureFacts = Omit<RequestErrorFacts, 'reference' | 'method' | 'address'>;

/** Makes the error of a request. */
export type Failed = (facts: FailureFacts, cause?: unknown) => RequestError;

const readTimeoutMs = 30_000;
const writeTimeoutMs = 120_000;

/**
 * Longest silence of the server, in milliseconds: a pick in a large repository takes the server a while, and giving a
 * write up early only leaves us not knowing.
 */
export const timeoutMsOf = (isWrite: boolean): number => (isWrite ? writeTimeoutMs : readTimeoutMs);

/**
 * Takes way and token, lets `send` use them, and makes a `RequestError` of everything that goes wrong: none of them
 * holds the token, and none says that nothing was sent once `send` has begun unless that is certain.
 */
export const sendFramed = async <T>(
  sender: Sender,
  signal: AbortSignal,
  errorOf: Failed,
  send: (connected: Connected, failed: Failed) => Promise<T>,
): Promise<T> => {
  let token: string | undefined;
  let outcome: RequestOutcome = 'notSent';
  const failed: Failed = (facts, cause) => errorOf(withoutToken(facts, token), cause);
  try {
    const transport = await sender.transport();
    token = await sender.token();
    signal.throwIfAborted();
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw failed({ failure: 'unauthorized', outcome, detail: 'the token holds characters that no token has' });
    outcome = 'unknown';
    return await send({ transport, token }, failed);
  } catch (error) {
    throw brokenOff(error, outcome, signal, failed);
  }
};

/** What an error on the way means: cancelled, a file that could not be sent, or the network. */
export const brokenOff = (
  error: unknown,
  outcome: RequestOutcome,
  signal: AbortSignal,
  failed: Failed,
): RequestError => {
  if (error instanceof RequestError) return error;
  if (signal.aborted) return failed({ failure: 'cancelled', outcome, detail: 'cancelled' }, error);
  // the body has not ended, so the server has no whole request it could carry out
  if (error instanceof UnreadableFile)
    return failed({ failure: 'invalidParameters', outcome: 'notSent', detail: error.message }, error);
  return failed({ ...networkFailure(error), ...(outcome === 'notSent' ? { outcome } : {}) }, error);
};

/** What is known of an answer that could not be read, and what a web page in its place means. */
interface UnreadFacts {
  readonly outcome: RequestOutcome;
  readonly status: number;
  readonly page?: 'notGitLab' | 'signInNeeded';
}

/** What an error in reading a whole answer means; errors of the network stay what they are. */
export const unreadable = (error: unknown, { page = 'notGitLab', ...known }: UnreadFacts, failed: Failed): unknown => {
  if (error instanceof BodyTooLarge) return failed({ failure: 'tooLarge', ...known, detail: error.message }, error);
  if (!(error instanceof UnreadableAnswer)) return error;
  const failure = { page, document: 'notGitLab', field: 'brokenContract' } as const;
  return failed({ failure: failure[error.what], ...known, detail: error.message }, error);
};

/** What a request says of itself and of the answer it can read. */
export interface HeaderFacts {
  readonly accept: string;
  readonly acceptEncoding: string;
  readonly contentType: string | undefined;
}

/** How we name ourselves to every server. */
export const userAgent = 'graft-for-gitlab';

/** The headers every request has. */
export const headersFor = (
  spelled: (name: string) => string,
  token: string | undefined,
  { accept, acceptEncoding, contentType }: HeaderFacts,
): Record<string, string> => {
  const headers: Record<string, string> = {
    [spelled('accept')]: accept,
    [spelled('accept-encoding')]: acceptEncoding,
    [spelled('user-agent')]: userAgent,
  };
  if (contentType !== undefined) headers[spelled('content-type')] = contentType;
  if (token !== undefined) headers[spelled('authorization')] = `Bearer ${token}`;
  return headers;
};
