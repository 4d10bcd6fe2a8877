import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { ownRequestNote } from '../../../model/reviews/ownNotes.ts';
import { lostWrite, storedHere } from '../../kit/words/lostWrites.ts';
import { changeOwnNote, type NoteChanged } from '../../kit/pages/ownNotes.ts';
import type { KeptDraft, KeptDrafts } from './keptDrafts.ts';

/**
 * Saves the edit of a published comment once. Unless saved, or replaced by the server's version, the text stays stored
 * with the reason. Resolves to whether it was saved; throws the server's refusal.
 */
export const saveNote = async (texts: KeptDrafts, store: ReviewDrafts, kept: KeptDraft): Promise<boolean> => {
  const { noteId: id = 0, base: seen = '' } = kept;
  const written = await changeOwnNote(ownRequestNote(store, { id, seen }), kept.text);
  const { t } = vscode.l10n;
  if (written.kind === 'done' || written.kind === 'left') {
    await texts.forget(kept);
    return written.kind === 'done';
  }
  if (written.kind === 'gone') {
    const refusal = t('The comment has been deleted. Sending again adds your text as a new comment.');
    const thread = store.discussions.find((discussion) => discussion.id === kept.discussionId);
    const another = { ...kept, discussionId: thread?.id, noteId: undefined, base: undefined };
    await texts.keep({ ...another, key: texts.newKey(kept), refusal });
    await texts.forget(kept);
    void vscode.window.showWarningMessage(storedHere(refusal));
    return false;
  }
  await texts.keep({ ...kept, refusal: whyNotSaved(written) });
  return false;
};

const whyNotSaved = (written: Exclude<NoteChanged<unknown>, { readonly kind: 'done' | 'left' | 'gone' }>): string => {
  const { t } = vscode.l10n;
  switch (written.kind) {
    case 'open':
      return t('The comment was changed elsewhere while you were editing it.');
    default:
      return lostWrite('text', written);
  }
};
