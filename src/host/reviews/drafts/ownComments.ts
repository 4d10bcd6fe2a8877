import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { ownRequestNote } from '../../../model/reviews/ownNotes.ts';
import { deleteOwnNote } from '../../kit/pages/ownNotes.ts';
import type { ReviewsArea } from '../area.ts';
import type { ReviewComment } from '../threads/comments.ts';
import type { KeptDraft, NoteName } from './keptDrafts.ts';
import { commentCalledOn } from './ownText.ts';
import { sendAndReport } from './sendAndReport.ts';

/** Opens a published comment for editing, with its unsaved text if there is one. */
export const editComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return sayWhere();
  const { kept: texts, threads } = area.reviews;
  if (area.reviews.saysReadOnly(own.store.place.account)) return;
  const kept = texts.get(own.kept.key);
  if (kept) texts.boxOpened(kept);
  threads.edit(own.comment, kept?.text ?? own.comment.source);
};

export const saveComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return sayWhere();
  const { body } = own.comment;
  const text = typeof body === 'string' ? body : body.value;
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(vscode.l10n.t('A comment cannot be empty. Delete it instead.'));
    return;
  }
  endEdit(area, own);
  await sendAndReport(area, own.store, { ...own.kept, text, refusal: undefined });
};

/** Discards an edit. Resolves to false for anything but an own comment. */
export const cancelCommentEdit = async (area: ReviewsArea, argument: unknown): Promise<boolean> => {
  const own = ownComment(area, argument);
  if (own === undefined) return false;
  endEdit(area, own);
  await area.reviews.kept.forget(own.kept);
  return true;
};

export const deleteComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return sayWhere();
  await removeComment(area, own.store, own.name);
};

/** Deletes a published comment once, after a question; shows it first if it was changed elsewhere. */
export const removeComment = async (area: ReviewsArea, store: ReviewDrafts, name: NoteName): Promise<void> => {
  if (area.reviews.saysReadOnly(store.place.account)) return;
  const isGone = await deleteOwnNote(ownRequestNote(store, { id: name.id, seen: name.base }));
  if (isGone === undefined) return;
  const { kept: texts } = area.reviews;
  if (isGone) await texts.forget(texts.ofNote(store.place, name));
};

interface OwnComment {
  readonly store: ReviewDrafts;
  readonly comment: ReviewComment;
  readonly name: NoteName;
  /** Unsaved text. */
  readonly kept: KeptDraft;
}

const ownComment = (area: ReviewsArea, argument: unknown): OwnComment | undefined => {
  const called = commentCalledOn(area, argument);
  if (called?.comment.subject.kind !== 'note') return undefined;
  const { comment, thread, store } = called;
  const { threads, kept: texts } = area.reviews;
  const { note } = called.comment.subject;
  const name = { discussionId: threads.planOf(thread)?.discussion?.id, id: note.id, base: note.body };
  return { store, comment, name, kept: texts.ofNote(store.place, name) };
};

/** Called before the request: VS Code reopens the editor with each redraw. */
const endEdit = (area: ReviewsArea, { store, comment, kept }: OwnComment): void => {
  area.reviews.typed.edited(kept.key);
  area.reviews.threads.endEdit(store.place, comment);
};

/** For commands that need a comment as their argument. */
const sayWhere = (): void => {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Use this command on a comment of yours in the changes of a merge request.'),
  );
};
