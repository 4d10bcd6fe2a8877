import { requestErrorFacts } from '../client/errors.ts';
import { isSameText } from './text/sameText.ts';
import type { LookupOutcome, WriteOutcome } from './writeOnce.ts';

/** A text on its way to the server. `Sent` is stored before it is sent, and finds it there after a lost answer. */
export interface Outgoing<Sent, T> {
  readonly text: string;
  /** Of an attempt whose outcome is unknown. */
  readonly earlier: (Sent & { readonly text: string }) | undefined;
  /** Stores the text; resolves once written. */
  readonly save: (state: SavedState<Sent>) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Finds an earlier attempt on the server. */
  readonly findEarlier: (sent: Sent & { readonly text: string }) => Promise<LookupOutcome<T | undefined>>;
  /** Asks the user, where looking decided nothing. `isSame`: the earlier attempt had the same text. */
  readonly decide: (isSame: boolean) => Promise<'send' | 'there' | 'stay'>;
  /** Undefined for a write that may be repeated. Throws what is known to prevent the sending. */
  readonly prepare: () => Promise<Sent | undefined>;
  readonly write: (sent: Sent | undefined) => Promise<WriteOutcome<T> | NotWritten>;
  /** User-facing reason why the text is still here. */
  readonly reason: (left: Undelivered) => string;
}

export interface SavedState<Sent> {
  readonly sent: (Sent & { readonly text: string }) | undefined;
  readonly refusal: string | undefined;
}

/** Not written: no longer needed here (`left`), or refused. */
export type NotWritten = { readonly kind: 'left' } | { readonly kind: 'refused'; readonly cause: unknown };

export type Undelivered =
  | Exclude<WriteOutcome<unknown>, { readonly kind: 'done' }>
  /** `unseen`: looking for an earlier attempt failed; `undecided`: it decided nothing. */
  | { readonly kind: 'refused' | 'unseen'; readonly cause: unknown }
  | { readonly kind: 'undecided'; readonly isSame: boolean };

export type Delivery<T> =
  | { readonly kind: 'done'; readonly value: T | undefined }
  | { readonly kind: 'left' }
  | (Undelivered & { readonly refusal: string });

/**
 * Sends a text once. It stays stored, with the reason, until the server has it; one that may have been sent is looked for
 * first. The process may stop at any time.
 */
export const deliver = async <Sent extends object, T>(outgoing: Outgoing<Sent, T>): Promise<Delivery<T>> => {
  const { text, earlier, save, prepare, write } = outgoing;
  await save({ sent: earlier, refusal: undefined });
  const before = earlier && (await recover(outgoing, earlier));
  if (before) return before;
  let sent: SavedState<Sent>['sent'];
  let written: WriteOutcome<T> | NotWritten;
  try {
    const prepared = await prepare();
    sent = prepared && { ...prepared, text };
    if (sent) await save({ sent, refusal: undefined });
    written = await write(sent);
  } catch (cause) {
    const isUnknown = requestErrorFacts(cause)?.outcome === 'unknown';
    return leave(outgoing, isUnknown ? sent : undefined, { kind: 'refused', cause });
  }
  if (written.kind !== 'done' && written.kind !== 'left') return leave(outgoing, sent, written);
  // one that cannot be forgotten is found on the server the next time
  await outgoing.remove();
  return written;
};

/** Outcome of an earlier attempt that may have reached the server. Undefined if the text is to be sent. */
const recover = async <Sent, T>(
  outgoing: Outgoing<Sent, T>,
  earlier: Sent & { readonly text: string },
): Promise<Delivery<T> | undefined> => {
  const { text, findEarlier, decide, remove } = outgoing;
  const isSame = isSameText(earlier.text, text);
  try {
    const seen = await findEarlier(earlier);
    if (seen === 'absent') return undefined;
    const isThere = seen !== 'unclear' && isSame;
    const answer = isThere ? 'there' : await decide(isSame);
    if (answer === 'send') return undefined;
    if (answer === 'stay') return await leave(outgoing, earlier, { kind: 'undecided', isSame });
    await remove();
    return { kind: 'done', value: seen === 'unclear' ? undefined : seen.found };
  } catch (cause) {
    return leave(outgoing, earlier, { kind: 'unseen', cause });
  }
};

const leave = async <Sent, T>(
  { save, reason }: Outgoing<Sent, T>,
  sent: SavedState<Sent>['sent'],
  left: Undelivered,
): Promise<Delivery<T>> => {
  const refusal = reason(left);
  await save({ sent, refusal });
  return { ...left, refusal };
};
