import type * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { ReviewsArea } from '../area.ts';
import type { ReviewComment } from '../threads/comments.ts';
import type { UnsentComment, UnpublishedText } from './unsentComments.ts';
import { placeOfReview } from '../subject.ts';

/** The comment from the command's argument, with its thread and store. */
export const commentCalledOn = (
  { reviews: { threads } }: ReviewsArea,
  argument: unknown,
):
  | { readonly comment: ReviewComment; readonly thread: vscode.CommentThread; readonly store: ReviewDrafts }
  | undefined => {
  if (typeof argument !== 'object' || argument === null || !('subject' in argument)) return undefined;
  const comment = argument as ReviewComment;
  const thread = threads.threadOf(comment);
  const file = thread && threads.fileOf(thread.uri);
  const store = file && threads.storeOf(file);
  return thread && store && { comment, thread, store };
};

/** The draft or unsaved comment from the argument, in an editor or a row. */
export const unpublishedText = (area: ReviewsArea, argument: unknown): UnpublishedText | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('subject' in argument) {
    const called = commentCalledOn(area, argument);
    if (called === undefined) return undefined;
    const {
      store,
      comment: { subject },
    } = called;
    if (subject.kind === 'note') return undefined;
    return subject.kind === 'draft' ? { store, draft: subject.draft } : { store, kept: subject.kept };
  }
  if ('store' in argument) return argument as UnpublishedText;
  if (!('parent' in argument)) return undefined;
  const row = argument as { parent: Parameters<typeof placeOfReview>[0]; draft?: DraftNote; kept?: UnsentComment };
  const store = area.reviews.stores.of(placeOfReview(row.parent));
  if (row.draft) return { store, draft: row.draft };
  return row.kept ? { store, kept: row.kept } : undefined;
};
