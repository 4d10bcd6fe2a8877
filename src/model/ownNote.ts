import { isSameText } from './sameText.ts';
import { beforeWrite, deleteOnce, type Found, writeOnce, type Written } from './writeOnce.ts';

/** A published comment of one's own, wherever it stands. */
export interface OwnNote<T> {
  /** What it said when it was shown last. */
  readonly seen: string;
  /** What it says now; undefined when it is gone. */
  readonly read: (signal?: AbortSignal) => Promise<string | undefined>;
  readonly write: (body: string, signal?: AbortSignal) => Promise<T>;
  /** Resolves also when it was gone already. */
  readonly remove: (signal?: AbortSignal) => Promise<void>;
  /** What is answered where the server is found to have what was wanted. */
  readonly found: T;
}

/** What became of a change. Nothing was sent where the comment had been changed or deleted before. */
export type NoteChange<T> =
  | Written<T>
  /** It says something else by now: `now` is to be shown, and given as `seen` to write over it. */
  | { readonly kind: 'changed'; readonly now: string }
  | { readonly kind: 'gone' };

/** Changes the text of a comment, once. Reads it before: when it says something else than `seen`, nothing is sent. */
export const changeNote = async <T>(note: OwnNote<T>, body: string, signal?: AbortSignal): Promise<NoteChange<T>> => {
  const now = await beforeWrite(() => note.read(signal));
  if (now === undefined) return { kind: 'gone' };
  // an earlier request whose answer was lost may have arrived
  if (isSameText(now, body)) return { kind: 'done', value: note.found, confirmed: 'found' };
  if (!isSameText(now, note.seen)) return { kind: 'changed', now };
  return writeOnce(
    () => note.write(body, signal),
    () => findChange(note, body),
  );
};

/** Looks whether the server has a change that was sent, whose answer was lost. */
export const findChange = async <T>(note: OwnNote<T>, body: string): Promise<Found<T>> => {
  const now = await note.read();
  if (now !== undefined && isSameText(now, body)) return { found: note.found };
  return now !== undefined && isSameText(now, note.seen) ? 'absent' : 'unclear';
};

/** Deletes a comment, once, unless it says something else than `seen`; one that is gone is what was wanted. */
export const removeNote = async <T>(
  note: OwnNote<T>,
  signal?: AbortSignal,
): Promise<Exclude<NoteChange<T>, { readonly kind: 'gone' }>> => {
  const { found } = note;
  const now = await beforeWrite(() => note.read(signal));
  if (now === undefined) return { kind: 'done', value: found, confirmed: 'found' };
  if (!isSameText(now, note.seen)) return { kind: 'changed', now };
  return deleteOnce(
    async () => {
      await note.remove(signal);
      return found;
    },
    async () => ((await note.read()) === undefined ? { found } : 'absent'),
  );
};
