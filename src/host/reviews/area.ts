import type { Disposable } from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import type { ToReview } from '../../messages/review.ts';
import type { ReviewDrafts, ReviewPlace } from '../../model/reviews/drafts.ts';
import type { Discussion } from '../../wire/notes.ts';
import type { KeptDraft, NoteName } from './drafts/keptDrafts.ts';
import type { PageReview } from './page/pageReview.ts';
import type { ReviewPublishing } from './publish/publishing.ts';
import type { Reviews } from './reviewParts.ts';
import type { ReviewSubject } from './subject.ts';

export type { PageReview } from './page/pageReview.ts';
export type { ReviewSubject } from './subject.ts';

/** The pages of merge requests, as far as commands on reviews lead to them. */
export interface RequestPages extends Disposable {
  /** The one that has the focus. */
  readonly focused: { readonly subject: ReviewSubject } | undefined;
  /** The page of a place by its key, where it is open. */
  readonly find: (key: string) => { readonly say: (message: ToReview) => void } | undefined;
  /** Shows the page of a merge request at its review, and says something there as soon as it is shown. */
  readonly showReview: (subject: ReviewSubject, message?: ToReview) => unknown;
}

/** The area with the pages it was given. */
export type ReviewsWith<Pages extends RequestPages> = ReviewsArea & { readonly mergeRequestPages: Pages };

/** What commands on reviews work with. */
export interface ReviewsArea extends Shell {
  readonly reviews: Reviews;
  readonly publishing: ReviewPublishing;
  readonly mergeRequestPages: RequestPages;
  /** The review for a page of a merge request, which is given its messages. */
  readonly reviewOnPage: (subject: ReviewSubject, post: (message: ToReview) => void) => PageReview;
  /** The merge request a command was called on, or the one the user chooses. */
  readonly reviewSubject: (argument: unknown, title: string) => Promise<ReviewSubject | undefined>;
  /** Sends a text once, as `sendKept` does; answers whether the server has it. */
  readonly sendText: (store: ReviewDrafts, text: KeptDraft) => Promise<boolean>;
  /** Deletes a published comment of the user's own after a question, once. */
  readonly deleteComment: (store: ReviewDrafts, note: NoteName) => Promise<void>;
  /** Applies one of the suggestions of some notes, after a preview; `changed` is called once anything may have changed. */
  readonly applySuggestion: (
    store: ReviewDrafts,
    what: { readonly notes: Discussion['notes']; readonly changed: () => Promise<void> },
  ) => Promise<void>;
  /** Approves without publishing anything, as long as the head is the one given; tells what came of it. */
  readonly approve: (subject: ReviewSubject, headSha: string | undefined) => Promise<void>;
  /** Shows a thread in the changes of a merge request and unfolds it, or says that its file is not there any more. */
  readonly showThread: (place: ReviewPlace, discussion: Discussion) => Promise<unknown>;
}
