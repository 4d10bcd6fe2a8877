import { requestErrorFacts } from '../../client/errors.ts';
import { deleteMergeRequestNote, getMergeRequestNote, updateMergeRequestNote } from '../../wire/mergeRequestReview.ts';
import type { Note } from '../../wire/notes.ts';
import type { OwnNote } from '../ownNote.ts';
import type { ReviewDrafts } from './drafts.ts';

/**
 * Edits or deletes the user's comment (MR21, MR22, MR23). `carriedOut` if the new text held only quick actions: GitLab then
 * deletes the comment.
 */
export const ownMergeRequestNote = (
  store: ReviewDrafts,
  { id, seen }: { readonly id: number; readonly seen: string },
): OwnNote<'kept' | 'carriedOut'> => {
  const { client, project, iid } = store.place;
  const place = { id: project, merge_request_iid: iid, note_id: id };
  return {
    seen,
    found: 'kept',
    read: async (signal) => (await readNote(store, id, signal))?.body,
    write: async (body, signal) => {
      const answer = await client.send(updateMergeRequestNote, { ...place, body }, { signal });
      if (!('id' in answer)) {
        dropNote(store, id);
        return 'carriedOut';
      }
      takeNote(store, answer);
      return 'kept';
    },
    remove: (signal) => client.send(deleteMergeRequestNote, place, { signal }),
  };
};

/** MR21: rereads a note and updates the store; undefined if it is gone. */
export const readNote = async (store: ReviewDrafts, id: number, signal?: AbortSignal): Promise<Note | undefined> => {
  const { client, project, iid } = store.place;
  client.stopSharing();
  try {
    const note = await client.send(
      getMergeRequestNote,
      { id: project, merge_request_iid: iid, note_id: id },
      { signal },
    );
    takeNote(store, note);
    return note;
  } catch (error) {
    if (!requestErrorFacts(error, 'notFound')) throw error;
    dropNote(store, id);
    return undefined;
  }
};

const takeNote = (store: ReviewDrafts, note: Note): void => {
  const discussions = store.discussions.map((discussion) =>
    discussion.notes.some(({ id }) => id === note.id)
      ? { ...discussion, notes: discussion.notes.map((other) => (other.id === note.id ? note : other)) }
      : discussion,
  );
  store.replace({ discussions });
};

const dropNote = (store: ReviewDrafts, id: number): void => {
  if (!store.discussions.some(({ notes }) => notes.some((note) => note.id === id))) return;
  const discussions = store.discussions
    .map((discussion) => ({ ...discussion, notes: discussion.notes.filter((note) => note.id !== id) }))
    .filter(({ notes }) => notes.length > 0);
  store.replace({ discussions });
};
