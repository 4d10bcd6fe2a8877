import * as vscode from '../../vscode.ts';
import { cancellable } from '../../kit/progress.ts';
import type { ReviewsArea } from '../area.ts';
import { sayOutcomes } from './publishSaid.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from '../subject.ts';

/** Approves without publishing, only while the head is `headSha`; reports the outcome. */
export const approveNow = async (
  area: Pick<ReviewsArea, 'publishing' | 'mergeRequestPages'>,
  subject: ReviewSubject,
  headSha: string | undefined,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { publishing } = area;
  const { iid } = subject.request;
  const place = placeOfReview(subject);
  const publication = {
    drafts: [],
    summary: '',
    internal: false,
    verdict: 'approve',
    headSha,
    webUrl: webUrlOf(subject),
  } as const;
  const outcomes = await cancellable(t('Approving !{0}…', iid), (signal) =>
    publishing.publish(place, subject.open.account, publication, signal),
  );
  if (outcomes !== undefined) {
    const [bad] = outcomes.filter(({ tone }) => tone !== 'good');
    if (bad) sayOutcomes(iid, outcomes, () => area.mergeRequestPages.showReview(subject));
    else vscode.window.setStatusBarMessage(t('$(check) Approved !{0}', iid), 4_000);
  } else if (publishing.sending(place) !== undefined) {
    void vscode.window.showInformationMessage(t('A publication to !{0} is already in progress.', iid));
  }
};
