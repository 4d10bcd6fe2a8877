import * as vscode from '../../vscode.ts';
import type { ReviewerView } from '../../../messages/mergeRequestPage.ts';

/** Label of a GraphQL reviewer state. */
export const reviewerState = (state: string | undefined): Pick<ReviewerView, 'tone' | 'words'> => {
  const { t } = vscode.l10n;
  switch (state) {
    case 'APPROVED':
      return { tone: 'good', words: t('Approved') };
    case 'REQUESTED_CHANGES':
      return { tone: 'bad', words: t('Requested changes') };
    case 'REVIEWED':
      return { tone: 'active', words: t('Reviewed') };
    case 'REVIEW_STARTED':
      return { tone: 'active', words: t('Review started') };
    case 'UNAPPROVED':
      return { tone: 'quiet', words: t('Revoked the approval') };
    case 'UNREVIEWED':
      return { tone: 'quiet', words: t('Review requested') };
    default:
      return { tone: 'quiet', words: t('State unknown') };
  }
};
