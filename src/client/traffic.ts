import type { GraphqlRequest } from '../wire/graphql.ts';
import { requestErrorFacts, type RequestErrorFacts } from './errors.ts';

export interface Tally {
  /** Requests including retries and redirects. */
  requests: number;
  retried: number;
  /** Reads sharing a running request. */
  joined: number;
  cached: number;
  /** 304 answers. */
  unchanged: number;
  failed: number;
  sentBytes: number;
  receivedBytes: number;
}

const nothing: Tally = {
  requests: 0,
  retried: 0,
  joined: 0,
  cached: 0,
  unchanged: 0,
  failed: 0,
  sentBytes: 0,
  receivedBytes: 0,
};

/** Never contains a token or query. */
export interface Failure extends Pick<
  RequestErrorFacts,
  'reference' | 'method' | 'address' | 'status' | 'serverMessage' | 'detail' | 'requestId'
> {
  readonly failure: RequestErrorFacts['failure'] | 'graphql';
  /** Latest occurrence. */
  readonly atMs: number;
  readonly times: number;
}

/** Replaceable in tests. */
export interface Clock {
  /** Monotonic. */
  nowMs(): number;
  /** Returns the cancellation. */
  after(waitMs: number, run: () => void): () => void;
}

const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(waitMs, run) {
    const timer = setTimeout(run, waitMs);
    return () => clearTimeout(timer);
  },
};

const minuteMs = 60_000;
const maxFailures = 20;

/** Counts and throttles an account's requests. First in, first out, so writes keep their order. */
export class Traffic {
  /** Counters by reference of the operation. */
  readonly tallies = new Map<string, Tally>();
  /** Query counts by name; several may share a request. */
  readonly queries = new Map<string, number>();
  /** Changes made, or possibly made. */
  changes = 0;
  lastQuery: GraphqlRequest | undefined;
  readonly #failures = new Map<string, Failure>();
  readonly #cap: () => number;
  readonly #clock: Clock;
  /** Times within the last minute. */
  #sentAt: number[] = [];
  readonly #waiting: (() => void)[] = [];
  #callOff: (() => void) | undefined;

  /** `cap` per minute; 0 for unlimited. */
  constructor(cap: () => number = () => 0, clock: Clock = systemClock) {
    this.#cap = cap;
    this.#clock = clock;
  }

  /** Throttled requests. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get lastMinute(): number {
    const since = this.#clock.nowMs() - minuteMs;
    const first = this.#sentAt.findIndex((at) => at > since);
    this.#sentAt = first < 0 ? [] : this.#sentAt.slice(first);
    return this.#sentAt.length;
  }

  /** Newest first, without duplicates. */
  get failures(): readonly Failure[] {
    return [...this.#failures.values()].reverse();
  }

  count(reference: string, what: keyof Tally, by = 1): void {
    let tally = this.tallies.get(reference);
    if (tally === undefined) {
      tally = { ...nothing };
      this.tallies.set(reference, tally);
    }
    tally[what] += by;
  }

  /** Doesn't count unsent and refused changes. */
  async changing<T>(send: () => Promise<T>): Promise<T> {
    this.changes += 1;
    try {
      return await send();
    } catch (error) {
      if (requestErrorFacts(error)?.outcome !== 'unknown') this.changes -= 1;
      throw error;
    }
  }

  asked(query: GraphqlRequest): void {
    const { operationName = '' } = query;
    this.lastQuery = query;
    this.queries.set(operationName, (this.queries.get(operationName) ?? 0) + 1);
  }

  /** Merges equal failures of an operation at any address. */
  failed(facts: Omit<Failure, 'atMs' | 'times'>): void {
    this.count(facts.reference, 'failed');
    const { reference, method, address, status, serverMessage, detail, requestId, failure } = facts;
    const key = JSON.stringify([reference, status, failure, serverMessage ?? detail]);
    const times = (this.#failures.get(key)?.times ?? 0) + 1;
    this.#failures.delete(key);
    const entry = { reference, method, address, status, serverMessage, detail, requestId, failure };
    this.#failures.set(key, { ...entry, atMs: Date.now(), times });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > maxFailures && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Resolves when a request may be sent; rejects on abort. */
  turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#waiting.length === 0 && this.#takeTurn()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        this.capChanged();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(go);
      this.capChanged();
    });
  }

  capChanged(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    while (this.#waiting.length > 0 && this.#takeTurn()) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    const makesRoom = this.#sentAt[this.#sentAt.length - this.#cap()] ?? 0;
    const waitMs = makesRoom + minuteMs - this.#clock.nowMs();
    this.#callOff = this.#clock.after(waitMs, () => this.capChanged());
  }

  #takeTurn(): boolean {
    const [cap, { lastMinute }] = [this.#cap(), this];
    if (cap > 0 && lastMinute >= cap) return false;
    this.#sentAt.push(this.#clock.nowMs());
    return true;
  }
}
