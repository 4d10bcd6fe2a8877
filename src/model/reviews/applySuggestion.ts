import { applySuggestion } from '../../wire/mergeRequestReview.ts';
import type { Discussion, Note, Suggestion } from '../../wire/notes.ts';
import { type Written, writeOnce } from '../writeOnce.ts';
import type { ReviewDrafts } from './drafts.ts';
import { readNote } from './ownNotes.ts';

/** A suggestion in a published note, as it was read. */
export interface Suggested {
  readonly note: Note;
  readonly suggestion: Suggestion;
}

/** The suggestions of notes that the server would apply, in their order. */
export const appliableSuggestions = (notes: Discussion['notes']): readonly Suggested[] =>
  notes.flatMap((note) =>
    (note.suggestions ?? [])
      .filter(({ appliable, applied }) => appliable === true && applied !== true)
      .map((suggestion) => ({ note, suggestion })),
  );

/** What became of applying a suggestion. A refusal is thrown, in the server's words. */
export type Applied =
  | Written<Suggestion>
  /** It is not what was shown any more, or cannot be applied any more: nothing was sent. */
  | { readonly kind: 'changed' };

/**
 * MR24, once: commits a suggestion to the source branch. Reads it before: what was not shown is not applied. After a lost
 * answer the note is read again.
 */
export const applyShown = async (
  store: ReviewDrafts,
  { note, suggestion }: Suggested,
  message: string | undefined,
): Promise<Applied> => {
  const { client } = store.place;
  const now = await find(store, note.id, suggestion.id);
  if (now?.applied === true) return { kind: 'done', value: now, confirmed: 'found' };
  const isAsShown =
    now?.appliable === true &&
    (['from_content', 'to_content'] as const).every((side) => now[side] === suggestion[side]);
  if (!isAsShown) return { kind: 'changed' };
  return writeOnce(
    () => client.send(applySuggestion, { id: suggestion.id, commit_message: message }),
    async () => {
      const after = await find(store, note.id, suggestion.id);
      if (after === undefined) return 'unclear';
      return after.applied === true ? { found: after } : 'absent';
    },
  );
};

const find = async (store: ReviewDrafts, noteId: number, id: number): Promise<Suggestion | undefined> =>
  (await readNote(store, noteId))?.suggestions?.find((each) => each.id === id);
