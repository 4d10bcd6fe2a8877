import { setTimeout as delay } from 'node:timers/promises';
import type { GraphqlAnswer } from '../../wire/graphql.ts';
import { EventQueue } from './eventQueue.ts';
import { GraphqlError } from './graphqlError.ts';
import type { SubscriptionRefused, SubscriptionSource } from './subscriptionSource.ts';
import { requestOf, type Document } from './typedDocument.ts';

/** Reads what a subscription would tell, where nobody tells it. */
export interface Reader<Data> {
  read(signal: AbortSignal): Promise<Data>;
  /** Time between two reads, in milliseconds. */
  readonly everyMs: number;
}

/** How long a subscription lasts, and what takes its place. */
export interface SubscribeOptions<Data> {
  readonly signal: AbortSignal;
  /**
   * Reads instead of the server telling: again and again when it refuses subscriptions, once when the connection was
   * lost and stands again. Without it a refusal is thrown, and what happened in between is lost.
   */
  readonly reader?: Reader<Data>;
}

/** Subscriptions of one instance, whatever carries them. */
export interface Subscriptions {
  /**
   * Gives what the server tells until the signal aborts; ends then without an error. Throws `GraphqlError` when the
   * server answers with errors and `SubscriptionRefused` when it has no subscriptions for us and there is no reader.
   */
  subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options: SubscribeOptions<Data>,
  ): AsyncIterable<Data>;
  /** Ends every subscription. */
  close(): void;
}

type Told =
  | { readonly kind: 'answer'; readonly answer: GraphqlAnswer }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'refused'; readonly error: SubscriptionRefused };

/** Waits; tells whether the signal has not aborted meanwhile. */
const waited = (waitMs: number, signal: AbortSignal): Promise<boolean> =>
  delay(waitMs, true, { signal }).catch(() => false);

async function* polled<Data>(reader: Reader<Data>, signal: AbortSignal): AsyncGenerator<Data, void, void> {
  do {
    try {
      yield await reader.read(signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  } while (await waited(reader.everyMs, signal));
}

/** The first answer of a subscription says only that it stands: its field is null. */
const isStart = ({ data, errors }: GraphqlAnswer): boolean =>
  errors === undefined && data != null && Object.values(data).every((value) => value === null);

/** Subscriptions over a source. */
export const createSubscriptions = (source: SubscriptionSource): Subscriptions => ({
  async *subscribe<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    { signal, reader }: SubscribeOptions<Data>,
  ): AsyncGenerator<Data, void, void> {
    if (signal.aborted) return;
    const request = requestOf(document, variables);
    const queue = new EventQueue<Told>();
    const stop = source.start(request, {
      answer: (answer) => queue.push({ kind: 'answer', answer }),
      resumed: () => queue.push({ kind: 'resumed' }),
      refused: (error) => queue.push({ kind: 'refused', error }),
      complete: () => queue.close(),
    });
    const end = (): void => queue.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      for (let told = await queue.next(); told !== undefined && !signal.aborted; told = await queue.next()) {
        if (told.kind === 'refused') {
          if (reader === undefined) throw told.error;
          yield* polled(reader, signal);
          return;
        }
        if (told.kind === 'resumed') {
          if (reader !== undefined) yield await reader.read(signal);
          continue;
        }
        const { data, errors } = told.answer;
        if (errors !== undefined && errors.length > 0) throw new GraphqlError(request, errors, data);
        if (data != null && !isStart(told.answer)) yield data as Data;
      }
    } finally {
      signal.removeEventListener('abort', end);
      stop();
    }
  },
  close: () => source.close(),
});
