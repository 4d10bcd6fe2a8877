import * as vscode from '../../vscode.ts';
import type { ReviewView, Verdict } from '../../../messages/review.ts';

/** Features of newer servers. */
export interface Offers {
  /** Internal notes as summaries. */
  readonly internal: boolean;
  /** Reviewer states: changes requested, reviewed. */
  readonly state: boolean;
}

/** `mayApprove`: the merge request is open and the user may give a verdict. */
export const finishView = ({ state }: Offers, mayApprove: boolean): Pick<ReviewView, 'verdicts' | 'order'> => {
  const { t } = vscode.l10n;
  const one = (verdict: Verdict, label: string, step: string) => ({ verdict, label, step });
  const states = [
    one('requestChanges', t('Request changes'), t('Changes will be requested, together with all your drafts.')),
    one('reviewed', t('Mark as reviewed'), t('Your review will be marked as done, together with all your drafts.')),
  ];
  const approve = one('approve', t('Approve merge request'), t('The merge request will be approved.'));
  const comment = one('none', t('Comment'), t('Drafts and summary are published without a verdict.'));
  return {
    verdicts: mayApprove ? [comment, approve, ...(state ? states : [])] : [comment],
    order: state
      ? t('Drafts, summary and verdict are sent in one request, then the approval.')
      : t('Drafts are published first, then the summary, then the approval.'),
  };
};
