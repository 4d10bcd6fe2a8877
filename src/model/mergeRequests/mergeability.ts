import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
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
