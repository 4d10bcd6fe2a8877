import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { isUnderWay } from '../pipelineStates.ts';
import { isAtLeast, type Release } from '../release.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { Project } from '../../wire/projects.ts';

export interface Mergeability {
  readonly kind: 'mergeable' | 'waiting' | 'checking' | 'blocked' | 'notOpen';
  /** Values of `detailed_merge_status`, the server's own first. */
  readonly reasons: readonly string[];
}

const underWay = new Set(['unchecked', 'checking', 'preparing', 'approvals_syncing']);

/** Such merge methods need a source branch that is not behind its target. */
export const needsFastForward = ({ merge_method: method }: Pick<Project, 'merge_method'>): boolean =>
  method === 'ff' || method === 'rebase_merge';

/**
 * Adds obstacles of the record to the single reason that the server gives; with `project`, also a source branch that is
 * behind. Servers before 15.6 only report conflicts.
 */
export const mergeability = (
  mergeRequest: MergeRequest & Partial<MergeRequestDetail>,
  project?: Pick<Project, 'merge_method'>,
): Mergeability => {
  if (mergeRequest.state !== 'opened') return { kind: 'notOpen', reasons: [] };
  const { detailed_merge_status: detailed, merge_status: former } = mergeRequest;
  const status =
    detailed ?? (former === 'can_be_merged' ? 'mergeable' : former === 'cannot_be_merged' ? 'conflict' : 'unchecked');
  const others = [
    ...((mergeRequest.draft ?? mergeRequest.work_in_progress) === true ? ['draft_status'] : []),
    ...(mergeRequest.has_conflicts === true ? ['conflict'] : []),
    ...(mergeRequest.blocking_discussions_resolved === false ? ['discussions_not_resolved'] : []),
    ...(project && needsFastForward(project) && (mergeRequest.diverged_commits_count ?? 0) > 0 ? ['need_rebase'] : []),
  ];
  if (underWay.has(status)) return { kind: 'checking', reasons: others };
  const isWaiting = mergeRequest.merge_when_pipeline_succeeds === true;
  if (status === 'mergeable') return { kind: isWaiting ? 'waiting' : 'mergeable', reasons: [] };
  return { kind: isWaiting ? 'waiting' : 'blocked', reasons: [...new Set([status, ...others])] };
};

/** Short SHA of an older commit that the newest pipeline is of; undefined where unknown, as for merged results. */
export const outdatedPipeline = ({ sha, head_pipeline: pipeline }: MergeRequestDetail): string | undefined => {
  const isOfMerge = /\/(merge|train)$/.test(pipeline?.ref ?? '');
  return sha == null || isOfMerge || pipeline?.sha === sha ? undefined : pipeline?.sha?.slice(0, 8);
};

/** Immediate merge, auto-merge or merge train. */
export type MergeWay = 'now' | 'auto' | 'train';

/** Resolved by a successful pipeline. */
const pipelineReasons = ['ci_still_running', 'ci_must_pass'];

/** Accepted by auto-merge since 17.7: they can be resolved without a new commit on the source branch. */
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

/** No other reasons. */
export const waitsForPipeline = (reasons: readonly string[]): boolean =>
  reasons.every((reason) => pipelineReasons.includes(reason));

/** Usual one first; empty if not mergeable. An unknown release counts as new. */
export const mergeWays = (
  mergeRequest: MergeRequestDetail,
  { release, hasTrains }: { readonly release: Release | undefined; readonly hasTrains: boolean },
): readonly MergeWay[] => {
  const { kind, reasons } = mergeability(mergeRequest);
  const isRunning = isUnderWay(mergeRequest.head_pipeline?.status);
  const waiting: MergeWay = hasTrains ? 'train' : 'auto';
  if (kind === 'mergeable') return isRunning || hasTrains ? [waiting, 'now'] : ['now'];
  if (kind !== 'blocked') return [];
  const waitsForAll = release === undefined || isAtLeast(release, '17.7');
  const canWait = waitsForAll ? reasons.every((reason) => awaited.has(reason)) : isRunning && waitsForPipeline(reasons);
  return canWait ? [waiting] : [];
};
