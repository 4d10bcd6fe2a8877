import type { GraphqlAnswer } from '../../wire/graphql.ts';
import { GraphqlError } from './graphqlError.ts';
import type { SubscriptionRefused, SubscriptionSource } from './subscriptionSource.ts';
import { requestOf, type Document } from './typedDocument.ts';

export interface SubscribeOptions {
  readonly signal: AbortSignal;
  readonly onStart?: (() => unknown) | undefined;
  /** Updates may be lost, by a reconnect or an overflow. */
  readonly onMissed?: (() => unknown) | undefined;
}

export interface Subscriptions {
  /**
   * Ends without an error when the signal aborts. Throws `GraphqlError` for errors in an answer, `SubscriptionRefused` if
   * subscriptions aren't available.
   */
  subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options: SubscribeOptions,
  ): AsyncIterable<Data>;
  close(): void;
}

class EventQueue<Event> {
  readonly #events: Event[] = [];
  readonly #most: number;
  readonly #instead: Event;
  #isClosed = false;
  #wake: (() => void) | undefined;

  /** Beyond `limit`, `replacement` replaces all unread events. */
  constructor({ most, instead }: { readonly most: number; readonly instead: Event }) {
    this.#most = most;
    this.#instead = instead;
  }

  push(event: Event): void {
    if (this.#isClosed) return;
    if (this.#events.length < this.#most) this.#events.push(event);
    else this.#events.splice(0, this.#events.length, this.#instead, event);
    this.#wake?.();
  }

  /** Ends after the remaining events. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Undefined at the end. */
  async next(): Promise<Event | undefined> {
    while (this.#events.length === 0) {
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#events.shift();
  }
}

type SubscriptionEvent =
  | { readonly kind: 'answer'; readonly answer: GraphqlAnswer }
  | { readonly kind: 'missed' }
  | { readonly kind: 'refused'; readonly error: SubscriptionRefused };

const maxUnread = 100;

/** Confirmations have a null field. */
const isStart = ({ data, errors }: GraphqlAnswer): boolean =>
  errors === undefined && data != null && Object.values(data).every((value) => value === null);

export const createSubscriptions = (source: SubscriptionSource): Subscriptions => ({
  async *subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    { signal, onStart, onMissed }: SubscribeOptions,
  ): AsyncGenerator<Data, void, void> {
    if (signal.aborted) return;
    const request = requestOf(document, variables);
    const queue = new EventQueue<SubscriptionEvent>({ most: maxUnread, instead: { kind: 'missed' } });
    const stop = source.start(request, {
      answer: (answer) => queue.push({ kind: 'answer', answer }),
      resumed: () => queue.push({ kind: 'missed' }),
      refused: (error) => queue.push({ kind: 'refused', error }),
      complete: () => queue.close(),
    });
    const end = (): void => queue.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      for (let event = await queue.next(); event !== undefined && !signal.aborted; event = await queue.next()) {
        if (event.kind === 'refused') throw event.error;
        if (event.kind === 'missed') {
          onMissed?.();
          continue;
        }
        const { data, errors } = event.answer;
        if (errors !== undefined && errors.length > 0) throw new GraphqlError(request, errors, data);
        if (isStart(event.answer)) onStart?.();
        else if (data != null) yield data as Data;
      }
    } finally {
      signal.removeEventListener('abort', end);
      stop();
    }
  },
  close: () => source.close(),
});
