import { isLicensed } from '../edition.ts';
import type { Visitor } from '../handling.ts';
import type { ApprovalRuleState, MergeRequestState, ProjectState } from '../world/records.ts';
import { reviewOf } from '../world/review.ts';

/** The project as it is now. */
export const projectNow = (visit: Visitor, project: ProjectState): ProjectState =>
  visit.world.state.projects.find(({ id }) => id === project.id) ?? project;

/** Who has approved, in that order. */
export const approversOf = (project: ProjectState, { iid }: MergeRequestState): readonly number[] =>
  reviewOf(project)
    .approvals.filter(({ mergeRequestIid }) => mergeRequestIid === iid)
    .map(({ personId }) => personId);

/** How many approvals a rule still asks for. */
export const missing = (rule: ApprovalRuleState, approvers: readonly number[]): number =>
  Math.max(0, rule.required - approvers.filter((id) => rule.personIds.includes(id)).length);

/** How many approvals the rules of a merge request still ask for; none without a licence for rules. */
export const approvalsLeft = (
  { edition }: Pick<Visitor, 'edition'>,
  project: ProjectState,
  request: MergeRequestState,
): number => {
  if (!isLicensed(edition, 'premium')) return 0;
  const approvers = approversOf(project, request);
  return Math.max(0, ...(request.approvalRules ?? []).map((rule) => missing(rule, approvers)));
};
