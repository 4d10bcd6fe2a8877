import type { GraphqlRequest } from '../wire/graphql.ts';
import { requestFailure, type RequestErrorFacts } from './errors.ts';

/** What is counted of an operation, in requests, answers or bytes of bodies. */
export interface Tally {
  /** Requests as they went over the network, each try and each redirect of its own. */
  requests: number;
  /** Sent again after a failure that may pass. */
  retried: number;
  /** Reads that waited for an equal one under way instead of sending their own. */
  joined: number;
  /** Answers taken from memory without a request. */
  cached: number;
  /** Answers 304: the server has said that what is known still holds. */
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

/** A failed request, and how often it has failed like this. Never a token or a query. */
export interface Failure extends Pick<
  RequestErrorFacts,
  'reference' | 'method' | 'address' | 'status' | 'serverMessage' | 'detail' | 'requestId'
> {
  readonly failure: RequestErrorFacts['failure'] | 'graphql';
  /** When it was last. */
  readonly atMs: number;
  readonly times: number;
}

/** The time, for tests to set. */
export interface Clock {
  /** Milliseconds from any moment on; never goes back. */
  nowMs(): number;
  /** Calls once, after a wait; the function it answers calls that off. */
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
const mostFailures = 20;

/**
 * The requests of one account: counts them, and holds back those over the cap. They go in the order they came, so that
 * writes keep theirs.
 */
export class Traffic {
  /** By reference of the operation. */
  readonly tallies = new Map<string, Tally>();
  /** How often each GraphQL query was asked, by its name; several may share a request. */
  readonly queries = new Map<string, number>();
  /** Count of changes that may have been made. */
  changes = 0;
  /** The query of GraphQL that was asked last. */
  lastQuery: GraphqlRequest | undefined;
  readonly #failures = new Map<string, Failure>();
  readonly #cap: () => number;
  readonly #clock: Clock;
  /** When requests of the last minute were sent. */
  #sentAt: number[] = [];
  readonly #waiting: (() => void)[] = [];
  #callOff: (() => void) | undefined;

  /** `cap` is the most requests within a minute; 0 for any number. */
  constructor(cap: () => number = () => 0, clock: Clock = systemClock) {
    this.#cap = cap;
    this.#clock = clock;
  }

  /** How many requests wait for the cap. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many requests were sent within the last minute. */
  get lastMinute(): number {
    const since = this.#clock.nowMs() - minuteMs;
    const first = this.#sentAt.findIndex((at) => at > since);
    this.#sentAt = first < 0 ? [] : this.#sentAt.slice(first);
    return this.#sentAt.length;
  }

  /** The last failures of different kinds, the latest first. */
  get failures(): readonly Failure[] {
    return [...this.#failures.values()].reverse();
  }

  /** Counts something of an operation. */
  count(reference: string, what: keyof Tally, by = 1): void {
    let tally = this.tallies.get(reference);
    if (tally === undefined) {
      tally = { ...nothing };
      this.tallies.set(reference, tally);
    }
    tally[what] += by;
  }

  /** Sends a change, and counts it unless it was not sent or the server refused it. */
  async changing<T>(send: () => Promise<T>): Promise<T> {
    this.changes += 1;
    try {
      return await send();
    } catch (error) {
      if (requestFailure(error)?.outcome !== 'unknown') this.changes -= 1;
      throw error;
    }
  }

  /** Counts a query of GraphQL. */
  asked(query: GraphqlRequest): void {
    const { operationName = '' } = query;
    this.lastQuery = query;
    this.queries.set(operationName, (this.queries.get(operationName) ?? 0) + 1);
  }

  /** Keeps a failure; equal ones at any address of the operation count as one. */
  failed(facts: Omit<Failure, 'atMs' | 'times'>): void {
    this.count(facts.reference, 'failed');
    const { reference, method, address, status, serverMessage, detail, requestId, failure } = facts;
    const key = JSON.stringify([reference, status, failure, serverMessage ?? detail]);
    const times = (this.#failures.get(key)?.times ?? 0) + 1;
    this.#failures.delete(key);
    const kept = { reference, method, address, status, serverMessage, detail, requestId, failure };
    this.#failures.set(key, { ...kept, atMs: Date.now(), times });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostFailures && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Resolves once a request may be sent, which is counted as sent then; rejects when the signal aborts before. */
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

  /** Lets those go that need not wait any more. */
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
