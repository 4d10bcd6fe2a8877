import * as vscode from '../vscode.ts';
import type { MergeView } from '../../messages/mergeRequestPage.ts';
import { mergeability, waitsForPipeline } from '../../model/mergeRequests/mergeability.ts';
import type { Train } from '../../model/mergeRequests/trains.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { reasonMessages } from '../kit/words/mergeReasons.ts';

/** Mergeability with reasons, including GitLab's own error after a failed merge or rebase. */
export const mergeView = (request: MergeRequestDetail, train: Train | undefined): MergeView => {
  const { kind, reasons } = mergeability(request);
  const error = request.merge_error ?? '';
  const { t } = vscode.l10n;
  const failed = error === '' || kind === 'notOpen' ? [] : [t('GitLab says: {0}', error)];
  const words = [...reasonMessages(reasons), ...failed];
  const all =
    kind !== 'notOpen' && request.user?.can_merge === false
      ? [...words, t('Your role does not allow you to merge into this branch.')]
      : words;
  switch (kind) {
    case 'notOpen':
      return { tone: 'quiet', words: t('Not open'), reasons: all };
    case 'mergeable':
      return { tone: 'good', words: t('Ready to merge'), reasons: all };
    case 'waiting':
      return { tone: 'active', words: waitingMessage(reasons, train), reasons: all };
    case 'checking':
      return { tone: 'active', words: t('GitLab is checking whether it can be merged'), reasons: all };
    case 'blocked':
      return { tone: 'bad', words: t('Cannot be merged yet'), reasons: all };
  }
};

const waitingMessage = (reasons: readonly string[], train: Train | undefined): string => {
  const { t } = vscode.l10n;
  if (train?.position !== undefined) return t('In the merge train: {0} of {1}', train.position, train.size);
  return waitsForPipeline(reasons)
    ? t('Will be merged when the pipeline succeeds')
    : t('Will be merged when all checks pass');
};
