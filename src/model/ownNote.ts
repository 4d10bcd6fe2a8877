import { requestErrorFacts } from '../client/errors.ts';
import { isSameText } from './text/sameText.ts';
import { beforeWrite, deleteOnce, type LookupOutcome, writeOnce, type WriteOutcome } from './writeOnce.ts';

/** Published comment of the current user. */
export interface OwnNote<T> {
  /** Last text shown. */
  readonly seen: string;
  /** Current text; undefined if deleted. */
  readonly read: (signal?: AbortSignal) => Promise<string | undefined>;
  readonly write: (body: string, signal?: AbortSignal) => Promise<T>;
  readonly remove: (signal?: AbortSignal) => Promise<unknown>;
  /** Result if the server already has the wanted state. */
  readonly found: T;
}

/** Nothing is sent if the comment was changed or deleted meanwhile. */
export type NoteChange<T> =
  | WriteOutcome<T>
  /** Show `now`, and pass it as `seen` to overwrite it. */
  | { readonly kind: 'changed'; readonly now: string }
  | { readonly kind: 'gone' };

/** Edits once, if the text is still `seen`. */
export const changeNote = async <T>(note: OwnNote<T>, body: string, signal?: AbortSignal): Promise<NoteChange<T>> => {
  const now = await beforeWrite(() => note.read(signal));
  if (now === undefined) return { kind: 'gone' };
  // an earlier request may have arrived
  if (isSameText(now, body)) return { kind: 'done', value: note.found, confirmed: 'found' };
  if (!isSameText(now, note.seen)) return { kind: 'changed', now };
  return writeOnce(
    () => note.write(body, signal),
    () => findChange(note, body),
  );
};

/** Checks for an edit after a lost answer. */
export const findChange = async <T>(note: OwnNote<T>, body: string): Promise<LookupOutcome<T>> => {
  const now = await note.read();
  if (now !== undefined && isSameText(now, body)) return { found: note.found };
  return now !== undefined && isSameText(now, note.seen) ? 'absent' : 'unclear';
};

/** Deletes once, if the text is still `seen`. A missing comment counts as deleted. */
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
      await note.remove(signal).catch((error: unknown) => {
        if (!requestErrorFacts(error, 'notFound')) throw error;
      });
      return found;
    },
    async () => ((await note.read()) === undefined ? { found } : 'absent'),
  );
};
