import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { ownMergeRequestNote } from '../../../model/reviews/ownNotes.ts';
import { editedText } from '../../kit/pages/commentBox.ts';
import { deleteOwnNote } from '../../kit/pages/ownNotes.ts';
import type { ReviewsArea } from '../area.ts';
import type { ReviewComment } from '../threads/comments.ts';
import type { UnsentComment, NoteName } from './unsentComments.ts';
import { commentCalledOn } from './unpublishedText.ts';
import { sendAndReport } from './sendAndReport.ts';

/** Opens a published comment for editing, with its unsaved text if there is one. */
export const editComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return explainWhere();
  const { unsent: texts, threads } = area.reviews;
  if (area.reviews.isReadOnly(own.store.place.account)) return;
  const unsent = texts.get(own.kept.key);
  if (unsent) texts.boxOpened(unsent);
  threads.edit(own.comment, unsent?.text ?? own.comment.source);
};

export const saveComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return explainWhere();
  const text = editedText(own.comment);
  if (text === undefined) return;
  endEdit(area, own);
  await sendAndReport(area, own.store, { ...own.kept, text, refusal: undefined });
};

/** Discards an edit. Resolves to false for anything but an own comment. */
export const cancelCommentEdit = async (area: ReviewsArea, argument: unknown): Promise<boolean> => {
  const own = ownComment(area, argument);
  if (own === undefined) return false;
  endEdit(area, own);
  await area.reviews.unsent.remove(own.kept);
  return true;
};

export const deleteComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const own = ownComment(area, argument);
  if (own === undefined) return explainWhere();
  await removeComment(area, own.store, own.name);
};

/** Deletes a published comment once, after a question; shows it first if it was changed elsewhere. */
export const removeComment = async (area: ReviewsArea, store: ReviewDrafts, name: NoteName): Promise<void> => {
  if (area.reviews.isReadOnly(store.place.account)) return;
  const isGone = await deleteOwnNote(ownMergeRequestNote(store, { id: name.id, seen: name.base }));
  if (isGone === undefined) return;
  const { unsent: texts } = area.reviews;
  if (isGone) await texts.remove(texts.ofNoteEdit(store.place, name));
};

interface PublishedComment {
  readonly store: ReviewDrafts;
  readonly comment: ReviewComment;
  readonly name: NoteName;
  /** Unsaved text. */
  readonly kept: UnsentComment;
}

const ownComment = (area: ReviewsArea, argument: unknown): PublishedComment | undefined => {
  const called = commentCalledOn(area, argument);
  if (called?.comment.subject.kind !== 'note') return undefined;
  const { comment, thread, store } = called;
  const { threads, unsent: texts } = area.reviews;
  const { note } = called.comment.subject;
  const name = { discussionId: threads.planOf(thread)?.discussion?.id, id: note.id, base: note.body };
  return { store, comment, name, kept: texts.ofNoteEdit(store.place, name) };
};

/** Called before the request: VS Code reopens the editor with each redraw. */
const endEdit = (area: ReviewsArea, { store, comment, kept: unsent }: PublishedComment): void => {
  area.reviews.typed.edited(unsent.key);
  area.reviews.threads.endEdit(store.place, comment);
};

/** For commands that need a comment as their argument. */
const explainWhere = (): void => {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Use this command on a comment of yours in the changes of a merge request.'),
  );
};
