import type { Approvals } from '../../wire/mergeRequestState.ts';
import { isLicensed } from '../edition.ts';
import type { Visitor } from '../handling.ts';
import { canPushCode } from '../world/access.ts';
import type { ApprovalRuleState, MergeRequestState, ProjectState } from '../world/records.ts';
import { reviewOf } from '../world/review.ts';
import { mergeRequestRecord } from './mergeRequests.ts';
import { userById } from './userRecord.ts';

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

/** The approvals as MR13 and MR17 answer them. */
export const approvalsRecord = (
  visit: Visitor,
  given: { readonly project: ProjectState; readonly request: MergeRequestState },
): Approvals => {
  const project = projectNow(visit, given.project);
  const { request } = given;
  const approvers = approversOf(project, request);
  const { person } = visit;
  const hasApproved = approvers.some((id) => id === person?.id);
  const mayApprove =
    person !== undefined &&
    request.state === 'opened' &&
    request.authorId !== person.id &&
    canPushCode(visit.world, person, project);
  const own = {
    user_has_approved: hasApproved,
    user_can_approve: mayApprove && !hasApproved,
    approved_by: approvers.flatMap((id) => userById(visit, id) ?? []).map((user) => ({ user })),
  };
  const left = approvalsLeft(visit, project, request);
  // Community builds approve without counting
  if (!visit.edition.enterprise) return { ...own, approved: approvers.length > 0 };
  const required = isLicensed(visit.edition, 'premium')
    ? Math.max(0, ...(request.approvalRules ?? []).map((rule) => rule.required))
    : 0;
  const { id, iid, project_id, title, description, state, created_at, updated_at, merge_status } = mergeRequestRecord(
    visit,
    project,
    request,
  );
  const record = {
    ...{ id, iid, project_id, title, description, state, created_at, updated_at, merge_status },
    ...own,
    approved: left === 0 && (required > 0 || approvers.length > 0),
    approvals_required: required,
    approvals_left: left,
    require_password_to_approve: false,
    has_approval_rules: (request.approvalRules ?? []).length > 0,
  };
  return record;
};
