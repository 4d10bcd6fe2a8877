import type { GraphqlAnswer } from '../../wire/graphql.ts';
import { GraphqlError } from './graphqlError.ts';
import type { SubscriptionRefused, SubscriptionSource } from './subscriptionSource.ts';
import { requestOf, type Document } from './typedDocument.ts';

/** How long a subscription lasts. */
export interface SubscribeOptions {
  readonly signal: AbortSignal;
  /** Called when the server has said that the subscription stands. */
  readonly begun?: (() => unknown) | undefined;
  /**
   * Called when something may have happened that nobody told: the connection was lost and stands again, or the server
   * told more than was read. The view of what the subscription is about reads it then.
   */
  readonly missed?: (() => unknown) | undefined;
}

/** Subscriptions of one instance, whatever carries them. */
export interface Subscriptions {
  /**
   * Gives what the server tells until the signal aborts; ends then without an error. Throws `GraphqlError` when the
   * server answers with errors and `SubscriptionRefused` when it has no subscriptions for us.
   */
  subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options: SubscribeOptions,
  ): AsyncIterable<Data>;
  /** Ends every subscription. */
  close(): void;
}

/** Carries events from a source that calls to one reader that waits, in order. */
class EventQueue<Event> {
  readonly #events: Event[] = [];
  readonly #most: number;
  readonly #instead: Event;
  #isClosed = false;
  #wake: (() => void) | undefined;

  /** Keeps at most `most` unread events. When one more comes, `instead` replaces all of them, and then that one follows. */
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

  /** No more events come; the reader is told once it has read those that are here. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next event; undefined at the end. */
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

type Told =
  | { readonly kind: 'answer'; readonly answer: GraphqlAnswer }
  | { readonly kind: 'missed' }
  | { readonly kind: 'refused'; readonly error: SubscriptionRefused };

/** Answers that are kept for a reader who is busy. */
const mostUnread = 100;

/** The first answer of a subscription says only that it stands: its field is null. */
const isStart = ({ data, errors }: GraphqlAnswer): boolean =>
  errors === undefined && data != null && Object.values(data).every((value) => value === null);

/** Subscriptions over a source. */
export const createSubscriptions = (source: SubscriptionSource): Subscriptions => ({
  async *subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    { signal, begun, missed }: SubscribeOptions,
  ): AsyncGenerator<Data, void, void> {
    if (signal.aborted) return;
    const request = requestOf(document, variables);
    const queue = new EventQueue<Told>({ most: mostUnread, instead: { kind: 'missed' } });
    const stop = source.start(request, {
      answer: (answer) => queue.push({ kind: 'answer', answer }),
      resumed: () => queue.push({ kind: 'missed' }),
      refused: (error) => queue.push({ kind: 'refused', error }),
      complete: () => queue.close(),
    });
    const end = (): void => queue.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      for (let told = await queue.next(); told !== undefined && !signal.aborted; told = await queue.next()) {
        if (told.kind === 'refused') throw told.error;
        if (told.kind === 'missed') {
          missed?.();
          continue;
        }
        const { data, errors } = told.answer;
        if (errors !== undefined && errors.length > 0) throw new GraphqlError(request, errors, data);
        if (isStart(told.answer)) begun?.();
        else if (data != null) yield data as Data;
      }
    } finally {
      signal.removeEventListener('abort', end);
      stop();
    }
  },
  close: () => source.close(),
});
