import * as vscode from '../../vscode.ts';
import type { NotWritten } from '../../../model/outbox.ts';
import { changeNote, type NoteChange, type OwnNote, removeNote } from '../../../model/ownNote.ts';
import { chooseText } from '../questions/chooseText.ts';
import { lostWriteMessage } from '../words/lostWrites.ts';

/** `left`: the server's text stays. */
export type NoteChanged<T> = Exclude<NoteChange<T>, { readonly kind: 'changed' }> | NotWritten;

/** Edits one of the user's comments, once. Confirms overwriting a newer text; refused when the question is dismissed. */
export const changeOwnNote = async <T>(note: OwnNote<T>, text: string): Promise<NoteChanged<T>> => {
  const { t } = vscode.l10n;
  let now = note;
  for (;;) {
    const written = await changeNote(now, text);
    if (written.kind !== 'changed') return written;
    const question = t('This comment was changed elsewhere while you were editing it.');
    const answer = await chooseText({ question, title: t('Comment: on the server ↔ yours') }, written.now, text);
    if (answer === 'theirs') return { kind: 'left' };
    if (answer !== 'mine') {
      return { kind: 'refused', cause: new Error(t('The comment was changed elsewhere while you were editing it.')) };
    }
    now = { ...now, seen: written.now };
  }
};

/** Deletes one of the user's comments after confirmation, once. Undefined if declined; reports a failure itself. */
export const deleteOwnNote = async <T>(note: OwnNote<T>): Promise<boolean | undefined> => {
  const { t } = vscode.l10n;
  const yes = t('Delete');
  let now = note;
  let question = t('Delete this comment?');
  for (;;) {
    const detail = now.seen.slice(0, 500);
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return undefined;
    const written = await removeNote(now);
    if (written.kind === 'changed') {
      question = t('This comment was changed elsewhere. Delete it anyway?');
      now = { ...now, seen: written.now };
      continue;
    }
    if (written.kind === 'done') return true;
    void vscode.window.showWarningMessage(lostWriteMessage('commentDeletion', written));
    return false;
  }
};
