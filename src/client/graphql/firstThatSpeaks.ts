import type { Subscriptions } from './subscriptions.ts';

/**
 * Subscriptions by the first of two ways that the server speaks: once it has refused the first, everything goes by the
 * second, which is opened then. Where it refuses both, the error has the words about both.
 */
export const firstThatSpeaks = (first: Subscriptions, openSecond: () => Promise<Subscriptions>): Subscriptions => {
  let second: { readonly opened: Promise<Subscriptions>; readonly why: Error } | undefined;
  return {
    async *subscribe(document, variables, options) {
      if (second === undefined) {
        try {
          yield* first.subscribe(document, variables, options);
          return;
        } catch (error) {
          if (!isRefusal(error)) throw error;
          second ??= { opened: openSecond(), why: error };
        }
      }
      const { opened, why } = second;
      try {
        yield* (await opened).subscribe(document, variables, options);
      } catch (error) {
        if (isRefusal(error)) error.message = `${why.message}; ${error.message}`;
        throw error;
      }
    },
    close() {
      first.close();
      void second?.opened.then(
        (subscriptions) => subscriptions.close(),
        () => undefined,
      );
    },
  };
};

/** Whether a way is closed; the class is another one in another bundle. */
const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'SubscriptionRefused';
