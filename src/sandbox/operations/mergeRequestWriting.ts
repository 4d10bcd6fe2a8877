import type {
  acceptMergeRequest,
  cancelAutoMerge,
  createMergeRequest,
  updateMergeRequest,
} from '../../wire/mergeRequestWriting.ts';
import { maxPeople } from '../edition.ts';
import { jsonResponse } from '../exchange.ts';
import { listCommitHashes } from '../git/history.ts';
import { branchTip } from '../git/refs.ts';
import { ok, openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { badParameters, forbidden, invalidRecord, notFound, Refusal, refusal, unauthorized } from '../refusals.ts';
import type { RawParameters } from '../validation.ts';
import { canPushCode, canReadCode, canUpdate } from '../world/access.ts';
import { freshIds } from '../world/freshIds.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { rootOf } from './commitWriting.ts';
import { canWait, mergeChecks } from './mergeability.ts';
import { cannotMerge, mergeRequestNow } from './mergeRequestMerging.ts';
import { openRequest, requestDetail, type OpenedRequest } from './mergeRequestReview.ts';
import { currentRequest, milestonesFor } from './mergeRequests.ts';
import { headsOf } from './mergeRequestVersions.ts';
import { headPipelineOf, sourceTip } from './requestSource.ts';

/** Parameters common to MR14 and MR15. */
export interface Given {
  readonly title?: string | undefined;
  readonly target_branch?: string | undefined;
  readonly description?: string | undefined;
  readonly assignee_ids?: readonly number[] | undefined;
  readonly reviewer_ids?: readonly number[] | undefined;
  readonly labels?: string | undefined;
  readonly milestone_id?: number | undefined;
  readonly squash?: boolean | undefined;
  readonly remove_source_branch?: boolean | undefined;
  readonly state_event?: 'close' | 'reopen' | undefined;
}

const maxTitle = 255;

const problems = (messages: readonly string[], status: 409 | 422): Refusal =>
  new Refusal(jsonResponse(status, { message: messages }));

/** Ignores unknown users, and without the licence all but the first. */
export const changedMembers = (
  visit: RequestContext,
  project: ProjectState,
  given: Given,
  at: string,
): Partial<MergeRequestState> => {
  const { title, description, assignee_ids: assignees, reviewer_ids: reviewers, labels } = given;
  const milestone = milestonesFor(visit, project).find(({ id }) => id === given.milestone_id);
  const people = (ids: readonly number[]): readonly number[] =>
    [...new Set(ids)].filter((id) => visit.world.person(id) !== undefined).slice(0, maxPeople(visit.edition));
  if (title !== undefined && title.trim() === '') throw invalidRecord({ title: ["can't be blank"] });
  if (title !== undefined && title.length > maxTitle) {
    throw invalidRecord({ title: [`is too long (maximum is ${maxTitle} characters)`] });
  }
  return {
    ...(title === undefined ? {} : { title, isDraft: /^(\[draft\]|\(draft\)|draft:)/i.test(title) }),
    ...(description === undefined ? {} : { description }),
    ...(assignees === undefined ? {} : { assigneeId: people(assignees)[0] ?? null, assigneeIds: people(assignees) }),
    ...(reviewers === undefined ? {} : { reviewerIds: people(reviewers) }),
    ...(labels === undefined
      ? {}
      : { labels: [...new Set(labels.split(',').map((label) => label.trim()))].filter(Boolean) }),
    ...(milestone === undefined && given.milestone_id !== 0 ? {} : { milestone: milestone?.title }),
    ...(given.squash === undefined ? {} : { isSquashed: given.squash }),
    ...(given.remove_source_branch === undefined ? {} : { removesSource: given.remove_source_branch }),
    ...(given.state_event === 'close'
      ? { state: 'closed', closedAt: at, closedById: requireUser(visit).id, mergesBy: undefined }
      : {}),
    ...(given.state_event === 'reopen' ? { state: 'opened', closedAt: null } : {}),
    updatedAt: at,
  };
};

const sameBranch = "You can't use same project/branch for source and target";

const isOpenFor =
  (source: string, target: string, fork: number | undefined) =>
  ({ state, sourceBranch, targetBranch, sourceProjectId }: MergeRequestState): boolean =>
    state === 'opened' && sourceBranch === source && targetBranch === target && sourceProjectId === fork;

const put = async (visit: RequestContext, project: ProjectState, request: MergeRequestState): Promise<void> => {
  await visit.world.updateProject(project.id, (state) => {
    const isKnown = state.mergeRequests.some(({ id }) => id === request.id);
    const mergeRequests = isKnown
      ? state.mergeRequests.map((one) => (one.id === request.id ? request : one))
      : [...state.mergeRequests, request];
    return { ...state, mergeRequests };
  });
};

const conflictWith = ({ iid }: MergeRequestState): Refusal =>
  problems([`Another open merge request already exists for this source branch: !${iid}`], 409);

/** Throws 404 for an unknown project, 403 for an archived one and without access to its code. */
const openTarget = (visit: RequestContext, id: number): ProjectState => {
  const project = visit.world.state.projects.find((one) => one.id === id);
  if (project === undefined) throw notFound();
  if (project.isArchived || !canReadCode(visit.world, visit.person, project)) throw forbidden();
  return project;
};

/** Ignored without Developer role, as by GitLab. */
const onlyDevelopers = { assignee_ids: undefined, reviewer_ids: undefined, labels: undefined, milestone_id: undefined };

/** MR14. Same source and target or unrelated projects 422, duplicate open request 409, missing branch 400. */
export const handleCreateMergeRequest: Handler<typeof createMergeRequest> = async (visit) => {
  const home = openCode(visit).project;
  const { world } = visit;
  const person = requireUser(visit);
  const given = visit.parameters();
  if (!canPushCode(world, person, home)) throw forbidden();
  const { source_branch: source, target_branch: target, target_project_id: into = home.id } = given;
  const fork = into === home.id ? undefined : home.id;
  const project = fork === undefined ? home : openTarget(visit, into);
  const repository = world.repository(project);
  if (rootOf(world.state.projects, home) !== rootOf(world.state.projects, project)) {
    throw problems(['Source project is not a fork of the target project'], 422);
  }
  if (fork === undefined && source === target) throw problems([sameBranch], 422);
  const other = project.mergeRequests.find(isOpenFor(source, target, fork));
  if (other !== undefined) throw conflictWith(other);
  const from = { sourceBranch: source, ...(fork === undefined ? {} : { sourceProjectId: fork }) };
  const [sha, base] = await Promise.all([sourceTip(repository, from), branchTip(repository, target)]);
  if (sha === undefined) throw invalidRecord({ source_branch: ['does not exist'] });
  if (base === undefined) throw invalidRecord({ target_branch: ['does not exist'] });
  const commits = await listCommitHashes(repository, {
    revision: `${base}..${sha}`,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 1000,
  });
  const at = visit.now().toISOString();
  const request: MergeRequestState = {
    id: freshIds(visit.world.state).mergeRequest(),
    iid: Math.max(0, ...project.mergeRequests.map(({ iid }) => iid)) + 1,
    title: given.title,
    description: '',
    state: 'opened',
    ...from,
    targetBranch: target,
    authorId: person.id,
    assigneeId: null,
    mergedById: null,
    labels: [],
    isDraft: false,
    sha,
    mergeCommitSha: null,
    commits,
    createdAt: at,
    updatedAt: at,
    mergedAt: null,
    closedAt: null,
    isSquashed: project.squashOption === 'always' || project.squashOption === 'default_on',
    ...(given.allow_collaboration === undefined ? {} : { isCollaborative: given.allow_collaboration }),
    ...changedMembers(visit, project, { ...given, ...(canPushCode(world, person, project) ? {} : onlyDevelopers) }, at),
  };
  await put(visit, project, request);
  return { kind: 'json', status: 201, body: await requestDetail(visit, { project, repository, request }) };
};

const answerNow = async (visit: RequestContext, opened: OpenedRequest, request: MergeRequestState) =>
  ok(await requestDetail(visit, { ...opened, request }));

/** Parameters of MR15, of which one is required, in GitLab's order. */
const changeable = [
  'assignee_id',
  'assignee_ids',
  'reviewer_ids',
  'description',
  'labels',
  'add_labels',
  'remove_labels',
  'milestone_id',
  'milestone',
  'remove_source_branch',
  'allow_collaboration',
  'allow_maintainer_to_push',
  'squash',
  'target_branch',
  'title',
  'state_event',
  'discussion_locked',
  'merge_after',
];

/** Throws 400 for a blank title or no change. */
const checkChange = (raw: RawParameters): void => {
  const title = raw['title'];
  if (typeof title === 'string' && title.trim() === '') throw badParameters(['title is empty']);
  if (changeable.some((name) => raw[name] !== undefined)) return;
  throw badParameters([`${changeable.join(', ')} are missing, at least one parameter must be provided`]);
};

/** MR15. For the author and Developers. */
export const handleUpdateMergeRequest: Handler<typeof updateMergeRequest> = async (visit) => {
  const opened = openRequest(visit);
  const { project, repository, request, given } = opened;
  const person = requireUser(visit);
  if (person.id !== request.authorId && !canPushCode(visit.world, person, project)) throw forbidden();
  checkChange(visit.raw());
  const at = visit.now().toISOString();
  const { state_event: event } = given;
  const reopens = event === 'reopen' && request.state === 'closed';
  const target = given.target_branch ?? request.targetBranch;
  const moves = target !== request.targetBranch;
  if (moves && target === request.sourceBranch && request.sourceProjectId === undefined)
    throw problems([sameBranch], 422);
  if (moves && (await branchTip(repository, target)) === undefined) {
    throw invalidRecord({ target_branch: ['does not exist'] });
  }
  const other = project.mergeRequests.find(isOpenFor(request.sourceBranch, target, request.sourceProjectId));
  if ((reopens || moves) && other !== undefined) throw conflictWith(other);
  const isNoChange = request.state !== (event === 'close' ? 'opened' : 'closed');
  const heads = await headsOf(repository, request);
  const moved = { ...request, heads, targetBranch: target, sha: moves ? '' : request.sha };
  const next: MergeRequestState = {
    ...(await currentRequest(repository, moved)),
    ...changedMembers(visit, project, { ...given, state_event: isNoChange ? undefined : event }, at),
  };
  await put(visit, project, next);
  return answerNow(visit, opened, next);
};

const notAllowed = (): Refusal => refusal(405, '405 Method Not Allowed');

/** MR16. Without permission 401, changed head 409, neither mergeable nor eligible for auto-merge 405. */
export const handleAcceptMergeRequest: Handler<typeof acceptMergeRequest> = async (visit) => {
  const opened = openRequest(visit);
  const { project, repository, given } = opened;
  const person = requireUser(visit);
  const request = await currentRequest(repository, opened.request);
  if (!canUpdate(visit.world, person, project, request.targetBranch)) throw unauthorized();
  if (given.sha !== undefined && given.sha !== request.sha) {
    throw refusal(409, `SHA does not match HEAD of source branch: ${request.sha}`);
  }
  const { squash, should_remove_source_branch: removes } = given;
  const wanted: MergeRequestState = {
    ...request,
    // false doesn't override
    ...(squash === true ? { isSquashed: true } : {}),
    ...(removes === undefined ? {} : { removesSource: removes }),
    mergeMessage: given.merge_commit_message,
    squashMessage: given.squash_commit_message,
  };
  const at = visit.now().toISOString();
  const checks = await mergeChecks(visit, opened, request);
  const pipeline = headPipelineOf(visit.world, project, request)?.pipeline;
  if (given.auto_merge === true || given.merge_when_pipeline_succeeds === true) {
    if (canWait(visit, checks, pipeline)) {
      const waiting: MergeRequestState = { ...wanted, mergesBy: person.id, updatedAt: at };
      await put(visit, project, waiting);
      return answerNow(visit, opened, waiting);
    }
    if (pipeline !== undefined && pipeline.status !== 'success') throw notAllowed();
    if (checks.status !== 'mergeable') throw cannotMerge();
  } else if (checks.status !== 'mergeable') throw notAllowed();
  const merged = await mergeRequestNow({ world: visit.world, project, repository, at }, wanted, person);
  return answerNow(visit, opened, merged);
};

/** MR26. 401 for all but the author and those who may merge; like GitLab, 201 without auto-merge, too. */
export const handleCancelAutoMerge: Handler<typeof cancelAutoMerge> = async (visit) => {
  const { project, request } = openRequest(visit);
  const person = requireUser(visit);
  if (person.id !== request.authorId && !canUpdate(visit.world, person, project, request.targetBranch)) {
    throw unauthorized();
  }
  if (request.state !== 'opened' || request.mergesBy === undefined) {
    const message = "Can't cancel the automatic merge";
    return { ...ok({ status: 'error', message, http_status: 406 }), status: 201 };
  }
  await put(visit, project, { ...request, mergesBy: undefined, updatedAt: visit.now().toISOString() });
  return { ...ok({ status: 'success' }), status: 201 };
};
