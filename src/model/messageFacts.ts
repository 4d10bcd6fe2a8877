import { mergeRequestOf } from './pickTraces.ts';
import { trailerKeys } from './trailers.ts';

/** The facts that lists keep of a message, which they do not keep itself. */
export interface MessageFacts {
  /** Keys of its trailers, each once. */
  readonly trailers: readonly string[];
  /** The merge request it names: `!12`. */
  readonly mergeRequest?: string | undefined;
}

/** The facts of a message. */
export const messageFacts = (message: string): MessageFacts => {
  const [mergeRequest] = /![0-9]+$/.exec(mergeRequestOf({ message }) ?? '') ?? [];
  return { trailers: trailerKeys(message), ...(mergeRequest === undefined ? {} : { mergeRequest }) };
};
