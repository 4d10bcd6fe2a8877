import * as vscode from '../../vscode.ts';
import { cancellable } from '../../kit/progress.ts';
import type { ReviewsArea } from '../area.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from '../subject.ts';
import { isGood } from './outcomeMessages.ts';
import type { Publication } from './bulkExtras.ts';
import { notifyOutcomes } from './publishNotifications.ts';

/** Publishes drafts without a summary, or approves, with cancellable progress; reports the outcome. */
export const publishNow = async (
  area: Pick<ReviewsArea, 'publishing' | 'mergeRequestPages'>,
  subject: ReviewSubject,
  what: Pick<Publication, 'drafts' | 'threads' | 'verdict' | 'headSha'>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { publishing } = area;
  const { iid } = subject.request;
  const place = placeOfReview(subject);
  const publication = { ...what, summary: '', internal: false, webUrl: webUrlOf(subject) };
  const title = what.verdict === 'approve' ? t('Approving !{0}…', iid) : t('Publishing to !{0}…', iid);
  const outcomes = await cancellable(title, (signal) =>
    publishing.publish(place, subject.open.account, publication, signal),
  );
  if (outcomes === undefined) {
    if (publishing.sending(place) !== undefined) {
      void vscode.window.showInformationMessage(t('A publication to !{0} is already in progress.', iid));
    }
  } else if (what.verdict === 'approve' && outcomes.every(isGood)) {
    vscode.window.setStatusBarMessage(t('$(check) Approved !{0}', iid), 4_000);
  } else notifyOutcomes(subject, outcomes, () => area.mergeRequestPages.showReview(subject));
};
