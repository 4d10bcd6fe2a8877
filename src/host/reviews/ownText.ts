import type { DraftNote } from '../../wire/draftNotes.ts';
import type { ReviewsArea } from './area.ts';
import type { ReviewComment } from './comments.ts';
import type { KeptDraft, OwnText } from './keptDrafts.ts';
import { readReviewFile } from './reviewFiles.ts';
import { placeOfReview } from './subject.ts';

/** The draft or unsent text a command was called on: a comment in an editor or a row of the view. */
export const ownText = (area: ReviewsArea, argument: unknown): OwnText | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('subject' in argument) {
    const { subject } = argument as ReviewComment;
    const thread = area.reviews.threads.threadOf(argument as ReviewComment);
    const file = thread && readReviewFile(thread.uri);
    const store = file && area.reviews.threads.storeOf(file);
    if (store === undefined || subject.kind === 'note') return undefined;
    return subject.kind === 'draft' ? { store, draft: subject.draft } : { store, kept: subject.kept };
  }
  if ('store' in argument) return argument as OwnText;
  if (!('parent' in argument)) return undefined;
  const row = argument as { parent: Parameters<typeof placeOfReview>[0]; draft?: DraftNote; kept?: KeptDraft };
  const store = area.reviews.stores.of(placeOfReview(row.parent));
  if (row.draft) return { store, draft: row.draft };
  return row.kept ? { store, kept: row.kept } : undefined;
};
