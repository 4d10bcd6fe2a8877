import * as vscode from '../vscode.ts';
import type { TextPlace } from '../../messages/conversation.ts';
import { editNote, findEdit, type NoteChange, type OwnNote } from '../../model/commits/commitNotes.ts';
import type { SentText } from '../../model/commits/commitConversationWriting.ts';
import type { Found } from '../../model/writeOnce.ts';
import { chooseText } from '../kit/chooseText.ts';
import type { CommitPlace } from './details.ts';

/** A comment of one's own on a commit, as it was when its change began. */
export type NoteText = Extract<TextPlace, { kind: 'note' }>;

/** What the model needs of it. */
export const noteAt = (place: CommitPlace, { thread, id, base }: NoteText): OwnNote => ({
  subject: place,
  discussion: thread,
  id,
  seen: base,
});

/**
 * Changes a comment, once. What was written elsewhere meanwhile is shown before it is written over; `left` when that is
 * to stay, `open` when the question was left.
 */
export const changeNote = async (
  place: CommitPlace,
  where: NoteText,
  text: string,
): Promise<Exclude<NoteChange, { readonly kind: 'changed' }> | { readonly kind: 'left' | 'open' }> => {
  const { t } = vscode.l10n;
  let note = noteAt(place, where);
  for (;;) {
    const written = await editNote(note, text);
    if (written.kind !== 'changed') return written;
    const words = {
      question: t('This comment was changed elsewhere while you were editing it.'),
      title: t('Comment: on the server ↔ yours'),
    };
    const answer = await chooseText(words, written.now, text);
    if (answer !== 'mine') return { kind: answer === 'theirs' ? 'left' : 'open' };
    note = { ...note, seen: written.now };
  }
};

/** Looks whether the server has a change whose answer was lost. */
export const findChange = (place: CommitPlace, where: NoteText, text: string): Promise<Found<SentText>> =>
  findEdit(noteAt(place, where), text);
