import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { isSince, type Release } from '../release.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** What is in the way of a merge: GitLab's words for it, and `noRight`, `notOpen` of our own. */
export interface Mergeability {
  readonly kind: 'mergeable' | 'waiting' | 'checking' | 'blocked' | 'notOpen';
  /** Values of `detailed_merge_status`; the one the server names first. */
  readonly reasons: readonly string[];
}

const underWay = new Set(['unchecked', 'checking', 'preparing', 'approvals_syncing']);

/**
 * Whether a merge request can be merged. The server names one reason; what its record says besides is added. Servers
 * before 15.6 say only whether there are conflicts.
 */
export const mergeability = (
  request: MergeRequest & Partial<Pick<MergeRequestDetail, 'has_conflicts' | 'blocking_discussions_resolved'>>,
): Mergeability => {
  if (request.state !== 'opened') return { kind: 'notOpen', reasons: [] };
  const { detailed_merge_status: detailed, merge_status: former } = request;
  const status =
    detailed ?? (former === 'can_be_merged' ? 'mergeable' : former === 'cannot_be_merged' ? 'conflict' : 'unchecked');
  const others = [
    ...((request.draft ?? request.work_in_progress) === true ? ['draft_status'] : []),
    ...(request.has_conflicts === true ? ['conflict'] : []),
    ...(request.blocking_discussions_resolved === false ? ['discussions_not_resolved'] : []),
  ];
  if (underWay.has(status)) return { kind: 'checking', reasons: others };
  const isWaiting = request.merge_when_pipeline_succeeds === true;
  if (status === 'mergeable') return { kind: isWaiting ? 'waiting' : 'mergeable', reasons: [] };
  return { kind: isWaiting ? 'waiting' : 'blocked', reasons: [...new Set([status, ...others])] };
};

/** A way to merge: at once, by auto-merge, or through the merge train of the target branch. */
export type MergeWay = 'now' | 'auto' | 'train';

/** Reasons that the pipeline of the head removes by succeeding. */
const pipelineReasons = ['ci_still_running', 'ci_must_pass'];

/** Reasons that auto-merge waits for from 17.7 on: they end without a commit on the source branch. */
const awaited = new Set([
  ...pipelineReasons,
  'not_approved',
  'code_owners_approval',
  'requested_changes',
  'draft_status',
  'discussions_not_resolved',
  'merge_request_blocked',
  'merge_time',
  'status_checks_must_pass',
  'jira_association_missing',
  'security_policy_violations',
  'security_policy_pipeline_check',
]);

/** Whether only the pipeline is missing. */
export const waitsForPipeline = (reasons: readonly string[]): boolean =>
  reasons.every((reason) => pipelineReasons.includes(reason));

const underWayPipeline = new Set(['created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled']);

/** The ways an open merge request can be merged now, the usual one first. A server of unknown release is tried. */
export const mergeWays = (
  request: MergeRequestDetail,
  { release, hasTrains }: { readonly release: Release | undefined; readonly hasTrains: boolean },
): readonly MergeWay[] => {
  const { kind, reasons } = mergeability(request);
  const isRunning = underWayPipeline.has(request.head_pipeline?.status ?? '');
  const waiting: MergeWay = hasTrains ? 'train' : 'auto';
  if (kind === 'mergeable') return isRunning || hasTrains ? [waiting, 'now'] : ['now'];
  if (kind !== 'blocked') return [];
  const waitsForAll = release === undefined || isSince(release, '17.7');
  const canWait = waitsForAll ? reasons.every((reason) => awaited.has(reason)) : isRunning && waitsForPipeline(reasons);
  return canWait ? [waiting] : [];
};
