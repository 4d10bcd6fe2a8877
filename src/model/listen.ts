import { isGraphqlError } from '../client/graphql/graphqlError.ts';
import type { Subscriptions } from '../client/graphql/subscriptions.ts';
import type { Document } from '../client/graphql/typedDocument.ts';

export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Called once a subscription is confirmed. */
  readonly begun?: (() => void) | undefined;
  readonly told: () => void;
}

/** Calls `told` for updates and possibly missed ones until the signal aborts. Throws if no subscription is supported. */
export const listen = async <Variables>(
  subscriptions: Subscriptions,
  documents: readonly Document<unknown, Variables>[],
  variables: Variables,
  { signal, begun, told }: ListenOptions,
): Promise<void> => {
  const outcomes = await Promise.allSettled(
    documents.map(async (document) => {
      // doesn't yield confirmations
      for await (const _change of subscriptions.subscribe(document, variables, { signal, begun, missed: told })) told();
    }),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length < outcomes.length) return;
  throw errors.find((error) => !isGraphqlError(error)) ?? errors[0];
};
