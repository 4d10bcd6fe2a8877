import { isGraphqlError } from '../client/graphql/graphqlError.ts';
import type { Subscriptions } from '../client/graphql/subscriptions.ts';
import type { Document } from '../client/graphql/typedDocument.ts';

export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Called once the server confirms a subscription. */
  readonly begun?: (() => void) | undefined;
  readonly told: () => void;
}

/**
 * Calls `told` for every update of several subscriptions, and if some may be lost, until the signal aborts. Ignores
 * unsupported ones; throws if none is supported.
 */
export const listen = async <Variables>(
  subscriptions: Subscriptions,
  documents: readonly Document<unknown, Variables>[],
  variables: Variables,
  { signal, begun, told }: ListenOptions,
): Promise<void> => {
  const outcomes = await Promise.allSettled(
    documents.map(async (document) => {
      // confirmations aren't yielded
      for await (const _change of subscriptions.subscribe(document, variables, { signal, begun, missed: told })) told();
    }),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length < outcomes.length) return;
  throw errors.find((error) => !isGraphqlError(error)) ?? errors[0];
};
