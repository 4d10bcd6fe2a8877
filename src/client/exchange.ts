import { type Answer, isWrite, type Operation, type ParameterTable } from '../wire/operation.ts';
import type { BuiltRequest } from './address.ts';
import { type AnswerOf, readAnswer, type WholeAnswer } from './answer.ts';
import { acceptedEncodings, readBody } from './body.ts';
import { type Download, type DownloadRange, isRequestedRange, openDownload } from './download.ts';
import { RequestError, type RequestErrorFacts } from './errors.ts';
import { UnreadableAnswer } from './jsonBody.ts';
import { type CachedAnswer, type EtagCache, cacheKey } from './etagCache.ts';
import { type Page, pageOf } from './pages.ts';
import { refusal } from './refusal.ts';
import {
  asRequestError,
  type Connected,
  type ErrorFactory,
  headersFor,
  sendFramed,
  type Sender,
  timeoutsOf,
  tokenHeaders,
  unreadable,
} from './sending.ts';
import type { StreamedBody, TransferProgress, TransportResponse } from './transport.ts';

export interface RestSender extends Sender {
  /** Name of a header as this server expects it. */
  readonly headerName: (name: string) => string;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  readonly limitBytes: number;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  readonly range?: DownloadRange | undefined;
  readonly cache?: EtagCache | undefined;
}

const maxRedirectChain = 5;

/** Sends a request once, conditionally if cached, and follows redirects of reads. Every failure is a `RequestError`. */
export const exchange = async <O extends Operation>(
  sender: RestSender,
  operation: O,
  request: BuiltRequest,
  options: ExchangeOptions,
): Promise<{ readonly status: number; readonly answer: AnswerOf<O> }> =>
  sendFramed(
    {
      sender,
      reference: operation.reference,
      signal: options.signal,
      errorOf: (facts, cause) =>
        new RequestError(
          {
            reference: operation.reference,
            method: operation.method,
            address: `${request.url.origin}${request.url.pathname}`,
            isChange: request.isChange,
            ...facts,
          },
          cause,
        ),
    },
    async (connected, failed) => {
      const send = (etag: string | undefined): Promise<FollowedResponse> =>
        followRedirects(sender, connected, operation, request, options, failed, etag);
      const slot = cacheSlot(operation, request, options.cache, connected.token);
      const cached = slot?.answer;
      let followed = await send(cached?.etag);
      if (followed.response.status === 304 && cached !== undefined) {
        await followed.response.cancel();
        const same = revalidated(operation, request, cached, followed.response.headers);
        if (same !== undefined) return { status: 304, answer: same };
        followed = await send(undefined);
      }
      const { response } = followed;
      const isPartial = options.range !== undefined && response.status === 206;
      if (!isPartial && !operation.success.includes(response.status))
        throw failed(await refusal(response, options, { success: operation.success, isWrite: isWrite(operation) }));
      const resume = isSameOrigin(followed, request)
        ? undefined
        : resumeAt(sender, connected, followed.url, options, failed);
      const answer = await readResponse(operation, request, response, { ...options, put: slot?.put }, failed, resume);
      return { status: response.status, answer };
    },
  );

/** Entry of a request in the cache. */
interface CacheSlot {
  readonly answer: CachedAnswer | undefined;
  readonly put: (headers: TransportResponse['headers'], value: unknown, bytes: number) => void;
}

const cacheSlot = (
  operation: Operation,
  { url }: BuiltRequest,
  cache: EtagCache | undefined,
  token: string | undefined,
): CacheSlot | undefined => {
  const { kind } = operation.answer;
  if (cache === undefined || isWrite(operation) || (kind !== 'json' && kind !== 'page')) return undefined;
  const key = cacheKey(token, operation.reference, url.href);
  return { answer: cache.get(key), put: (headers, value, bytes) => cache.put(key, { headers, value }, bytes) };
};

const pagingHeaders = ['x-next-page', 'link', 'x-total'];

/** Cached answer after a 304. A page's ETag covers its items only; undefined if the 304 omits paging headers. */
const revalidated = <O extends Operation>(
  operation: O,
  request: BuiltRequest,
  cached: CachedAnswer,
  headers: TransportResponse['headers'],
): AnswerOf<O> | undefined => {
  if (operation.answer.kind !== 'page') return cached.value as AnswerOf<O>;
  if (pagingHeaders.some((name) => cached.headers[name] !== undefined && headers[name] === undefined)) return undefined;
  const { items } = cached.value as Page<unknown>;
  const page: Page<unknown> = { items, ...pageOf(headers, request.page) };
  return page as AnswerOf<O>;
};

const followRedirects = async (
  { headerName }: RestSender,
  { transport, token, tokenHeader }: Connected,
  operation: Operation,
  request: BuiltRequest,
  { signal, progress, range }: ExchangeOptions,
  failed: ErrorFactory,
  etag: string | undefined,
): Promise<FollowedResponse> => {
  let url = request.url;
  // stays false, as another server chose the next URL
  let sendsToken = true;
  for (let hop = 0; ; hop += 1) {
    if (hop > 0) sendsToken &&= url.origin === request.url.origin;
    const headers = headersFor(headerName, {
      accept: isFile(operation.answer) ? '*/*' : 'application/json',
      // already compressed, and the length proves completeness
      acceptEncoding: operation.answer.kind === 'download' ? 'identity' : acceptedEncodings,
      contentType: request.contentType,
    });
    const response = await transport.send({
      method: operation.method,
      url,
      headers: {
        ...headers,
        ...tokenHeaders(tokenHeader, sendsToken ? token : undefined, headerName),
        ...rangeHeaders(headerName, range),
        ...(etag === undefined || !sendsToken ? {} : { [headerName('if-none-match')]: etag }),
      },
      body: typeof request.body === 'object' ? withProgress(request.body, progress) : request.body,
      signal,
      ...timeoutsOf(isWrite(operation), isFile(operation.answer) ? 'file' : 'data'),
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return { response, url };
    await response.cancel();
    url = redirectTarget(operation, url, response, request.url.origin, hop, failed);
  }
};

/** `url` after redirects. */
interface FollowedResponse {
  readonly response: TransportResponse;
  readonly url: URL;
}

const isSameOrigin = ({ url }: FollowedResponse, request: BuiltRequest): boolean =>
  url === request.url || url.origin === request.url.origin;

const rangeHeaders = (headerName: RestSender['headerName'], range: DownloadRange | undefined): Record<string, string> =>
  range === undefined
    ? {}
    : { [headerName('range')]: `bytes=${range.from}-`, [headerName('if-range')]: range.validator };

/** Resumes a download at the URL a redirect led to, without the token. */
const resumeAt = (
  sender: RestSender,
  { transport }: Connected,
  url: URL,
  options: ExchangeOptions,
  failed: ErrorFactory,
): Download['resume'] => {
  const resume = async (range: DownloadRange): Promise<Download> => {
    const { signal } = options;
    try {
      const head = { accept: '*/*', acceptEncoding: 'identity', contentType: undefined };
      const headers = { ...headersFor(sender.headerName, head), ...rangeHeaders(sender.headerName, range) };
      const bounds = { signal, ...timeoutsOf(false, 'file') };
      const response = await transport.send({ method: 'GET', url, headers, body: undefined, ...bounds });
      if (response.status !== 200 && response.status !== 206)
        throw failed(await refusal(response, options, { success: [206], isWrite: false }));
      return await openRequested(response, { ...options, range }, failed, resume);
    } catch (error) {
      throw asRequestError(error, 'answered', signal, failed);
    }
  };
  return resume;
};

/** Throws if the server sent another range than requested. */
const openRequested = async (
  response: TransportResponse,
  { range, signal }: ExchangeOptions,
  failed: ErrorFactory,
  resume: Download['resume'],
): Promise<Download> => {
  if (range === undefined || isRequestedRange(response, range))
    return openDownload(response, (error) => asRequestError(error, 'answered', signal, failed), resume);
  await response.cancel();
  throw failed({
    failure: 'refused',
    outcome: 'answered',
    status: response.status,
    detail: 'the server sent another part of the archive than was asked for',
  });
};

const withProgress = (body: StreamedBody, progress: ExchangeOptions['progress']): StreamedBody => ({
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

/** Answers that a redirect may send from another origin, such as object storage. */
const isFile = ({ kind }: Answer): boolean => kind === 'bytes' || kind === 'download';

/** Throws for writes, and for data from another origin. */
const redirectTarget = (
  operation: Operation,
  from: URL,
  response: TransportResponse,
  origin: string,
  hop: number,
  failed: ErrorFactory,
): URL => {
  const location = response.headers['location'] ?? '';
  const target = location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const refuse = (detail: string, page?: RequestErrorFacts['page']): RequestError =>
    failed({ failure: 'redirected', outcome: 'answered', status: response.status, detail, page });
  if (target === undefined || !/^https?:$/.test(target.protocol))
    throw refuse('the server redirects to no valid address');
  if (isWrite(operation))
    throw refuse(`the server redirects to ${target.origin}${target.pathname}; changes are not sent on`);
  if (hop >= maxRedirectChain) throw refuse(`the server redirects more than ${maxRedirectChain} times`);
  if (!isFile(operation.answer) && target.origin !== origin) {
    const signIn = `${target.origin}${target.pathname}`;
    throw refuse(`the server redirects to ${target.origin}; the token is not sent there`, { signIn });
  }
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw refuse('the server redirects to an unencrypted address');
  return target;
};

/** An HTML page in place of a file: GitLab sends files with `Content-Disposition`. */
const isWebPage = (headers: TransportResponse['headers']): boolean =>
  /html/i.test(headers['content-type'] ?? '') && headers['content-disposition'] === undefined;

const readResponse = async <O extends Operation>(
  operation: O,
  request: BuiltRequest,
  response: TransportResponse,
  options: ExchangeOptions & { readonly put: CacheSlot['put'] | undefined },
  failed: ErrorFactory,
  resume: Download['resume'],
): Promise<AnswerOf<O>> => {
  const { status, headers } = response;
  if (operation.answer.kind === 'download')
    return (await openRequested(response, options, failed, resume)) as AnswerOf<O>;
  // the server may have done a write although its answer is unreadable
  const outcome = isWrite(operation) ? 'unknown' : 'answered';
  const { answer } = operation;
  if (answer.kind === 'nothing' && status === 204) {
    await response.cancel();
    return undefined as AnswerOf<O>;
  }
  let body: Buffer | undefined;
  try {
    body = await readBody(response, options.limitBytes);
    if (answer.kind === 'bytes' && isWebPage(headers)) {
      throw new UnreadableAnswer('page', 'the server answered with a web page');
    }
    const whole = operation as Operation<ParameterTable, WholeAnswer>;
    const read = readAnswer(whole, headers, body, request.page);
    options.put?.(headers, read, body.length);
    return read;
  } catch (error) {
    // a sign-in page fits where no JSON is expected; elsewhere the server may not be GitLab
    const page = answer.kind === 'nothing' || answer.kind === 'bytes' ? 'signInNeeded' : 'notGitLab';
    const by = error instanceof UnreadableAnswer && body && (await import('./foreignPage.ts')).pageFacts(headers, body);
    throw unreadable(error, { outcome, status, page, by: by || undefined }, failed);
  }
};
