import type { Subscriptions } from './subscriptions.ts';

/** Switches to the second transport once the first is refused. If both are, the error has both messages. */
export const firstSupported = (first: Subscriptions, openSecond: () => Promise<Subscriptions>): Subscriptions => {
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

/** Checks the name, as classes differ between bundles. */
const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'SubscriptionRefused';
