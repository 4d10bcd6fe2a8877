import type * as vscode from '../vscode.ts';
import { mergeTarget } from './branch/mergeTarget.ts';
import { reviewSubject } from './chooseReview.ts';
import { chooseLine } from './threads/chooseLine.ts';
import { reported } from '../kit/commands.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import { spotOfDraft } from '../../model/reviews/spots.ts';
import { showThread } from './threads/nextThread.ts';
import { showOrExplain } from './files/openReview.ts';
import { PageReview, type PageReviewDeps } from './page/pageReview.ts';
import { publishNow } from './publish/publishNow.ts';
import { ReviewPublishing } from './publish/publishReview.ts';
import { PublishReports } from './publish/publicationReports.ts';
import { Reviews } from './reviewState.ts';
import type { ReviewRow } from './view/rows.ts';
import type { Shell } from '../shell/shell.ts';
import type { MergeRequestPagesDeps, ReviewsArea, ReviewsWith } from './area.ts';
import { notifyInterrupted, notifyOutcomes } from './publish/publishNotifications.ts';
import { applySuggestionsOf } from './threads/applySuggestion.ts';
import { removeComment } from './drafts/publishedComments.ts';
import { sendUnsent } from './drafts/sendComment.ts';
import { placeOfReview } from './subject.ts';

/** Builds the area. Nothing is read before it is visible. */
export const createReviewParts = <Pages extends MergeRequestPagesDeps>(
  shell: Shell,
  given: {
    readonly view: vscode.TreeView<ReviewRow>;
    readonly rows: RowsFirst;
    readonly pagesOf: (area: ReviewsArea) => Pages;
  },
): ReviewsWith<Pages> => {
  const { context, accounts, clients, unsentTexts, log, own } = shell;
  const extensionId = context.extension.id;
  const reviews = own(new Reviews({ ...shell, extensionId, ...given, branch: shell.currentBranch }));
  const reports = own(new PublishReports(context.workspaceState));
  const publishing = own(
    new ReviewPublishing({ reviews, clients, unsentTexts, log, reports, memento: context.workspaceState }),
  );
  const onPage: PageReviewDeps = {
    log,
    reviews,
    publishing,
    sendLeft: async (store, key, text) => {
      const unsent = reviews.unsent.get(key);
      if (unsent === undefined) return false;
      const draft = { ...unsent, text, isPublic: false, draftId: undefined, isGuess: false, refusal: undefined };
      return area.sendText(store, draft);
    },
    placeLeft: async (store, key) => {
      const unsent = reviews.unsent.get(key);
      if (unsent) await chooseLine(area, { store, kept: { ...unsent, isPublic: false } });
    },
    jump: async (subject, draft) => {
      const place = placeOfReview(subject);
      const { discussions } = reviews.stores.of(place);
      const spot = spotOfDraft(draft, discussions);
      if (spot !== undefined) await showOrExplain(area, place, spot);
    },
    showOutcomes: (subject, outcomes) => notifyOutcomes(subject, outcomes, () => pages.showReview(subject)),
  };
  const area: ReviewsWith<Pages> = {
    ...shell,
    reviews,
    publishing,
    get mergeRequestPages(): Pages {
      return pages;
    },
    reviewOnPage: (subject, post) => new PageReview(subject, onPage, post),
    reviewSubject: (argument, title) => reviewSubject(area, argument, title),
    sendText: (store, text) => sendUnsent(area, store, text),
    deleteComment: (store, note) => removeComment(area, store, note),
    applySuggestion: (store, what) => applySuggestionsOf(area, store, what),
    mergeTarget: (subject, target) => mergeTarget(area, subject, target),
    approve: (subject, headSha) => publishNow(area, subject, { drafts: [], verdict: 'approve', headSha }),
    showThread: (place, discussion) => showThread(area, place, discussion),
  };
  own(
    reports.onDidChange((place) => {
      const store = reviews.threads.storeOf(place);
      if (store) reviews.view.refreshPlace(store.place);
    }),
  );
  const pages: Pages = own(given.pagesOf(area));
  for (const publication of publishing.interrupted) {
    const show = async (): Promise<void> => {
      const store = reviews.threads.storeOf(publication);
      if (store) await reviews.showWhole({ store });
    };
    if (accounts.get(publication.account))
      notifyInterrupted(publication.iid, () => reported(shell, 'Opening a review', show));
  }
  return area;
};

export { reviewCommands } from './commands.ts';
