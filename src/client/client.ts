import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, isWrite, type Operation, type ParametersOf } from '../wire/operation.ts';
import { documentSpelling, type Spelling } from '../wire/spelling.ts';
import { buildRequest, type BuiltRequest, instanceAddress, InvalidParameter, type RequestForm } from './address.ts';
import type { AnswerOf } from './answer.ts';
import type { DownloadRange } from './download.ts';
import { RequestError, type RequestErrorFacts } from './errors.ts';
import { KnownAnswers } from './knownAnswers.ts';
import { exchange, type Limits, type SpellingSender } from './exchange.ts';
import { waitBeforeRetry } from './retry.ts';
import type { Secrets } from './secrets.ts';
import type { TokenHeader } from './sending.ts';
import { SingleFlight } from './singleFlight.ts';
import type { Traffic } from './traffic.ts';
import type { TransferProgress, Transport } from './transport.ts';

/** A request for the log. Never contains a token or a body. */
export interface RequestRecord {
  readonly reference: string;
  readonly method: string;
  readonly address: string;
  /** Status, or the failure. */
  readonly result: number | string;
  readonly durationMs: number;
  /** 1-based. */
  readonly attempt: number;
}

export interface ClientDeps {
  /** Without trailing slash, such as `https://example.com/gitlab`. */
  readonly baseUrl: string;
  /** Spelling of branded names; default: as real servers do. */
  readonly spelling?: Spelling;
  /** Token to send, undefined for anonymous access. Called before every request. */
  token(): Promise<string | undefined>;
  /** Default: `authorization`. */
  tokenHeader?(): TokenHeader;
  /** With a fine-grained token, GraphQL returns `null` for what it may not read, without an error. */
  isFineGrained?(): boolean;
  /** Called on the first request. */
  transport(): Promise<Transport>;
  /** Removed from errors, like every token sent. */
  readonly secrets?: Secrets | undefined;
  /** Counts and throttles requests; default: no throttling. */
  readonly traffic?: Traffic | undefined;
  /** Called after every request. */
  record?(request: RequestRecord): void;
  /** Delay before a retry; rejects on abort. Default: a timer. */
  wait?(waitMs: number, signal: AbortSignal): Promise<void>;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest body to read; the default depends on the kind of answer. */
  readonly limitBytes?: number;
  /** Sends a form instead of JSON; GitLab accepts both unless there is a file. */
  readonly encoding?: 'form';
  /** Reports upload progress in bytes of the whole body, framing included. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Requests the rest of a download. The server may send the whole; see `Download.from`. */
  readonly range?: DownloadRange | undefined;
}

/** Sends operations to one instance as one user. */
export interface Client {
  readonly baseUrl: string;
  /**
   * Sends an operation and reads its answer. Every failure is a `RequestError`.
   *
   * Reads are retried after connection failures and 429, 502, 503 and 504; equal concurrent reads share a request, but
   * never one sent before a write of this client was answered. A write is sent once. A 304 returns the previous data. A
   * `Download` is returned after its head and never shared; the caller must read or cancel it.
   */
  send<O extends Operation>(operation: O, parameters: ParametersOf<O>, options?: SendOptions): Promise<AnswerOf<O>>;
  /** Later reads join no request that is already running: the user asked for a refresh. */
  beginAnew(): void;
  /** Counts an answer the caller had in its own cache. */
  remembered(operation: Operation): void;
}

/** Longest answers in bytes; the largest page of diffs seen is a fifth of the list limit. */
const listLimitBytes = 32 * 1024 * 1024;
const recordLimitBytes = 4 * 1024 * 1024;

const limitBytesOf = ({ kind, ...answer }: Answer): number =>
  kind === 'nothing' || ('length' in answer && answer.length === 'record') ? recordLimitBytes : listLimitBytes;

export const createClient = (surroundings: ClientDeps): Client => {
  const reads = new SingleFlight();
  const known = new KnownAnswers();
  const wait = (waitMs: number, signal: AbortSignal): Promise<void> =>
    surroundings.wait?.(waitMs, signal) ?? delay(waitMs, undefined, { signal });
  const sender: SpellingSender = {
    headerName: (name) => (surroundings.spelling === 'document' ? documentSpelling(name) : name),
    token: () => surroundings.token(),
    tokenHeader: () => surroundings.tokenHeader?.() ?? 'authorization',
    transport: () => surroundings.transport(),
    secrets: surroundings.secrets,
    traffic: surroundings.traffic,
  };

  const attempt = async <O extends Operation>(
    operation: O,
    request: BuiltRequest,
    number: number,
    limits: Limits,
  ): Promise<AnswerOf<O>> => {
    const startedAt = performance.now();
    const record = (result: number | string): void =>
      surroundings.record?.({
        reference: operation.reference,
        method: operation.method,
        address: `${request.url.origin}${request.url.pathname}`,
        result,
        durationMs: performance.now() - startedAt,
        attempt: number,
      });
    try {
      const { status, answer } = await exchange(sender, operation, request, limits);
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
    limits: Limits,
  ): Promise<AnswerOf<O>> => {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(operation, request, number, limits);
      } catch (error) {
        const waitMs = error instanceof RequestError ? waitBeforeRetry(error.facts, number, operation) : undefined;
        if (waitMs === undefined) throw error;
        await wait(waitMs, limits.signal).catch(() => {
          throw cancelledRequest(operation, request, 'unknown');
        });
        surroundings.traffic?.count(operation.reference, 'retried');
      }
    }
  };

  const write = async <O extends Operation>(
    operation: O,
    request: BuiltRequest,
    limits: Limits,
  ): Promise<AnswerOf<O>> => {
    const send = (): Promise<AnswerOf<O>> => attempt(operation, request, 1, limits);
    try {
      return await (request.isChange && surroundings.traffic ? surroundings.traffic.changing(send) : send());
    } finally {
      // earlier or concurrent reads don't show this change
      reads.beginAnew();
    }
  };

  return {
    baseUrl: surroundings.baseUrl,
    beginAnew: () => reads.beginAnew(),
    remembered: ({ reference }) => surroundings.traffic?.count(reference, 'cached'),
    async send(operation, parameters, options = {}) {
      const { spelling } = surroundings;
      const request = built(surroundings.baseUrl, operation, parameters, { spelling, encoding: options.encoding });
      const { limitBytes = limitBytesOf(operation.answer), progress, range } = options;
      if (options.signal?.aborted) throw cancelledRequest(operation, request, 'notSent');
      // a streamed body can't be shared
      if (isWrite(operation) || operation.answer.kind === 'download') {
        const own = { signal: options.signal ?? new AbortController().signal, limitBytes, progress, range };
        return isWrite(operation) ? write(operation, request, own) : read(operation, request, own);
      }
      let isOwn = false;
      const answer = reads.run(
        `${operation.reference} ${request.url.href} ${limitBytes}`,
        (signal) => {
          isOwn = true;
          return read(operation, request, { signal, limitBytes, known });
        },
        options.signal,
        () => cancelledRequest(operation, request, 'unknown'),
      );
      if (!isOwn) surroundings.traffic?.count(operation.reference, 'joined');
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

/** Address for an error; empty if invalid, as it may contain anything. */
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
