import * as vscode from '../vscode.ts';
import type { ActionView } from '../../messages/mergeRequestPage.ts';
import { mayWrite } from '../../model/account.ts';
import { mergeability, type MergeWay, mergeWays } from '../../model/mergeRequests/mergeability.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Approvals } from '../../wire/mergeRequestState.ts';
import { reasonMessages } from '../kit/words/mergeReasons.ts';
import { visible } from '../kit/words/format.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import type { ActedOn } from './actedOn.ts';

/** Merge methods available now. */
export const waysToMerge = (
  { account, project }: OpenProject,
  mergeRequest: MergeRequestDetail,
  clients: Shell['clients'],
): readonly MergeWay[] =>
  mergeWays(mergeRequest, {
    release: clients.capabilitiesOf(account).known.release,
    hasTrains: project.merge_trains_enabled === true,
  });

/** Actions, each with the reason if disabled. Parts of `known` are undefined if unknown. */
export const actionViews = (
  open: OpenProject,
  mergeRequest: MergeRequestDetail,
  known: Pick<ActedOn, 'train' | 'conflicts'> &
    Pick<Shell, 'clients'> & { readonly approvals: Approvals | undefined; readonly checkedOut?: string | undefined },
): readonly ActionView[] => {
  const { t } = vscode.l10n;
  const readOnly = mayWrite(open.account) === false ? readOnlyTokenMessage() : undefined;
  const all = open.project.archived === true ? t('The project is archived.') : readOnly;
  const one = (action: ActionView['action'], label: string, why?: string): ActionView => ({
    action,
    label,
    why: all ?? why,
  });
  const local = (action: ActionView['action'], label: string, why?: string): ActionView => ({ action, label, why });
  if (mergeRequest.state === 'closed') return [one('reopen', t('Reopen'))];
  if (mergeRequest.state !== 'opened') return [];
  const { approvals, checkedOut, clients, conflicts, train } = known;
  const { reasons } = mergeability(mergeRequest, open.project);
  const inTrain = train?.position !== undefined;
  const isDraft = (mergeRequest.draft ?? mergeRequest.work_in_progress) === true;
  return [
    mergeRequest.merge_when_pipeline_succeeds === true
      ? one(
          'cancelMerge',
          inTrain ? t('Remove from Merge Train') : t('Cancel Auto-Merge'),
          whyNoCancelling(open, mergeRequest),
        )
      : one('merge', t('Merge…'), whyNoMerge(mergeRequest, waysToMerge(open, mergeRequest, clients))),
    ...(reasons.includes('need_rebase') ? [one('rebase', t('Rebase'))] : []),
    ...(approvals === undefined
      ? []
      : approvals.user_has_approved === true
        ? [one('revoke', t('Revoke Approval'))]
        : [
            one(
              'approve',
              t('Approve'),
              approvals.user_can_approve === false
                ? mergeRequest.author?.id === open.account.userId
                  ? t('You can’t approve your own merge request.')
                  : t('You can’t approve this merge request.')
                : undefined,
            ),
          ]),
    isDraft ? one('ready', t('Mark as Ready')) : one('draft', t('Mark as Draft')),
    one('close', t('Close…')),
    // also without write access: local only
    ...(conflicts?.fetch ? [local('fetchCommits', t('Fetch Commits'))] : []),
    ...(reasons.includes('conflict') ? [local('mergeTarget', t('Check Out and Merge Target…'))] : []),
    local('checkOut', t('Check Out Branch…'), checkedOut && t('{0} is already checked out.', visible(checkedOut))),
  ];
};

const roleMessage = (): string => vscode.l10n.t('Your role does not allow you to merge into this branch.');

/** Mergers and the author may cancel. */
const whyNoCancelling = ({ account }: OpenProject, { user, author }: MergeRequestDetail): string | undefined =>
  user?.can_merge === false && author?.id !== account.userId ? roleMessage() : undefined;

const whyNoMerge = (mergeRequest: MergeRequestDetail, ways: readonly MergeWay[]): string | undefined => {
  const { t } = vscode.l10n;
  if (mergeRequest.user?.can_merge === false) return roleMessage();
  const { kind, reasons } = mergeability(mergeRequest);
  if (kind === 'checking') return t('GitLab is checking whether it can be merged. Refresh in a moment.');
  return ways.length > 0 ? undefined : reasonMessages(reasons).join(' ');
};
