import * as vscode from '../vscode.ts';
import { removeNote } from '../../model/commits/commitNotes.ts';
import { explain } from '../kit/explain.ts';
import type { CommentTexts } from './commentTexts.ts';
import type { CommitConversations } from './conversations.ts';
import type { CommitPlace } from './details.ts';
import { noteAt, type NoteText } from './ownNotes.ts';

/** Deletes a comment after a question, once; one that was changed elsewhere meanwhile is shown before. */
export const deleteNote = async (
  { conversations, texts }: { readonly conversations: CommitConversations; readonly texts: CommentTexts },
  place: CommitPlace,
  where: NoteText,
): Promise<void> => {
  const { t } = vscode.l10n;
  const yes = t('Delete');
  let note = noteAt(place, where);
  let question = t('Delete this comment?');
  for (;;) {
    const detail = note.seen.slice(0, 500);
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
    const written = await removeNote(note);
    if (written.kind === 'changed') {
      question = t('This comment was changed elsewhere. Delete it anyway?');
      note = { ...note, seen: written.now };
      continue;
    }
    if (written.kind === 'done') {
      await texts.forget(place, where);
    } else {
      void vscode.window.showWarningMessage(
        written.kind === 'notDone'
          ? t('The comment is still there. {0}', explain(written.cause))
          : t('The connection broke. It is unknown whether the comment was deleted. {0}', explain(written.cause)),
      );
    }
    return conversations.renew(place);
  }
};
