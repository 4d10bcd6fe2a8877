import * as vscode from '../vscode.ts';
import type { MergeView } from '../../messages/mergeRequestPage.ts';
import { mergeability, outdatedPipeline, waitsForPipeline } from '../../model/mergeRequests/mergeability.ts';
import type { Train } from '../../model/mergeRequests/trains.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { reasonMessages } from '../kit/words/mergeReasons.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { ActedOn } from './actedOn.ts';

/** Mergeability with reasons, including GitLab's own error after a failed merge or rebase. */
export const mergeView = (
  project: OpenProject['project'],
  mergeRequest: MergeRequestDetail,
  { train, conflicts }: Pick<ActedOn, 'train' | 'conflicts'>,
): MergeView => {
  const { kind, reasons } = mergeability(mergeRequest, project);
  const { many, t } = vscode.l10n;
  const error = mergeRequest.merge_error ?? '';
  const outdated = outdatedPipeline(mergeRequest);
  const behind = mergeRequest.diverged_commits_count ?? 0;
  const reasonView = (reason: string): MergeView['reasons'][number] => {
    const [words = ''] = reasonMessages([reason]);
    if (reason === 'need_rebase' && behind > 0) {
      const commits = many(behind, '{0} commit', '{0} commits');
      return { words: t('The source branch is {0} behind {1}. Choose Rebase.', commits, mergeRequest.target_branch) };
    }
    const { files, why, fetch } = (reason === 'conflict' && conflicts) || {};
    if (why === undefined) return files ? { words, files } : { words };
    const unknown = `${words} ${t('The files in conflict are unknown.')} ${why}`;
    return { words: fetch ? `${unknown} ${t('Choose Fetch Commits.')}` : unknown };
  };
  const also = [
    ...(outdated === undefined ? [] : [t('The newest pipeline is of {0}, not of the newest commit.', outdated)]),
    ...(error === '' ? [] : [t('GitLab says: {0}', error)]),
    ...(mergeRequest.user?.can_merge === false ? [t('Your role does not allow you to merge into this branch.')] : []),
  ];
  const all = [...reasons.map(reasonView), ...(kind === 'notOpen' ? [] : also.map((words) => ({ words })))];
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
