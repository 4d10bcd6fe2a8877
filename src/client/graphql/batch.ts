import { maxQueryLength, type GraphqlAnswer, type GraphqlRequest } from '../../wire/graphql.ts';

/** Answers must be in the order of the requests. */
export type SendBatch = (requests: readonly GraphqlRequest[], signal: AbortSignal) => Promise<readonly GraphqlAnswer[]>;

interface QueuedRequest {
  readonly request: GraphqlRequest;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: GraphqlAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Stays below GitLab's complexity limit, which applies to the sum of all queries. */
const maxBatchSize = 10;

/** Error of a batch whose queries may be accepted one by one. */
const tooComplex = /^Query has complexity of \d+, which exceeds max complexity/;

/** Sends the queries of one turn of the event loop in as few requests as possible. */
export class QueryBatcher {
  readonly #send: SendBatch;
  readonly #cancelled: () => Error;
  #queue: QueuedRequest[] = [];

  constructor(send: SendBatch, cancelled: () => Error) {
    this.#send = send;
    this.#cancelled = cancelled;
  }

  /** Aborting affects this caller only. */
  add(request: GraphqlRequest, signal: AbortSignal | undefined): Promise<GraphqlAnswer> {
    if (signal?.aborted) return Promise.reject(this.#cancelled());
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(this.#cancelled());
      signal?.addEventListener('abort', onAbort, { once: true });
      const removeListener = (): void => signal?.removeEventListener('abort', onAbort);
      if (this.#queue.length === 0) setImmediate(() => this.#flush());
      this.#queue.push({
        request,
        signal,
        resolve: (answer) => {
          removeListener();
          resolve(answer);
        },
        reject: (error) => {
          removeListener();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      });
    });
  }

  #flush(): void {
    const queued = this.#queue.filter(({ signal }) => signal?.aborted !== true);
    this.#queue = [];
    for (const batch of splitIntoBatches(queued)) void this.#sendBatch(batch);
  }

  async #sendBatch(batch: readonly QueuedRequest[]): Promise<void> {
    const controller = new AbortController();
    const onAbort = (): void => {
      if (batch.every(({ signal }) => signal?.aborted === true)) controller.abort();
    };
    for (const { signal } of batch) signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const answers = await this.#send(
        batch.map(({ request }) => request),
        controller.signal,
      );
      if (batch.length > 1 && answers.every(isTooComplex)) {
        for (const entry of batch) void this.#sendBatch([entry]);
        return;
      }
      for (const [index, entry] of batch.entries()) entry.resolve(answers[index] ?? {});
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      for (const { signal } of batch) signal?.removeEventListener('abort', onAbort);
    }
  }
}

const isTooComplex = ({ errors }: GraphqlAnswer): boolean =>
  errors?.some(({ message }) => tooComplex.test(message)) === true;

const splitIntoBatches = (queued: readonly QueuedRequest[]): readonly (readonly QueuedRequest[])[] => {
  const result: QueuedRequest[][] = [];
  let length = 0;
  for (const entry of queued) {
    const last = result.at(-1);
    const size = entry.request.query.length;
    if (last === undefined || last.length >= maxBatchSize || length + size > maxQueryLength) {
      result.push([entry]);
      length = size;
    } else {
      last.push(entry);
      length += size;
    }
  }
  return result;
};
