import { RequestError, requestFailure } from '../client/errors.ts';

/** What became of a write that was sent once. A refusal is not among them: it is thrown, in the server's words. */
export type Written<T> =
  /** The server has it; `confirmed` says how we know: it answered, or its answer was lost and we found the result. */
  | { readonly kind: 'done'; readonly value: T; readonly confirmed: 'answered' | 'found' }
  /** The answer was lost or was not true, and the server does not have it so far. */
  | { readonly kind: 'notDone'; readonly cause: unknown }
  /** The answer was lost, and looking did not tell. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** What a look at the server showed after a lost answer. */
export type Found<T> = { readonly found: T } | 'absent' | 'unclear';

/**
 * Sends a write, once. When its answer is lost `look` reads what is there now and the outcome says what is known; a
 * look that fails leaves it unknown. Throws what the server refused and what was never sent.
 */
export const writeOnce = async <T>(write: () => Promise<T>, look: () => Promise<Found<T>>): Promise<Written<T>> => {
  try {
    return { kind: 'done', value: await write(), confirmed: 'answered' };
  } catch (cause) {
    if (requestFailure(cause)?.outcome !== 'unknown') throw cause;
    const seen = await look().catch(() => 'unclear' as const);
    if (seen === 'absent') return { kind: 'notDone', cause };
    if (seen === 'unclear') return { kind: 'unknown', cause };
    return { kind: 'done', value: seen.found, confirmed: 'found' };
  }
};

/** Reads what a change needs before it is sent: where that fails, nothing of the change was sent. */
export const beforeWrite = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const facts = requestFailure(error);
    throw facts === undefined ? error : new RequestError({ ...facts, isChange: true, outcome: 'notSent' }, error);
  }
};

/** The server answered that it was done, and a look showed that it was not. */
export class WithoutEffect extends Error {
  override readonly name = 'WithoutEffect';
}

/**
 * Deletes, once, and looks afterwards also when the server has answered: an answer without a body is easily given by
 * someone else. A look that fails then leaves the server's word.
 */
export const deleteOnce = async <T>(write: () => Promise<T>, look: () => Promise<Found<T>>): Promise<Written<T>> => {
  const written = await writeOnce(write, look);
  if (written.kind !== 'done' || written.confirmed === 'found') return written;
  const seen = await look().catch(() => 'unclear' as const);
  return seen === 'absent' ? { kind: 'notDone', cause: new WithoutEffect('it is still there') } : written;
};
