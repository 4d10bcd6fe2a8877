import * as vscode from '../vscode.ts';
import type { ReviewView } from '../../messages/review.ts';

/** What a server takes besides drafts and a summary. */
export interface Offers {
  /** A summary that only members of the project see. */
  readonly internal: boolean;
  /** That changes are requested, or that one has reviewed. */
  readonly state: boolean;
}

/** The ways to finish a review; `mayJudge` where the merge request takes a verdict of the user. */
export const finishView = ({ state }: Offers, mayJudge: boolean): Pick<ReviewView, 'verdicts' | 'order'> => {
  const { t } = vscode.l10n;
  const comment = {
    verdict: 'none',
    label: t('Comment'),
    step: t('Drafts and summary are published without a verdict.'),
  } as const;
  const approve = {
    verdict: 'approve',
    label: t('Approve merge request'),
    step: t('The merge request will be approved.'),
  } as const;
  const states = [
    {
      verdict: 'requestChanges',
      label: t('Request changes'),
      step: t('Changes will be requested, together with all your drafts.'),
    },
    {
      verdict: 'reviewed',
      label: t('Mark as reviewed'),
      step: t('Your review will be marked as done, together with all your drafts.'),
    },
  ] as const;
  return {
    verdicts: mayJudge ? [comment, approve, ...(state ? states : [])] : [comment],
    order: state
      ? t('Drafts, summary and verdict are sent in one request, then the approval.')
      : t('Drafts are published first, then the summary, then the approval.'),
  };
};
