import type * as vscode from '../vscode.ts';
import { approveNow } from './approveNow.ts';
import { reviewSubject } from './chooseReview.ts';
import { chooseLine } from './chooseLine.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import { spotOfDraft } from '../../model/reviews/draftPosition.ts';
import { showThread } from './nextThread.ts';
import { showOrSay } from './openReview.ts';
import { ReviewPages } from './page.ts';
import { ReviewPublishing } from './publishing.ts';
import { PublishJournal } from './publishJournal.ts';
import { PublishReports } from './publishReports.ts';
import { Reviews } from './reviewParts.ts';
import type { ReviewRow } from './rows.ts';
import type { Shell } from '../shell/shell.ts';
import type { ReviewsArea } from './area.ts';
import { sayOutcomes } from './publishSaid.ts';
import { applySuggestionsOf } from './applySuggestion.ts';
import { removeComment } from './ownComments.ts';
import { sendKept } from './send.ts';
import { placeOfReview } from './subject.ts';

/** Builds the reviews: what is known of them, their view, threads and pages. Nothing is read before it is shown. */
export const createReviewParts = (shell: Shell, view: vscode.TreeView<ReviewRow>, rows: RowsFirst): ReviewsArea => {
  const { context, accounts, clients, keptTexts, log, own } = shell;
  const extensionId = context.extension.id;
  const reviews = own(new Reviews({ ...shell, extensionId, view, rows, branch: shell.currentBranch }));
  const publishing = new ReviewPublishing({
    reviews,
    clients,
    keptTexts,
    log,
    reports: new PublishReports(context.workspaceState),
    journal: new PublishJournal(context.workspaceState),
  });
  const reviewPages = new ReviewPages(shell, {
    log,
    reviews,
    publishing,
    openPlace: async (place) => {
      const store = reviews.threads.storeOf(place);
      if (store) await reviews.showWhole({ store });
    },
    sendLeft: async (store, key, text) => {
      const kept = reviews.kept.get(key);
      if (kept === undefined) return false;
      const draft = { ...kept, text, isPublic: false, draftId: undefined, isGuess: false, refusal: undefined };
      return sendKept({ accounts, clients, kept: reviews.kept, log }, store, draft);
    },
    placeLeft: async (store, key) => {
      const kept = reviews.kept.get(key);
      if (kept) await chooseLine(area, { store, kept: { ...kept, isPublic: false } });
    },
    jump: async (subject, draft) => {
      const place = placeOfReview(subject);
      const { discussions } = reviews.stores.of(place);
      const spot = spotOfDraft(draft, discussions);
      if (spot !== undefined) await showOrSay(area, place, spot);
    },
    sayOutcomes: (subject, outcomes) => sayOutcomes(subject.request.iid, outcomes, () => reviewPages.show(subject)),
  });
  const area: ReviewsArea = {
    ...shell,
    reviews,
    reviewPages: own(reviewPages),
    reviewSubject: (argument, title) => reviewSubject(area, argument, title),
    sendText: (store, text) => sendKept({ accounts, clients, kept: reviews.kept, log }, store, text),
    deleteComment: (store, note) => removeComment(area, store, note),
    applySuggestion: (store, what) => applySuggestionsOf(area, store, what),
    approve: (subject, headSha) => approveNow(area, subject, headSha),
    showThread: (place, discussion) => showThread(area, place, discussion),
  };
  return area;
};

export { reviewCommands } from './commands.ts';
