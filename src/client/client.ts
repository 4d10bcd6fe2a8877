import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, isWrite, type Operation, type ParametersOf } from '../wire/operation.ts';
import { documentSpelling, type Spelling } from '../wire/spelling.ts';
import { buildRequest, type BuiltRequest, instanceAddress, InvalidParameter, type RequestForm } from './address.ts';
import type { AnswerOf } from './answer.ts';
import type { DownloadRange } from './download.ts';
import { RequestError, type RequestErrorFacts } from './errors.ts';
import { EtagCache } from './etagCache.ts';
import { exchange, type ExchangeOptions, type RestSender } from './exchange.ts';
import { waitBeforeRetry } from './retry.ts';
import type { Secrets } from './redactSecrets.ts';
import type { TokenHeader } from './sending.ts';
import { SingleFlight } from './singleFlight.ts';
import type { Traffic } from './traffic.ts';
import type { TransferProgress, Transport } from './transport.ts';

/** Never contains a token or a body. */
export interface RequestRecord {
  readonly reference: string;
  readonly method: string;
  readonly address: string;
  readonly result: number | string;
  readonly durationMs: number;
  /** 1-based. */
  readonly attempt: number;
}

export interface ClientDeps {
  /** Without trailing slash, such as `https://example.com/gitlab`. */
  readonly baseUrl: string;
  /** Default: real names. */
  readonly spelling?: Spelling;
  /** Undefined for anonymous access. Called before every request. */
  token(): Promise<string | undefined>;
  /** Default: `authorization`. */
  tokenHeader?(): TokenHeader;
  /** GraphQL returns `null` to these tokens for what they may not read. */
  isFineGrained?(): boolean;
  /** Called on the first request. */
  transport(): Promise<Transport>;
  /** Removed from errors, like every token. */
  readonly secrets?: Secrets | undefined;
  /** Default: no throttling. */
  readonly traffic?: Traffic | undefined;
  record?(request: RequestRecord): void;
  /** Rejects on abort. Default: a timer. */
  wait?(waitMs: number, signal: AbortSignal): Promise<void>;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** The default depends on the kind of answer. */
  readonly limitBytes?: number;
  /** GitLab accepts both unless there is a file. */
  readonly encoding?: 'form';
  /** Progress in bytes of the whole body. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** The server may send the whole; see `Download.from`. */
  readonly range?: DownloadRange | undefined;
}

export interface Client {
  readonly baseUrl: string;
  /**
   * Every failure is a `RequestError`.
   *
   * Reads are retried after connection failures and 429, 502, 503 and 504; equal concurrent reads share a request, but
   * never one sent before a write of this client was answered. A write is sent once. A 304 returns the previous data. A
   * `Download` is never shared; read or cancel it.
   */
  send<O extends Operation>(operation: O, parameters: ParametersOf<O>, options?: SendOptions): Promise<AnswerOf<O>>;
  /** Later reads join no running request, as after a refresh. */
  stopSharing(): void;
  /** Counts a hit in the caller's own cache. */
  remembered(operation: Operation): void;
}

/** The largest page of diffs seen is a fifth of this. */
const listLimitBytes = 32 * 1024 * 1024;
const recordLimitBytes = 4 * 1024 * 1024;

const limitBytesOf = ({ kind, ...answer }: Answer): number =>
  kind === 'nothing' || ('length' in answer && answer.length === 'record') ? recordLimitBytes : listLimitBytes;

export const createClient = (deps: ClientDeps): Client => {
  const reads = new SingleFlight();
  const cache = new EtagCache();
  const wait = (waitMs: number, signal: AbortSignal): Promise<void> =>
    deps.wait?.(waitMs, signal) ?? delay(waitMs, undefined, { signal });
  const sender: RestSender = {
    headerName: (name) => (deps.spelling === 'document' ? documentSpelling(name) : name),
    token: () => deps.token(),
    tokenHeader: () => deps.tokenHeader?.() ?? 'authorization',
    transport: () => deps.transport(),
    secrets: deps.secrets,
    traffic: deps.traffic,
  };

  const attempt = async <O extends Operation>(
    operation: O,
    request: BuiltRequest,
    number: number,
    options: ExchangeOptions,
  ): Promise<AnswerOf<O>> => {
    const startedAt = performance.now();
    const record = (result: number | string): void =>
      deps.record?.({
        reference: operation.reference,
        method: operation.method,
        address: `${request.url.origin}${request.url.pathname}`,
        result,
        durationMs: performance.now() - startedAt,
        attempt: number,
      });
    try {
      const { status, answer } = await exchange(sender, operation, request, options);
      record(status);
      return answer;
    } catch (error) {
      record(error instanceof RequestError ? (error.facts.status ?? error.facts.failure) : 'failed');
      throw error;
    }
  };

  const read = async <O extends Operation>(
    operation: O,
    request: BuiltRequest,
    options: ExchangeOptions,
  ): Promise<AnswerOf<O>> => {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(operation, request, number, options);
      } catch (error) {
        const waitMs = error instanceof RequestError ? waitBeforeRetry(error.facts, number, operation) : undefined;
        if (waitMs === undefined) throw error;
        await wait(waitMs, options.signal).catch(() => {
          throw cancelledRequest(operation, request, 'unknown');
        });
        deps.traffic?.count(operation.reference, 'retried');
      }
    }
  };

  const write = async <O extends Operation>(
    operation: O,
    request: BuiltRequest,
    options: ExchangeOptions,
  ): Promise<AnswerOf<O>> => {
    const send = (): Promise<AnswerOf<O>> => attempt(operation, request, 1, options);
    try {
      return await (request.isChange && deps.traffic ? deps.traffic.changing(send) : send());
    } finally {
      // concurrent reads may not show this change
      reads.stopSharing();
    }
  };

  return {
    baseUrl: deps.baseUrl,
    stopSharing: () => reads.stopSharing(),
    remembered: ({ reference }) => deps.traffic?.count(reference, 'cached'),
    async send(operation, parameters, options = {}) {
      const { spelling } = deps;
      const request = built(deps.baseUrl, operation, parameters, { spelling, encoding: options.encoding });
      const { limitBytes = limitBytesOf(operation.answer), progress, range } = options;
      if (options.signal?.aborted) throw cancelledRequest(operation, request, 'notSent');
      // streamed bodies can't be shared
      if (isWrite(operation) || operation.answer.kind === 'download') {
        const own = { signal: options.signal ?? new AbortController().signal, limitBytes, progress, range };
        return isWrite(operation) ? write(operation, request, own) : read(operation, request, own);
      }
      let isOwn = false;
      const answer = reads.run(
        `${operation.reference} ${request.url.href} ${limitBytes}`,
        (signal) => {
          isOwn = true;
          return read(operation, request, { signal, limitBytes, cache });
        },
        options.signal,
        () => cancelledRequest(operation, request, 'unknown'),
      );
      if (!isOwn) deps.traffic?.count(operation.reference, 'joined');
      return answer;
    },
  };
};

const built = (
  baseUrl: string,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  form: RequestForm,
): BuiltRequest => {
  try {
    return buildRequest(baseUrl, operation, parameters, form);
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    throw new RequestError(
      {
        failure: 'invalidParameters',
        outcome: 'notSent',
        reference: operation.reference,
        method: operation.method,
        address: `${knownAddress(baseUrl)}/api/v4${operation.path}`,
        detail: error.message,
      },
      error,
    );
  }
};

/** An invalid address may contain anything. */
const knownAddress = (baseUrl: string): string => {
  try {
    return instanceAddress(baseUrl);
  } catch {
    return '';
  }
};

const cancelledRequest = (
  operation: Operation,
  request: BuiltRequest,
  outcome: RequestErrorFacts['outcome'],
): RequestError =>
  new RequestError({
    failure: 'cancelled',
    outcome,
    reference: operation.reference,
    method: operation.method,
    address: `${request.url.origin}${request.url.pathname}`,
    detail: 'cancelled',
  });
