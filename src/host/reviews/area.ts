import type { Shell } from '../shell/shell.ts';
import type { ReviewDrafts, ReviewPlace } from '../../model/reviews/drafts.ts';
import type { Discussion } from '../../wire/notes.ts';
import type { KeptDraft, NoteName } from './keptDrafts.ts';
import type { ReviewPages } from './page.ts';
import type { Reviews } from './reviewParts.ts';
import type { ReviewSubject } from './subject.ts';

/** What commands on reviews work with. */
export interface ReviewsArea extends Shell {
  readonly reviews: Reviews;
  readonly reviewPages: ReviewPages;
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
