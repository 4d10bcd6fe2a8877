import { applySuggestion, applySuggestions } from '../../wire/mergeRequestReview.ts';
import type { Discussion, Note, Suggestion } from '../../wire/notes.ts';
import { beforeWrite, type WriteOutcome, writeOnce } from '../writeOnce.ts';
import type { ReviewDrafts } from './drafts.ts';
import { readNote } from './ownNotes.ts';

export interface Suggested {
  readonly note: Note;
  readonly suggestion: Suggestion;
}

export const appliableSuggestions = (notes: Discussion['notes']): readonly Suggested[] =>
  notes.flatMap((note) =>
    (note.suggestions ?? [])
      .filter(({ appliable, applied }) => appliable === true && applied !== true)
      .map((suggestion) => ({ note, suggestion })),
  );

/** Result of {@link applyShown}; refusals are thrown. */
export type Applied =
  | WriteOutcome<readonly Suggestion[]>
  /** Differs from the one shown or no longer applies; nothing was sent. */
  | { readonly kind: 'changed' };

/**
 * MR24, or MR25 for several: commits suggestions as one commit, sent once. Rereads them before sending and after a lost
 * answer.
 */
export const applyShown = async (
  store: ReviewDrafts,
  chosen: readonly Suggested[],
  message: string | undefined,
): Promise<Applied> => {
  const { client } = store.place;
  const read = (): Promise<readonly (Suggestion | undefined)[]> =>
    Promise.all(chosen.map(({ note, suggestion }) => find(store, note.id, suggestion.id)));
  const before = await beforeWrite(read);
  if (areApplied(before)) return { kind: 'done', value: before, confirmed: 'found' };
  const areAsShown = chosen.every(({ suggestion: shown }, index) => {
    const now = before[index];
    return (
      now?.appliable === true && (['from_content', 'to_content'] as const).every((side) => now[side] === shown[side])
    );
  });
  if (!areAsShown) return { kind: 'changed' };
  const ids = chosen.map(({ suggestion: { id } }) => id);
  const [only = 0, ...others] = ids;
  return writeOnce(
    async () =>
      others.length > 0
        ? client.send(applySuggestions, { ids, commit_message: message })
        : [await client.send(applySuggestion, { id: only, commit_message: message })],
    async () => {
      const after = await read();
      if (areApplied(after)) return { found: after };
      // one request applies all of them or none
      return after.some((each) => each === undefined || each.applied === true) ? 'unclear' : 'absent';
    },
  );
};

const areApplied = (all: readonly (Suggestion | undefined)[]): all is readonly Suggestion[] =>
  all.every((each) => each?.applied === true);

const find = async (store: ReviewDrafts, noteId: number, id: number): Promise<Suggestion | undefined> =>
  (await readNote(store, noteId))?.suggestions?.find((each) => each.id === id);
