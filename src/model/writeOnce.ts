import { RequestError, requestFailure } from '../client/errors.ts';

/** Result of a write; refusals are thrown. */
export type Written<T> =
  /** `found`: the answer was lost, but the result exists. */
  | { readonly kind: 'done'; readonly value: T; readonly confirmed: 'answered' | 'found' }
  /** Lost or wrong answer; the server doesn't have the result. */
  | { readonly kind: 'notDone'; readonly cause: unknown }
  /** Lost answer; checking was inconclusive. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Result of checking after a lost answer. */
export type Found<T> = { readonly found: T } | 'absent' | 'unclear';

/** Writes once; `look` resolves a lost answer. Throws refusals and unsent requests. */
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

/** Reads before a write; a failure is reported as an unsent change. */
export const beforeWrite = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const facts = requestFailure(error);
    throw facts === undefined ? error : new RequestError({ ...facts, isChange: true, outcome: 'notSent' }, error);
  }
};

/** Confirmed by the server, but not done. */
export class WithoutEffect extends Error {
  override readonly name = 'WithoutEffect';
}

/** Deletes once and always verifies, as a gateway may send an empty answer. If verifying fails, the answer counts. */
export const deleteOnce = async <T>(write: () => Promise<T>, look: () => Promise<Found<T>>): Promise<Written<T>> => {
  const written = await writeOnce(write, look);
  if (written.kind !== 'done' || written.confirmed === 'found') return written;
  const seen = await look().catch(() => 'unclear' as const);
  return seen === 'absent' ? { kind: 'notDone', cause: new WithoutEffect('it is still there') } : written;
};
