import { isLicensed } from '../edition.ts';
import type { RequestContext } from '../handling.ts';
import type { ApprovalRuleState, MergeRequestState, ProjectState } from '../world/records.ts';
import { reviewOf } from '../world/review.ts';

/** Current state, as `project` may be outdated after a change. */
export const projectNow = (visit: RequestContext, project: ProjectState): ProjectState =>
  visit.world.state.projects.find(({ id }) => id === project.id) ?? project;

/** In order of approval. */
export const approversOf = (project: ProjectState, { iid }: MergeRequestState): readonly number[] =>
  reviewOf(project)
    .approvals.filter(({ mergeRequestIid }) => mergeRequestIid === iid)
    .map(({ personId }) => personId);

/** Approvals that a rule still requires. */
export const missing = (rule: ApprovalRuleState, approvers: readonly number[]): number =>
  Math.max(0, rule.required - approvers.filter((id) => rule.personIds.includes(id)).length);

/** Approvals that all rules still require; zero without the licence for rules. */
export const approvalsLeft = (
  { edition }: Pick<RequestContext, 'edition'>,
  project: ProjectState,
  request: MergeRequestState,
): number => {
  if (!isLicensed(edition, 'premium')) return 0;
  const approvers = approversOf(project, request);
  return Math.max(0, ...(request.approvalRules ?? []).map((rule) => missing(rule, approvers)));
};
