import { RequestError, requestErrorFacts } from '../client/errors.ts';

/** Refusals are thrown. */
export type WriteOutcome<T> =
  /** `found`: the answer was lost, but the result exists. */
  | { readonly kind: 'done'; readonly value: T; readonly confirmed: 'answered' | 'found' }
  /** Lost or wrong answer. */
  | { readonly kind: 'notDone'; readonly cause: unknown }
  /** Lost answer, inconclusive check. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

export type LookupOutcome<T> = { readonly found: T } | 'absent' | 'unclear';

/** `check` resolves a lost answer. Throws refusals and unsent requests. */
export const writeOnce = async <T>(
  write: () => Promise<T>,
  check: () => Promise<LookupOutcome<T>>,
): Promise<WriteOutcome<T>> => {
  try {
    return { kind: 'done', value: await write(), confirmed: 'answered' };
  } catch (cause) {
    if (requestErrorFacts(cause)?.outcome !== 'unknown') throw cause;
    const seen = await check().catch(() => 'unclear' as const);
    if (seen === 'absent') return { kind: 'notDone', cause };
    if (seen === 'unclear') return { kind: 'unknown', cause };
    return { kind: 'done', value: seen.found, confirmed: 'found' };
  }
};

/** A failure is an unsent change. */
export const beforeWrite = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const facts = requestErrorFacts(error);
    throw facts === undefined ? error : new RequestError({ ...facts, isChange: true, outcome: 'notSent' }, error);
  }
};

export class WithoutEffect extends Error {
  override readonly name = 'WithoutEffect';
}

/** Always verifies, as gateways send empty answers too. */
export const deleteOnce = async <T>(
  write: () => Promise<T>,
  check: () => Promise<LookupOutcome<T>>,
): Promise<WriteOutcome<T>> => {
  const written = await writeOnce(write, check);
  if (written.kind !== 'done' || written.confirmed === 'found') return written;
  const seen = await check().catch(() => 'unclear' as const);
  return seen === 'absent' ? { kind: 'notDone', cause: new WithoutEffect('it is still there') } : written;
};
