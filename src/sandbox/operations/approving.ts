import type { approveMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { Approvals, getMergeRequestApprovals, unapproveMergeRequest } from '../../wire/mergeRequestState.ts';
import type { Operation } from '../../wire/operation.ts';
import { isAtLeast, isLicensed } from '../edition.ts';
import { textResponse } from '../exchange.ts';
import {
  ok,
  requireUser,
  type Handler,
  type NothingReply,
  type HandlerContext,
  type RequestContext,
} from '../handling.ts';
import { forbidden, notFound, Refusal, refusal, unauthorized } from '../refusals.ts';
import { canPushCode, levelIn } from '../world/access.ts';
import { levels, type MergeRequestState, type Person, type ProjectState } from '../world/records.ts';
import { changeReview, discussionOf, type Fresh } from '../world/review.ts';
import type { ReviewState } from '../world/reviewRecords.ts';
import { approvalsLeft, approversOf, projectNow } from './approvals.ts';
import { openRequest, type OpenedRequest } from './mergeRequestReview.ts';
import { assigneesOf, currentRequest, mergeRequestRecord } from './mergeRequests.ts';
import { userById } from './userRecord.ts';

/** Developers, and members who are its author or assignee. */
const mayApprove = (
  { world }: RequestContext,
  person: Person,
  { project, request }: Pick<OpenedRequest, 'project' | 'request'>,
): boolean =>
  canPushCode(world, person, project) ||
  (!project.isArchived &&
    levelIn(world, person, project) >= levels.guest &&
    [request.authorId, ...assigneesOf(request)].includes(person.id));

/** With the licence for rules, authors may not approve their own merge request. */
const isEligible = (visit: RequestContext, person: Person, request: MergeRequestState): boolean =>
  request.state === 'opened' && !(isLicensed(visit.edition, 'premium') && request.authorId === person.id);

const approvalsRecord = async (
  visit: RequestContext,
  given: { readonly project: ProjectState; readonly request: MergeRequestState },
): Promise<Approvals> => {
  const project = projectNow(visit, given.project);
  const request = await currentRequest(visit.world.repository(project), given.request);
  const approvers = approversOf(project, request);
  const { person } = visit;
  const hasApproved = approvers.some((id) => id === person?.id);
  const counts = isLicensed(visit.edition, 'premium');
  const left = approvalsLeft(visit, project, request);
  const own = {
    approved: counts ? left === 0 : approvers.length > 0,
    user_has_approved: hasApproved,
    user_can_approve:
      person !== undefined &&
      !hasApproved &&
      mayApprove(visit, person, { project, request }) &&
      isEligible(visit, person, request),
    approved_by: approvers.flatMap((id) => userById(visit, id) ?? []).map((user) => ({ user })),
  };
  if (!counts) return own;
  const rules = request.approvalRules ?? [];
  const { id, iid, project_id, title, description, state, created_at, updated_at, merge_status } =
    await mergeRequestRecord(visit, project, request);
  const record = {
    ...{ id, iid, project_id, title, description, state, created_at, updated_at, merge_status },
    ...own,
    approvals_required: Math.max(0, ...rules.map((rule) => rule.required)),
    approvals_left: left,
    require_password_to_approve: false,
    has_approval_rules: rules.length > 0,
  };
  return record;
};

/** MR17. */
export const handleGetMergeRequestApprovals: Handler<typeof getMergeRequestApprovals> = async (visit) =>
  ok(await approvalsRecord(visit, openRequest(visit)));

/** Error for a repeated approval or a missing one; 304 since 19.1. */
const nothingToDo = (visit: RequestContext, before: Refusal): Refusal =>
  isAtLeast(visit.edition, '19.1') ? new Refusal(textResponse(304, '')) : before;

const opened = <O extends Operation>(visit: HandlerContext<O>) => {
  const request = openRequest(visit);
  const person = requireUser(visit);
  if (!mayApprove(visit, person, request)) throw forbidden();
  return { ...request, person };
};

/** Changes approvals and adds a system note. */
const changeApprovals = async (
  visit: RequestContext,
  { project, request, person }: Pick<OpenedRequest, 'project' | 'request'> & { readonly person: Person },
  body: string,
  change: (review: ReviewState, fresh: Fresh) => ReviewState['approvals'],
): Promise<NothingReply> => {
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const approvals = change(review, fresh);
    const said = discussionOf(
      fresh,
      { kind: 'mergeRequest', iid: request.iid },
      { type: null, body, authorId: person.id, isSystem: true },
    );
    return [{ ...review, approvals, discussions: [...review.discussions, said] }, undefined];
  });
  return { kind: 'nothing', status: 201, body: await approvalsRecord(visit, { project, request }) };
};

/** MR13. Without permission 403, changed head 409, ineligible or already approved 401. */
export const handleApproveMergeRequest: Handler<typeof approveMergeRequest> = async (visit) => {
  const given = opened(visit);
  const { sha } = given.given;
  const { person, repository } = given;
  const request = await currentRequest(repository, given.request);
  if (sha !== undefined && sha !== request.sha) {
    throw refusal(409, `SHA does not match HEAD of source branch: ${request.sha}`);
  }
  return changeApprovals(visit, given, 'approved this merge request', ({ approvals }, { at }) => {
    const isDone = approvals.some((one) => one.mergeRequestIid === request.iid && one.personId === person.id);
    if (isDone) throw nothingToDo(visit, unauthorized());
    if (!isEligible(visit, person, request)) throw unauthorized();
    return [...approvals, { mergeRequestIid: request.iid, personId: person.id, at }];
  });
};

/** MR19. Without permission 403, not approved 404. */
export const handleUnapproveMergeRequest: Handler<typeof unapproveMergeRequest> = async (visit) => {
  const given = opened(visit);
  const { person, request } = given;
  return changeApprovals(visit, given, 'unapproved this merge request', ({ approvals }) => {
    const others = approvals.filter((one) => one.mergeRequestIid !== request.iid || one.personId !== person.id);
    if (others.length === approvals.length) throw nothingToDo(visit, notFound());
    return others;
  });
};
