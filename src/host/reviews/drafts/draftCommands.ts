import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { isSameText } from '../../../model/text/sameText.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { ReviewsArea } from '../area.ts';
import { lostWriteMessage, storedHereMessage } from '../../kit/words/lostWrites.ts';
import { chooseText } from '../../kit/questions/chooseText.ts';
import { confirmDiscard } from '../../kit/questions/confirmDiscard.ts';
import type { ReviewComment } from '../threads/comments.ts';
import { saveDraftText } from './sendDraftEdit.ts';
import { chooseLine } from '../threads/chooseLine.ts';
import { chooseUnpublished } from './chooseUnpublished.ts';
import { cancelCommentEdit } from './publishedComments.ts';
import { showPlace } from '../files/openReview.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import { isThread } from './writeComment.ts';
import { unpublishedText } from './unpublishedText.ts';
import { sendAndReport } from './sendAndReport.ts';

/** Edits a draft in its thread, or on the merge request page when no diff shows it. */
export const editDraft = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = await chooseUnpublished(area, argument, 'draft', t('Edit which draft?'));
  if (own?.draft === undefined) return;
  const { draft, store } = own;
  if (area.reviews.isReadOnly(store.place.account)) return;
  const isShown = isComment(argument) || (await showPlace(area, own)) === 'diff';
  const shown = isComment(argument) ? argument : isShown ? await area.reviews.threads.commentOf(draft) : undefined;
  if (shown === undefined) {
    await area.reviews.showWhole(own);
    area.mergeRequestPages.find(placeKey(store.place))?.post({ type: 'edit', id: draft.id });
    return;
  }
  const unsent = area.reviews.unsent.edit(store.place, draft.id);
  if (unsent) area.reviews.unsent.boxOpened(unsent);
  area.reviews.threads.edit(shown, unsent?.text ?? draft.note);
};

const isComment = (argument: unknown): argument is ReviewComment =>
  typeof argument === 'object' && argument !== null && 'subject' in argument;

/** Saves a draft edited in its thread. */
export const saveDraft = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = unpublishedText(area, argument);
  if (!isComment(argument) || own?.draft === undefined) return;
  const text = typeof argument.body === 'string' ? argument.body : argument.body.value;
  area.reviews.typed.edited(area.reviews.unsent.editKey(own.store.place, own.draft.id));
  // before sending: VS Code reopens the box of a comment in edit mode on each redraw
  area.reviews.threads.endEdit(own.store.place, { subject: { kind: 'draft', draft: own.draft } });
  await saveEdit(area, own.store, own.draft, text);
};

/** Cancels editing and restores the server's text; removes a new thread without comments. */
export const cancelEdit = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  if (isThread(argument)) {
    if (argument.comments.length === 0) area.reviews.threads.end(argument);
    return;
  }
  if (await cancelCommentEdit(area, argument)) return;
  const own = unpublishedText(area, argument);
  if (own?.draft === undefined) return;
  area.reviews.typed.edited(area.reviews.unsent.editKey(own.store.place, own.draft.id));
  const unsent = area.reviews.unsent.edit(own.store.place, own.draft.id);
  if (unsent) await area.reviews.unsent.remove(unsent);
  area.reviews.threads.endEdit(own.store.place, { subject: { kind: 'draft', draft: own.draft } });
};

/** Sends a draft's new text once. Shows the other text first if the draft was changed elsewhere. */
const saveEdit = async (area: ReviewsArea, store: ReviewDrafts, draft: DraftNote, text: string): Promise<boolean> => {
  const { t } = vscode.l10n;
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(t('A draft cannot be empty. Delete it instead.'));
    return false;
  }
  const outcome = await saveDraftText(area, store, { draft, text }, async (now, seen) => {
    const question = isSameText(seen.note, now.note)
      ? t('This draft has been moved. Your text would be saved at its new place.')
      : t('This draft was changed elsewhere while you were editing it.');
    const title = t('Draft {0}: on the server ↔ yours', draft.id);
    return (await chooseText({ question, title }, now.note, text)) ?? question;
  });
  if (outcome && 'refusal' in outcome) void vscode.window.showWarningMessage(storedHereMessage(outcome.refusal));
  return outcome?.kind === 'done';
};

/** Deletes a draft after a question. */
export const deleteDraft = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = await chooseUnpublished(area, argument, 'draft', t('Delete which draft?'));
  if (own?.draft === undefined) return;
  const { draft, store } = own;
  if (area.reviews.isReadOnly(store.place.account)) return;
  const yes = t('Delete');
  const detail = draft.note.slice(0, 500);
  const answer = await vscode.window.showWarningMessage(t('Delete this draft?'), { modal: true, detail }, yes);
  if (answer !== yes) return;
  const written = await store.remove(draft);
  if (written.kind === 'done') {
    const unsent = area.reviews.unsent.edit(store.place, draft.id);
    if (unsent) await area.reviews.unsent.remove(unsent);
    return;
  }
  void vscode.window.showWarningMessage(lostWriteMessage('draftDeletion', written));
};

/** Resends an unsaved text; after a lost response, checks the server first. */
export const sendAgain = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = await chooseUnpublished(area, argument, 'kept', t('Send which text?'));
  if (own?.kept === undefined) return;
  const { store, kept } = own;
  if (area.reviews.isReadOnly(store.place.account)) return;
  const draft = store.drafts.find(({ id }) => id === kept.draftId);
  if (draft) {
    await saveEdit(area, store, draft, kept.text);
    return;
  }
  if (kept.isGuess) {
    // only the user knows the right line
    await chooseLine(area, own);
    return;
  }
  await sendAndReport(area, store, { ...kept, refusal: undefined, draftId: undefined });
};

/** Copies a draft or an unsent text. */
export const copyText = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = await chooseUnpublished(area, argument, 'any', vscode.l10n.t('Copy which text?'));
  const text = own?.kept?.text ?? own?.draft?.note;
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Text copied'), 2_000);
};

/** Asks, then discards an unsaved text. */
export const discardText = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const unsent = (await chooseUnpublished(area, argument, 'kept', vscode.l10n.t('Discard which text?')))?.kept;
  if (unsent && (await confirmDiscard(unsent.text))) await area.reviews.unsent.remove(unsent);
};
