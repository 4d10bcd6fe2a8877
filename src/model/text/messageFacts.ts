import { mergeRequestOf } from '../pick/traces.ts';
import { trailerKeys } from './trailers.ts';

/** Message data for lists. */
export interface MessageFacts {
  /** Unique keys. */
  readonly trailers: readonly string[];
  /** Such as `!12`. */
  readonly mergeRequest?: string | undefined;
}

export const messageFacts = (message: string): MessageFacts => {
  const [mergeRequest] = /![0-9]+$/.exec(mergeRequestOf({ message }) ?? '') ?? [];
  return { trailers: trailerKeys(message), ...(mergeRequest === undefined ? {} : { mergeRequest }) };
};
