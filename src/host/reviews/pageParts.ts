import * as vscode from 'vscode';
import { pathOf } from '../../model/review/samePlace.ts';
import type { App } from '../app.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { openPosition } from './openReview.ts';
import { ReviewPages } from './page.ts';
import { ReviewPublishing } from './publishing.ts';
import { PublishReports } from './publishReports.ts';
import type { Reviews } from './reviews.ts';
import { sendKept } from './send.ts';
import { placeOfReview } from './subject.ts';

/** Builds the review pages and what publishes; `app` is asked for once something is done on a page. */
export const createReviewPages = (
  parts: Pick<App, 'context' | 'accounts' | 'clients' | 'keptTexts' | 'log'> & { readonly reviews: Reviews },
  app: () => App,
): ReviewPages => {
  const { context, accounts, clients, keptTexts, log, reviews } = parts;
  const publishing = new ReviewPublishing(
    { reviews, clients, keptTexts, log },
    new PublishReports(context.workspaceState),
  );
  return new ReviewPages({
    extension: context.extensionUri,
    accounts,
    clients,
    keptTexts,
    log,
    reviews,
    publishing,
    sendLeft: async (store, key, text) => {
      const kept = reviews.kept.get(key);
      if (kept === undefined) return false;
      const draft = { ...kept, text, isPublic: false, draftId: undefined, isGuess: false, refusal: undefined };
      return sendKept({ accounts, clients, kept: reviews.kept, log }, store, draft);
    },
    jump: async (subject, draft) => {
      const place = placeOfReview(subject);
      const { discussions } = reviews.stores.of(place);
      const thread = discussions.find(({ id }) => id === draft.discussion_id);
      const position = pathOf(draft.position) === undefined ? thread?.notes[0]?.position : draft.position;
      if (position == null || pathOf(position) === undefined) return;
      if (await openPosition(app(), place, position)) return;
      void vscode.window.showWarningMessage(
        vscode.l10n.t('{0} is not among the changes of !{1} any more.', pathOf(position) ?? '', place.iid),
      );
    },
    browse: (address) => openInBrowser(address),
  });
};
