import * as vscode from '../vscode.ts';
import type { ActionView } from '../../messages/mergeRequestPage.ts';
import { mayWrite } from '../../model/account.ts';
import { mergeability } from '../../model/mergeRequests/mergeability.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Approvals } from '../../wire/mergeRequestState.ts';
import { reasonMessage } from '../kit/mergeReasons.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** What can be done with a merge request; what cannot be done now says why. `approvals` undefined: not known. */
export const actionViews = (
  open: OpenProject,
  request: MergeRequestDetail,
  approvals: Approvals | undefined,
): readonly ActionView[] => {
  const { t } = vscode.l10n;
  const readOnly = mayWrite(open.account) === false ? readOnlyTokenMessage() : undefined;
  const all = open.project.archived === true ? t('The project is archived.') : readOnly;
  const one = (action: ActionView['action'], label: string, why?: string): ActionView => ({
    action,
    label,
    why: all ?? why,
  });
  if (request.state === 'closed') return [one('reopen', t('Reopen'))];
  if (request.state !== 'opened') return [];
  const isDraft = (request.draft ?? request.work_in_progress) === true;
  return [
    request.merge_when_pipeline_succeeds === true
      ? one('cancelMerge', t('Cancel Auto-Merge'), whyNoCancelling(open, request))
      : one('merge', t('Merge…'), whyNoMerge(request)),
    ...(approvals === undefined
      ? []
      : approvals.user_has_approved === true
        ? [one('revoke', t('Revoke Approval'))]
        : [
            one(
              'approve',
              t('Approve'),
              approvals.user_can_approve === false ? t('You may not approve this merge request.') : undefined,
            ),
          ]),
    isDraft ? one('ready', t('Mark as Ready')) : one('draft', t('Mark as Draft')),
    one('labels', t('Labels…')),
    one('reviewers', t('Reviewers…')),
    one('close', t('Close…')),
    // nothing is written on the server
    { action: 'checkOut', label: t('Check Out Branch…'), why: undefined },
  ];
};

const pipelineReasons = ['ci_still_running', 'ci_must_pass'];

const roleMessage = (): string => vscode.l10n.t('Your role does not allow you to merge into this branch.');

/** Who may merge it and who made it may do so. */
const whyNoCancelling = ({ account }: OpenProject, { user, author }: MergeRequestDetail): string | undefined =>
  user?.can_merge === false && author?.id !== account.userId ? roleMessage() : undefined;

const whyNoMerge = (request: MergeRequestDetail): string | undefined => {
  const { t } = vscode.l10n;
  if (request.user?.can_merge === false) return roleMessage();
  const { kind, reasons } = mergeability(request);
  if (kind === 'checking') return t('GitLab is checking whether it can be merged. Refresh in a moment.');
  const canWait = isPipelineUnderWay(request) && reasons.every((reason) => pipelineReasons.includes(reason));
  return reasons.length === 0 || canWait ? undefined : reasons.map(reasonMessage).join(' ');
};

const underWay = new Set(['created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled']);

/** Whether a merge can wait for the pipeline of the head. */
export const isPipelineUnderWay = ({ head_pipeline: pipeline }: MergeRequestDetail): boolean =>
  pipeline != null && underWay.has(pipeline.status);
