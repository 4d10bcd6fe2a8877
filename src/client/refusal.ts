import { parseJson, UnreadableAnswer } from './jsonBody.ts';
import { readBody } from './body.ts';
import { type ErrorBody, readErrorBody } from './errorBody.ts';
import type { RequestFailure } from './errors.ts';
import type { PageFacts } from './foreignPage.ts';
import { retryAfter } from './retry.ts';
import type { FailureFacts } from './sending.ts';
import type { TransportResponse } from './transport.ts';

const maxErrorBytes = 1024 * 1024;

export const refusal = async (
  response: TransportResponse,
  limits: { readonly signal: AbortSignal; readonly limitBytes: number },
  { success, isWrite }: { readonly success: readonly number[]; readonly isWrite: boolean },
): Promise<FailureFacts> => {
  const { status, headers } = response;
  const { body, page } = await errorBody(response, limits);
  const isUnexpected = status < 300;
  return {
    failure: isUnexpected ? 'brokenContract' : failureOfStatus(status, body),
    // proxies send 5xx after losing the server's answer
    outcome: status >= 500 || (isUnexpected && isWrite) ? 'unknown' : 'answered',
    status,
    serverMessage: body?.message,
    serverMember: body?.member,
    errorCode: body?.errorCode,
    scopes: body?.scopes,
    retryAfterMs: retryAfter(headers['retry-after'], Date.now()),
    page,
    detail: isUnexpected ? `status ${status} instead of ${success.join(' or ')}` : detailOf(status, body),
  };
};

const tooMuch: Readonly<Record<number, string>> = {
  413: 'the request is larger than the server takes',
  414: 'the address of the request is longer than the server takes',
};

const detailOf = (status: number, body: ErrorBody | undefined): string | undefined =>
  tooMuch[status] ?? (body === undefined ? 'the server answered with a web page instead of data' : undefined);

const errorBody = async (
  response: TransportResponse,
  { signal, limitBytes }: { readonly signal: AbortSignal; readonly limitBytes: number },
): Promise<{ readonly body?: ErrorBody; readonly page?: PageFacts }> => {
  const { headers } = response;
  let body: Buffer;
  try {
    body = await readBody(response, Math.min(limitBytes, maxErrorBytes));
  } catch (error) {
    if (signal.aborted) throw error;
    // must not look like a possible change
    return { body: readErrorBody(undefined) };
  }
  try {
    return { body: readErrorBody(body.length === 0 ? undefined : parseJson(headers, body)) };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const isText = (headers['content-type'] ?? '').startsWith('text/plain');
    if (isText) return { body: readErrorBody(body.toString('utf8')) };
    return { page: (await import('./foreignPage.ts')).pageFacts(headers, body) };
  }
};

const failureOfStatus = (status: number, body: ErrorBody | undefined): RequestFailure => {
  // GitLab refuses in JSON or plain text
  if ((status === 401 || status === 403) && body === undefined) return 'signInNeeded';
  if (status === 401) return 'unauthorized';
  if (status === 403)
    return /^insufficient_(?:granular_)?scope$/.test(body?.oauthError ?? '') ? 'insufficientScope' : 'forbidden';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'serverError';
  if (status in tooMuch) return 'refused';
  if (body === undefined) return 'notGitLab';
  return status === 404 ? 'notFound' : 'refused';
};
