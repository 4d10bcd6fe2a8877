import { deleteOwnNote } from '../../kit/pages/ownNotes.ts';
import type { CommentTexts } from './commentTexts.ts';
import type { CommitConversations } from './conversations.ts';
import type { CommitPlace } from '../details.ts';
import { noteAt, type NoteText } from './ownNotes.ts';

/** Deletes a comment once, after a question; shows it first if it was changed elsewhere. */
export const deleteNote = async (
  { conversations, texts }: { readonly conversations: CommitConversations; readonly texts: CommentTexts },
  place: CommitPlace,
  where: NoteText,
): Promise<void> => {
  const isGone = await deleteOwnNote(noteAt(place, where));
  if (isGone === undefined) return;
  if (isGone) await texts.forget(texts.at(place, where));
  await conversations.renew(place);
};
