import { eachPage } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import { deleteCommitNote, listCommitDiscussions, updateCommitNote } from '../../wire/commitConversations.ts';
import type { Note } from '../../wire/notes.ts';
import { deleteOnce, type Found, writeOnce, type Written } from '../writeOnce.ts';
import type { ConversationSubject } from './commitConversation.ts';
import { asStored, orObeyed, type SentText, sentNote } from './commitConversationWriting.ts';

/** A comment of one's own on a commit. */
export interface OwnNote {
  readonly subject: ConversationSubject;
  /** Id of the discussion. */
  readonly discussion: string;
  readonly id: number;
  /** What it said when it was shown last. */
  readonly seen: string;
}

/** What became of a change besides being made: somebody was there before, and nothing was sent. */
export type NoteChange =
  /** Its line is `obeyed` where the text was nothing but quick actions: they were carried out, and the comment is gone. */
  | Written<SentText>
  /** It says something else by now: `now` is to be shown, and given as `seen` to write over it. */
  | { readonly kind: 'changed'; readonly now: string }
  | { readonly kind: 'gone' };

const kept: SentText = { line: 'notAsked' };

/** Changes the text of a comment (C10d), once. Reads it before: when it says something else than `seen`, nothing is sent. */
export const editNote = async (note: OwnNote, body: string, signal?: AbortSignal): Promise<NoteChange> => {
  const now = await readNote(note, signal);
  if (now === undefined) return { kind: 'gone' };
  // an earlier request whose answer was lost may have arrived
  if (isSame(now.body, body)) return { kind: 'done', value: kept, confirmed: 'found' };
  if (!isSame(now.body, note.seen)) return { kind: 'changed', now: now.body };
  return writeOnce(
    () => sendEdit(note, body, signal),
    () => findEdit(note, body),
  );
};

/** Looks whether the server has a change that was sent, whose answer was lost. */
export const findEdit = async (note: OwnNote, body: string): Promise<Found<SentText>> => {
  const now = await readNote(note, undefined);
  if (now !== undefined && isSame(now.body, body)) return { found: kept };
  return now !== undefined && isSame(now.body, note.seen) ? 'absent' : 'unclear';
};

/** Deletes a comment (C10e), once, unless it says something else than `seen`; one that is gone is what was wanted. */
export const removeNote = async (
  note: OwnNote,
  signal?: AbortSignal,
): Promise<Exclude<NoteChange, { readonly kind: 'gone' }>> => {
  const now = await readNote(note, signal);
  if (now === undefined) return { kind: 'done', value: kept, confirmed: 'found' };
  if (!isSame(now.body, note.seen)) return { kind: 'changed', now: now.body };
  return deleteOnce(
    async () => {
      try {
        await note.subject.client.send(deleteCommitNote, placeOf(note), { signal });
      } catch (error) {
        if (!requestFailure(error, 'notFound')) throw error;
      }
      return kept;
    },
    async () => ((await readNote(note, undefined)) === undefined ? { found: kept } : 'absent'),
  );
};

const placeOf = ({ subject, discussion, id }: OwnNote) => ({
  id: subject.project,
  sha: subject.sha,
  discussion_id: discussion,
  note_id: id,
});

const sendEdit = (note: OwnNote, body: string, signal: AbortSignal | undefined): Promise<SentText> =>
  orObeyed(note.subject.client.send(updateCommitNote, { ...placeOf(note), body }, { signal }).then(sentNote));

/** The comment as it is now (C10); undefined when it is gone. Throws where the server shows no discussions. */
const readNote = async ({ subject, id }: OwnNote, signal: AbortSignal | undefined): Promise<Note | undefined> => {
  const { client, project, sha } = subject;
  client.beginAnew();
  const parameters = { id: project, sha, per_page: 100 };
  for await (const { items } of eachPage(client, listCommitDiscussions, parameters, { signal })) {
    const found = items.flatMap(({ notes }) => notes).find((each) => each.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isSame = (one: string, other: string): boolean => asStored(one) === asStored(other);
