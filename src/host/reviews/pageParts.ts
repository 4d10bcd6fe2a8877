import { pathOf } from '../../model/review/samePlace.ts';
import type { App } from '../app.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { chooseLine } from './chooseLine.ts';
import { showOrSay } from './openReview.ts';
import { ReviewPages } from './page.ts';
import { ReviewPublishing } from './publishing.ts';
import { PublishJournal } from './publishJournal.ts';
import { PublishReports } from './publishReports.ts';
import type { Reviews } from './reviews.ts';
import { sayOutcomes } from './publishSaid.ts';
import { sendKept } from './send.ts';
import { placeOfReview } from './subject.ts';

/** Builds the review pages and what publishes; `app` is asked for once something is done on a page. */
export const createReviewPages = (
  parts: Pick<App, 'context' | 'accounts' | 'clients' | 'keptTexts' | 'log'> & { readonly reviews: Reviews },
  app: () => App,
): ReviewPages => {
  const { context, accounts, clients, keptTexts, log, reviews } = parts;
  const publishing = new ReviewPublishing({
    reviews,
    clients,
    keptTexts,
    log,
    reports: new PublishReports(context.workspaceState),
    journal: new PublishJournal(context.workspaceState),
  });
  return new ReviewPages({
    extension: context.extensionUri,
    accounts,
    clients,
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
      if (kept) await chooseLine(app(), { store, kept: { ...kept, isPublic: false } });
    },
    jump: async (subject, draft) => {
      const place = placeOfReview(subject);
      const { discussions } = reviews.stores.of(place);
      const thread = discussions.find(({ id }) => id === draft.discussion_id);
      const position = pathOf(draft.position) === undefined ? thread?.notes[0]?.position : draft.position;
      if (position != null && pathOf(position) !== undefined) await showOrSay(app(), place, position);
    },
    sayOutcomes: (subject, outcomes) =>
      sayOutcomes(subject.request.iid, outcomes, () => app().reviewPages.show(subject)),
    browse: (address) => openInBrowser(address),
  });
};
