import * as vscode from '../../vscode.ts';
import type { Settled } from '../../../model/outbox.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { ownRequestNote } from '../../../model/reviews/ownNotes.ts';
import type { Written } from '../../../model/writeOnce.ts';
import { storedHere } from '../../kit/words/lostWrites.ts';
import { changeOwnNote } from '../../kit/pages/ownNotes.ts';
import type { KeptDraft, KeptDrafts } from './keptDrafts.ts';

/** Saves the edit of a published comment once. For one that is gone, the text stays stored as another comment. */
export const saveNote = async (
  texts: KeptDrafts,
  store: ReviewDrafts,
  kept: KeptDraft,
): Promise<Written<unknown> | Settled> => {
  const { noteId: id = 0, base: seen = '' } = kept;
  const written = await changeOwnNote(ownRequestNote(store, { id, seen }), kept.text);
  if (written.kind !== 'gone') return written;
  const refusal = vscode.l10n.t('The comment has been deleted. Sending again adds your text as a new comment.');
  const thread = store.discussions.find((discussion) => discussion.id === kept.discussionId);
  const another = { ...kept, discussionId: thread?.id, noteId: undefined, base: undefined };
  await texts.keep({ ...another, key: texts.newKey(kept), refusal });
  void vscode.window.showWarningMessage(storedHere(refusal));
  return { kind: 'left' };
};
