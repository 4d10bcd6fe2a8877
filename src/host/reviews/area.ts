import type { Disposable } from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import type { TextPlace } from '../../messages/conversation.ts';
import type { ToReview } from '../../messages/review.ts';
import type { ReviewDrafts, ReviewPlace } from '../../model/reviews/drafts.ts';
import type { Discussion } from '../../wire/notes.ts';
import type { UnsentComment, NoteName } from './drafts/unsentComments.ts';
import type { PageReview } from './page/pageReview.ts';
import type { ReviewPublishing } from './publish/publishReview.ts';
import type { Reviews } from './reviewState.ts';
import type { ReviewSubject } from './subject.ts';

export type { PageReview } from './page/pageReview.ts';
export type { ReviewSubject } from './subject.ts';

/** Merge request pages, as review commands use them. */
export interface MergeRequestPagesDeps extends Disposable {
  readonly focused: { readonly subject: ReviewSubject } | undefined;
  /** The open page, by place key. */
  readonly find: (key: string) => { readonly post: (message: ToReview) => void } | undefined;
  /** Opens the page at its review; `message` is posted once the review is visible. */
  readonly showReview: (subject: ReviewSubject, message?: ToReview) => unknown;
  /** Opens the page at the editor of a comment. */
  readonly showText: (subject: ReviewSubject, place: TextPlace) => unknown;
}

export type ReviewsWith<Pages extends MergeRequestPagesDeps> = ReviewsArea & { readonly mergeRequestPages: Pages };

export interface ReviewsArea extends Shell {
  readonly reviews: Reviews;
  readonly publishing: ReviewPublishing;
  readonly mergeRequestPages: MergeRequestPagesDeps;
  /** Review for a page; `post` sends messages to it. */
  readonly reviewOnPage: (subject: ReviewSubject, post: (message: ToReview) => void) => PageReview;
  /** The command's merge request, or one the user chooses. */
  readonly reviewSubject: (argument: unknown, title: string) => Promise<ReviewSubject | undefined>;
  /** Sends a text once, as `sendUnsent` does; resolves to whether the server has it. */
  readonly sendText: (store: ReviewDrafts, text: UnsentComment) => Promise<boolean>;
  /** Asks, then deletes one of the user's published comments. Sent once. */
  readonly deleteComment: (store: ReviewDrafts, note: NoteName) => Promise<void>;
  /** Previews and applies a suggestion; `changed` is called once the server may have changed. */
  readonly applySuggestion: (
    store: ReviewDrafts,
    what: { readonly notes: Discussion['notes']; readonly changed: () => Promise<void> },
  ) => Promise<void>;
  /** Checks out the source branch and merges the target, after a question; reports the outcome. */
  readonly mergeTarget: (subject: ReviewSubject, target: string) => Promise<void>;
  /** Approves without publishing, only while the head is `headSha`; reports the outcome. */
  readonly approve: (subject: ReviewSubject, headSha: string | undefined) => Promise<void>;
  /** Opens a thread's diff and expands the thread; shows a message if the file has no changes now. */
  readonly showThread: (place: ReviewPlace, discussion: Discussion) => Promise<unknown>;
}
