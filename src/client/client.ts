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

/** One request as it went over the network, for the log. Never a token, never a body. */
export interface RequestRecord {
  readonly reference: string;
  readonly method: string;
  readonly address: string;
  /** Status of the answer, or the failure that came instead. */
  readonly result: number | string;
  readonly durationMs: number;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** What the client needs from its surroundings. */
export interface ClientDeps {
  /** Address of the instance without trailing slash, such as `https://example.com/gitlab`. */
  readonly baseUrl: string;
  /** How branded names are written: as real servers do when left out, or as the interface document does. */
  readonly spelling?: Spelling;
  /** The token to send, or undefined to ask anonymously. Asked before every request. */
  token(): Promise<string | undefined>;
  /** What carries it: `Authorization` when left out. */
  tokenHeader?(): TokenHeader;
  /** True for a token with permissions of its own: GraphQL gives `null` for what it may not read, without an error. */
  isFineGrained?(): boolean;
  /** The way to the network; asked on the first request, not before. */
  transport(): Promise<Transport>;
  /** What stands in no error beside the token; every token that is sent is added. */
  readonly secrets?: Secrets | undefined;
  /** Counts requests and holds them back; left out, all go at once. */
  readonly traffic?: Traffic | undefined;
  /** Called with every request after it has ended. */
  record?(request: RequestRecord): void;
  /** Waits before a read is sent again, and rejects when the signal aborts; a timer when left out. */
  wait?(waitMs: number, signal: AbortSignal): Promise<void>;
}

/** How a caller can bound a request. */
export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest body that is read, in bytes; as usual for the kind of answer when left out. */
  readonly limitBytes?: number;
  /** Sends the body as a form instead of JSON; the service takes both where it takes no file. */
  readonly encoding?: 'form';
  /** Called with how far an upload is, in bytes of the whole body; files and what frames them. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Asks a download for its rest only. The server may answer the whole all the same: `Download.from` tells. */
  readonly range?: DownloadRange | undefined;
}

/** Sends operations to one instance as one user. */
export interface Client {
  readonly baseUrl: string;
  /**
   * Sends an operation and reads its answer. Reads are tried again when the connection fails and on 429, 502, 503
   * and 504, and equal reads under way share one request, but never one that was sent before a write of this client had
   * its answer; a write is sent once, whatever happens. Data that the server says is unchanged is given again as it
   * came.
   * A `Download` is handed over once its head has come: its caller reads or cancels it, and it is never shared.
   * Every failure is a `RequestError`.
   */
  send<O extends Operation>(operation: O, parameters: ParametersOf<O>, options?: SendOptions): Promise<AnswerOf<O>>;
  /** Reads asked for from now on share no request that was sent before: the user wants to know how things stand now. */
  beginAnew(): void;
  /** Counts an answer to an operation that its caller remembers and therefore does not ask for. */
  remembered(operation: Operation): void;
}

/** Longest answers we read, in bytes; the largest page of diffs seen is a fifth of a list's. */
const listLimitBytes = 32 * 1024 * 1024;
const recordLimitBytes = 4 * 1024 * 1024;

const limitBytesOf = ({ kind, ...answer }: Answer): number =>
  kind === 'nothing' || ('length' in answer && answer.length === 'record') ? recordLimitBytes : listLimitBytes;

/** A client of one instance as one user. */
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
      // what was read before, or meanwhile, says nothing of what this has changed
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
      // a body that is read as it comes can have one reader only
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

/** Address of the instance for an error; nothing of it when it is not valid, as it may hold anything. */
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
