import { type Answer, isWrite, type Operation, type ParameterTable } from '../wire/operation.ts';
import type { BuiltRequest } from './address.ts';
import { type AnswerOf, readAnswer, type WholeAnswer } from './answer.ts';
import { acceptedEncodings, readBody } from './body.ts';
import { type Download, type DownloadRange, isRangeAsked, openDownload } from './download.ts';
import { RequestError, type RequestErrorFacts } from './errors.ts';
import { UnreadableAnswer } from './jsonBody.ts';
import { type KnownAnswer, type KnownAnswers, knownKey } from './knownAnswers.ts';
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

export interface SpellingSender extends Sender {
  /** Spelling for this server. */
  readonly headerName: (name: string) => string;
}

export interface Limits {
  readonly signal: AbortSignal;
  readonly limitBytes: number;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  readonly range?: DownloadRange | undefined;
  readonly known?: KnownAnswers | undefined;
}

const maxRedirectChain = 5;

/** Sends once, follows redirects of reads. Every failure is a `RequestError`. */
export const exchange = async <O extends Operation>(
  sender: SpellingSender,
  operation: O,
  request: BuiltRequest,
  limits: Limits,
): Promise<{ readonly status: number; readonly answer: AnswerOf<O> }> =>
  sendFramed(
    {
      sender,
      reference: operation.reference,
      signal: limits.signal,
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
      const send = (etag: string | undefined): Promise<Arrived> =>
        followRedirects(sender, connected, operation, request, limits, failed, etag);
      const memory = memoryOf(operation, request, limits.known, connected.token);
      const before = memory?.answer;
      let arrived = await send(before?.etag);
      if (arrived.response.status === 304 && before !== undefined) {
        await arrived.response.cancel();
        const same = unchanged(operation, request, before, arrived.response.headers);
        if (same !== undefined) return { status: 304, answer: same };
        arrived = await send(undefined);
      }
      const { response } = arrived;
      const isRest = limits.range !== undefined && response.status === 206;
      if (!isRest && !operation.success.includes(response.status))
        throw failed(await refusal(response, limits, { success: operation.success, isWrite: isWrite(operation) }));
      const resume = isHome(arrived, request) ? undefined : fromThere(sender, connected, arrived.url, limits, failed);
      const answer = await answered(operation, request, response, { ...limits, keep: memory?.keep }, failed, resume);
      return { status: response.status, answer };
    },
  );

/** Cached answer to the same request. */
interface Memory {
  readonly answer: KnownAnswer | undefined;
  readonly keep: (headers: TransportResponse['headers'], value: unknown, bytes: number) => void;
}

const memoryOf = (
  operation: Operation,
  { url }: BuiltRequest,
  known: KnownAnswers | undefined,
  token: string | undefined,
): Memory | undefined => {
  const { kind } = operation.answer;
  if (known === undefined || isWrite(operation) || (kind !== 'json' && kind !== 'page')) return undefined;
  const key = knownKey(token, operation.reference, url.href);
  return { answer: known.get(key), keep: (headers, value, bytes) => known.keep(key, { headers, value }, bytes) };
};

const pageHeaders = ['x-next-page', 'link', 'x-total'];

/** A page's ETag covers its items only, so paging headers come from the new response; undefined if it omits some. */
const unchanged = <O extends Operation>(
  operation: O,
  request: BuiltRequest,
  before: KnownAnswer,
  headers: TransportResponse['headers'],
): AnswerOf<O> | undefined => {
  if (operation.answer.kind !== 'page') return before.value as AnswerOf<O>;
  if (pageHeaders.some((name) => before.headers[name] !== undefined && headers[name] === undefined)) return undefined;
  const { items } = before.value as Page<unknown>;
  const page: Page<unknown> = { items, ...pageOf(headers, request.page) };
  return page as AnswerOf<O>;
};

const followRedirects = async (
  { headerName }: SpellingSender,
  { transport, token, tokenHeader }: Connected,
  operation: Operation,
  request: BuiltRequest,
  { signal, progress, range }: Limits,
  failed: ErrorFactory,
  etag: string | undefined,
): Promise<Arrived> => {
  let url = request.url;
  // permanent: another server chose the address
  let isHome = true;
  for (let hop = 0; ; hop += 1) {
    if (hop > 0) isHome &&= url.origin === request.url.origin;
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
        ...tokenHeaders(tokenHeader, isHome ? token : undefined, headerName),
        ...rangeHeaders(headerName, range),
        ...(etag === undefined || !isHome ? {} : { [headerName('if-none-match')]: etag }),
      },
      body: typeof request.body === 'object' ? followedBody(request.body, progress) : request.body,
      signal,
      ...timeoutsOf(isWrite(operation), isFile(operation.answer) ? 'file' : 'data'),
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return { response, url };
    await response.cancel();
    url = redirectTarget(operation, url, response, request.url.origin, hop, failed);
  }
};

/** `url` after redirects. */
interface Arrived {
  readonly response: TransportResponse;
  readonly url: URL;
}

const isHome = ({ url }: Arrived, request: BuiltRequest): boolean =>
  url === request.url || url.origin === request.url.origin;

const rangeHeaders = (
  headerName: SpellingSender['headerName'],
  range: DownloadRange | undefined,
): Record<string, string> =>
  range === undefined
    ? {}
    : { [headerName('range')]: `bytes=${range.from}-`, [headerName('if-range')]: range.validator };

/** Never sends the token. */
const fromThere = (
  sender: SpellingSender,
  { transport }: Connected,
  url: URL,
  limits: Limits,
  failed: ErrorFactory,
): Download['resume'] => {
  const resume = async (range: DownloadRange): Promise<Download> => {
    const { signal } = limits;
    try {
      const head = { accept: '*/*', acceptEncoding: 'identity', contentType: undefined };
      const headers = { ...headersFor(sender.headerName, head), ...rangeHeaders(sender.headerName, range) };
      const bounds = { signal, ...timeoutsOf(false, 'file') };
      const response = await transport.send({ method: 'GET', url, headers, body: undefined, ...bounds });
      if (response.status !== 200 && response.status !== 206)
        throw failed(await refusal(response, limits, { success: [206], isWrite: false }));
      return await opened(response, { ...limits, range }, failed, resume);
    } catch (error) {
      throw asRequestError(error, 'answered', signal, failed);
    }
  };
  return resume;
};

/** Rejects another range than requested. */
const opened = async (
  response: TransportResponse,
  { range, signal }: Limits,
  failed: ErrorFactory,
  resume: Download['resume'],
): Promise<Download> => {
  if (range === undefined || isRangeAsked(response, range))
    return openDownload(response, (error) => asRequestError(error, 'answered', signal, failed), resume);
  await response.cancel();
  throw failed({
    failure: 'refused',
    outcome: 'answered',
    status: response.status,
    detail: 'the server sent another part of the archive than was asked for',
  });
};

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

/** Data never comes from another origin. */
const isFile = ({ kind }: Answer): boolean => kind === 'bytes' || kind === 'download';

/** Only for reads, and for data only within the origin. */
const redirectTarget = (
  operation: Operation,
  from: URL,
  response: TransportResponse,
  home: string,
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
  if (!isFile(operation.answer) && target.origin !== home) {
    const signIn = `${target.origin}${target.pathname}`;
    throw refuse(`the server redirects to ${target.origin}; the token is not sent there`, { signIn });
  }
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw refuse('the server redirects to an unencrypted address');
  return target;
};

/** GitLab names every file it sends. */
const isPage = (headers: TransportResponse['headers']): boolean =>
  /html/i.test(headers['content-type'] ?? '') && headers['content-disposition'] === undefined;

const answered = async <O extends Operation>(
  operation: O,
  request: BuiltRequest,
  response: TransportResponse,
  limits: Limits & { readonly keep: Memory['keep'] | undefined },
  failed: ErrorFactory,
  resume: Download['resume'],
): Promise<AnswerOf<O>> => {
  const { status, headers } = response;
  if (operation.answer.kind === 'download') return (await opened(response, limits, failed, resume)) as AnswerOf<O>;
  // an accepted write must be looked up
  const outcome = isWrite(operation) ? 'unknown' : 'answered';
  const { answer } = operation;
  if (answer.kind === 'nothing' && status === 204) {
    await response.cancel();
    return undefined as AnswerOf<O>;
  }
  let body: Buffer | undefined;
  try {
    body = await readBody(response, limits.limitBytes);
    if (answer.kind === 'bytes' && isPage(headers)) {
      throw new UnreadableAnswer('page', 'the server answered with a web page');
    }
    const whole = operation as Operation<ParameterTable, WholeAnswer>;
    const read = readAnswer(whole, headers, body, request.page);
    limits.keep?.(headers, read, body.length);
    return read;
  } catch (error) {
    // may not be GitLab
    const page = answer.kind === 'nothing' || answer.kind === 'bytes' ? 'signInNeeded' : 'notGitLab';
    const by = error instanceof UnreadableAnswer && body && (await import('./foreignPage.ts')).pageFacts(headers, body);
    throw unreadable(error, { outcome, status, page, by: by || undefined }, failed);
  }
};
