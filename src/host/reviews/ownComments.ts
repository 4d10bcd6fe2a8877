import * as vscode from '../vscode.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import { ownRequestNote } from '../../model/reviews/ownNotes.ts';
import { deleteOwnNote } from '../kit/ownNotes.ts';
import type { ReviewsArea } from './area.ts';
import type { ReviewComment } from './comments.ts';
import type { KeptDraft, NoteName } from './keptDrafts.ts';
import { commentCalledOn } from './ownText.ts';
import { sendAndReport } from './sendAndReport.ts';

/** Lets a published comment of one's own be edited in its thread; what was typed for it before goes on. */
export const editComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return sayWhere();
  const { kept: texts, threads } = area.reviews;
  if (area.reviews.saysReadOnly(own.store.place.account)) return;
  const kept = texts.get(own.kept.key);
  if (kept) texts.boxOpened(kept);
  threads.edit(own.comment, kept?.text ?? own.comment.source);
};

/** Saves the text of a comment that was edited in its thread. */
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

/** Ends the editing of a comment; what was typed is thrown away. Answers whether it was one. */
export const cancelCommentEdit = async (area: ReviewsArea, argument: unknown): Promise<boolean> => {
  const own = ownComment(area, argument);
  if (own === undefined) return false;
  endEdit(area, own);
  await area.reviews.kept.forget(own.kept);
  return true;
};

/** Deletes a published comment of one's own after a question. */
export const deleteComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return sayWhere();
  await removeComment(area, own.store, own.name);
};

/** Deletes a published comment after a question, once; one that was changed elsewhere meanwhile is shown before. */
export const removeComment = async (area: ReviewsArea, store: ReviewDrafts, name: NoteName): Promise<void> => {
  if (area.reviews.saysReadOnly(store.place.account)) return;
  const isGone = await deleteOwnNote(ownRequestNote(store, { id: name.id, seen: name.base }));
  if (isGone === undefined) return;
  const { kept: texts } = area.reviews;
  if (isGone) await texts.forget(texts.ofNote(store.place, name));
  await store.load();
};

interface OwnComment {
  readonly store: ReviewDrafts;
  readonly comment: ReviewComment;
  readonly name: NoteName;
  /** What is kept of its new text. */
  readonly kept: KeptDraft;
}

/** The published comment a command was called on. */
const ownComment = (area: ReviewsArea, argument: unknown): OwnComment | undefined => {
  const called = commentCalledOn(area, argument);
  if (called?.comment.subject.kind !== 'note') return undefined;
  const { comment, thread, store } = called;
  const { threads, kept: texts } = area.reviews;
  const { note } = called.comment.subject;
  const name = { discussionId: threads.planOf(thread)?.discussion?.id, id: note.id, base: note.body };
  return { store, comment, name, kept: texts.ofNote(store.place, name) };
};

/** Before the server is asked: VS Code opens the box of a comment that is being edited whenever it draws it again. */
const endEdit = (area: ReviewsArea, { store, comment, kept }: OwnComment): void => {
  area.reviews.typed.edited(kept.key);
  area.reviews.threads.endEdit(store.place, comment);
};

/** These commands stand at a comment; from elsewhere there is none. */
const sayWhere = (): void => {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Use this command on a comment of yours in the changes of a merge request.'),
  );
};
