import { maxQuery, type GraphqlAnswer, type GraphqlRequest } from '../../wire/graphql.ts';

/** Answers must be in the order of the requests. */
export type SendTogether = (
  requests: readonly GraphqlRequest[],
  signal: AbortSignal,
) => Promise<readonly GraphqlAnswer[]>;

interface Waiting {
  readonly request: GraphqlRequest;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: GraphqlAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The server limits the complexity of a whole request. */
const maxTogether = 10;

/** Each query alone may be accepted. */
const tooComplex = /^Query has complexity of \d+, which exceeds max complexity/;

/** One request per turn of the event loop. */
export class Batch {
  readonly #send: SendTogether;
  readonly #cancelled: () => Error;
  #waiting: Waiting[] = [];

  constructor(send: SendTogether, cancelled: () => Error) {
    this.#send = send;
    this.#cancelled = cancelled;
  }

  /** Aborting affects one caller only. */
  ask(request: GraphqlRequest, signal: AbortSignal | undefined): Promise<GraphqlAnswer> {
    if (signal?.aborted) return Promise.reject(this.#cancelled());
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(this.#cancelled());
      signal?.addEventListener('abort', giveUp, { once: true });
      const done = (): void => signal?.removeEventListener('abort', giveUp);
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({
        request,
        signal,
        resolve: (answer) => {
          done();
          resolve(answer);
        },
        reject: (error) => {
          done();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      });
    });
  }

  #flush(): void {
    const waiting = this.#waiting.filter(({ signal }) => signal?.aborted !== true);
    this.#waiting = [];
    for (const group of groups(waiting)) void this.#sendGroup(group);
  }

  async #sendGroup(group: readonly Waiting[]): Promise<void> {
    const controller = new AbortController();
    const giveUp = (): void => {
      if (group.every(({ signal }) => signal?.aborted === true)) controller.abort();
    };
    for (const { signal } of group) signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const answers = await this.#send(
        group.map(({ request }) => request),
        controller.signal,
      );
      if (group.length > 1 && answers.every(isTooComplex)) {
        for (const one of group) void this.#sendGroup([one]);
        return;
      }
      for (const [index, one] of group.entries()) one.resolve(answers[index] ?? {});
    } catch (error) {
      for (const one of group) one.reject(error);
    } finally {
      for (const { signal } of group) signal?.removeEventListener('abort', giveUp);
    }
  }
}

const isTooComplex = ({ errors }: GraphqlAnswer): boolean =>
  errors?.some(({ message }) => tooComplex.test(message)) === true;

const groups = (waiting: readonly Waiting[]): readonly (readonly Waiting[])[] => {
  const result: Waiting[][] = [];
  let length = 0;
  for (const one of waiting) {
    const last = result.at(-1);
    const size = one.request.query.length;
    if (last === undefined || last.length >= maxTogether || length + size > maxQuery) {
      result.push([one]);
      length = size;
    } else {
      last.push(one);
      length += size;
    }
  }
  return result;
};
