import { isGraphqlError } from '../client/graphql/graphqlError.ts';
import type { Subscriptions } from '../client/graphql/subscriptions.ts';
import type { Document } from '../client/graphql/typedDocument.ts';

/** How long to listen, and who is told that something has changed, or may have. */
export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Called when the server has taken one of the subscriptions. */
  readonly begun?: (() => void) | undefined;
  readonly told: () => void;
}

/**
 * Calls `told` for whatever one of several subscriptions tells, and when a change may have gone unheard, until the signal
 * aborts. Those that the server does not know, or that are not for the account, are left out. Throws when none is left.
 */
export const listen = async <Variables>(
  subscriptions: Subscriptions,
  documents: readonly Document<unknown, Variables>[],
  variables: Variables,
  { signal, begun, told }: ListenOptions,
): Promise<void> => {
  const outcomes = await Promise.allSettled(
    documents.map(async (document) => {
      // the first answer, which says only that the subscription stands, does not come here
      for await (const _change of subscriptions.subscribe(document, variables, { signal, begun, missed: told })) told();
    }),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length < outcomes.length) return;
  throw errors.find((error) => !isGraphqlError(error)) ?? errors[0];
};
