import { isGraphqlError } from '../client/graphql/graphqlError.ts';
import type { Subscriptions } from '../client/graphql/subscriptions.ts';
import type { Document } from '../client/graphql/typedDocument.ts';

export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Called once a subscription is confirmed. */
  readonly onStart?: (() => void) | undefined;
  readonly onChange: () => void;
}

/** Calls `onChange` for updates and possibly missed ones until the signal aborts. Throws if no subscription is supported. */
export const listen = async <Variables>(
  subscriptions: Subscriptions,
  documents: readonly Document<unknown, Variables>[],
  variables: Variables,
  { signal, onStart, onChange }: ListenOptions,
): Promise<void> => {
  const outcomes = await Promise.allSettled(
    documents.map(async (document) => {
      // doesn't yield confirmations
      for await (const _change of subscriptions.subscribe(document, variables, { signal, onStart, onMissed: onChange }))
        onChange();
    }),
  );
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length < outcomes.length) return;
  throw errors.find((error) => !isGraphqlError(error)) ?? errors[0];
};
