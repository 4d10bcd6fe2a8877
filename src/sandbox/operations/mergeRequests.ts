import type { listCommitMergeRequests } from '../../wire/commits.ts';
import type { listMergeRequests, MergeRequest } from '../../wire/mergeRequests.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { listCommitHashes } from '../git/history.ts';
import { branchTip } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { openCode, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { badParameters } from '../refusals.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { isAbout, reviewOf } from '../world/review.ts';
import { openCommit } from './commits.ts';
import { mergeChecks } from './mergeability.ts';
import { headsOf } from './mergeRequestVersions.ts';
import { groupsAbove, milestoneRecord } from './planning.ts';
import { isCollaborative, sourceProject, sourceTip } from './requestSource.ts';
import { userById } from './userRecord.ts';

/** Without system notes. */
const countNotes = (project: ProjectState, iid: number): number =>
  reviewOf(project)
    .discussions.filter((discussion) => isAbout(discussion, { kind: 'mergeRequest', iid }))
    .flatMap(({ notes }) => notes)
    .filter(({ isSystem }) => !isSystem).length;

export const assigneesOf = ({ assigneeId, assigneeIds }: MergeRequestState): readonly number[] =>
  assigneeIds ?? (assigneeId === null ? [] : [assigneeId]);

const reviewersOf = ({ reviewerIds = [] }: MergeRequestState): readonly number[] => reviewerIds;

/** Finds a milestone by title. */
const milestoneOf = (
  visit: RequestContext,
  project: ProjectState,
  title: string | undefined,
): MergeRequest['milestone'] => milestonesFor(visit, project).find((each) => each.title === title) ?? null;

/** Milestones of the project and its parent groups. */
export const milestonesFor = (
  visit: RequestContext,
  project: ProjectState,
): readonly NonNullable<MergeRequest['milestone']>[] => {
  const above = groupsAbove(project.path);
  const owners = [project, ...visit.world.state.groups.filter(({ path }) => above.includes(path.toLowerCase()))];
  return owners
    .flatMap(({ planning }) => planning?.milestones ?? [])
    .map((milestone) => milestoneRecord(project, milestone));
};

/** Merge train of a branch, in merge order. */
export const trainOf = (
  { mergeRequests }: ProjectState,
  target: string,
): readonly (MergeRequestState & { readonly carId: number })[] =>
  mergeRequests
    .filter(
      (one): one is MergeRequestState & { readonly carId: number } =>
        one.state === 'opened' && one.mergesBy !== undefined && one.carId !== undefined && one.targetBranch === target,
    )
    .toSorted((one, other) => one.carId - other.carId);

/** The project may require or forbid squashing. */
export const squashesOnMerge = ({ squashOption }: ProjectState, { isSquashed = false }: MergeRequestState): boolean =>
  squashOption === 'always' || (squashOption !== 'never' && isSquashed);

/** `request` must be current. */
export const mergeRequestRecord = async (
  visit: RequestContext,
  project: ProjectState,
  request: MergeRequestState,
): Promise<MergeRequest> => {
  const repository = visit.world.repository(project);
  const { status, hasConflicts } = await mergeChecks(visit, { project, repository }, request);
  const assignees = assigneesOf(request).flatMap((id) => userById(visit, id) ?? []);
  const isOpen = request.state === 'opened';
  const short = `!${request.iid}`;
  const source = sourceProject(visit.world, project, request);
  const isLet = isCollaborative(visit.world, project, request);
  const record = {
    id: request.id,
    iid: request.iid,
    project_id: project.id,
    title: request.title,
    description: request.description,
    state: request.state,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    merged_by: userById(visit, request.mergedById),
    merge_user: userById(visit, request.mergedById ?? request.mergesBy ?? null),
    merged_at: request.mergedAt,
    closed_by: userById(visit, request.state === 'closed' ? (request.closedById ?? null) : null),
    closed_at: request.closedAt,
    target_branch: request.targetBranch,
    source_branch: request.sourceBranch,
    user_notes_count: countNotes(project, request.iid),
    upvotes: 0,
    downvotes: 0,
    author: userById(visit, request.authorId),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: reviewersOf(request).flatMap((id) => userById(visit, id) ?? []),
    source_project_id: source?.id ?? null,
    target_project_id: project.id,
    ...(request.sourceProjectId === undefined ? {} : { allow_collaboration: isLet, allow_maintainer_to_push: isLet }),
    labels: request.labels.toSorted(),
    draft: request.isDraft,
    imported: false,
    imported_from: 'none',
    work_in_progress: request.isDraft,
    milestone: milestoneOf(visit, project, request.milestone),
    merge_when_pipeline_succeeds: isOpen && request.mergesBy !== undefined,
    merge_status: hasConflicts ? 'cannot_be_merged' : 'can_be_merged',
    detailed_merge_status: status,
    merge_after: null,
    sha: request.sha,
    merge_commit_sha: request.mergeCommitSha,
    squash_commit_sha: request.squashCommitSha ?? null,
    discussion_locked: null,
    should_remove_source_branch: request.removesSource ?? null,
    force_remove_source_branch: request.removesSource ?? false,
    prepared_at: request.createdAt,
    reference: short,
    references: { short, relative: short, full: `${project.path}${short}` },
    web_url: `${visit.url}/${project.path}/-/merge_requests/${request.iid}`,
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
    squash: request.isSquashed ?? false,
    squash_on_merge: squashesOnMerge(project, request),
    task_completion_status: { count: 0, completed_count: 0 },
    has_conflicts: hasConflicts,
    blocking_discussions_resolved: true,
  };
  return record;
};

/** Updates an open merge request to its source branch; a push cancels auto-merge. */
export const currentRequest = async (
  repository: Repository,
  request: MergeRequestState,
): Promise<MergeRequestState> => {
  if (request.state !== 'opened') return request;
  const [source, target] = await Promise.all([
    sourceTip(repository, request),
    branchTip(repository, request.targetBranch),
  ]);
  if (source === undefined || target === undefined || source === request.sha) return request;
  const commits = await listCommitHashes(repository, {
    revision: `${target}..${source}`,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 1000,
  });
  return { ...request, sha: source, heads: await headsOf(repository, request), commits, mergesBy: undefined };
};

const newestFirst = (requests: readonly MergeRequestState[]): readonly MergeRequestState[] =>
  requests.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));

const currentRequests = async (project: ProjectState, repository: Repository): Promise<readonly MergeRequestState[]> =>
  newestFirst(await Promise.all(project.mergeRequests.map((request) => currentRequest(repository, request))));

/** GitLab's filters that the sandbox doesn't support. */
const unknownFilters = [
  'approved_by_ids',
  'created_after',
  'created_before',
  'in',
  'my_reaction_emoji',
  'not',
  'order_by',
  'sort',
  'updated_before',
  'with_labels_details',
];

type Filter = ParametersOf<typeof listMergeRequests>;

/** Mutually exclusive filters. */
const exclusive: readonly (readonly [keyof Filter, keyof Filter])[] = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['reviewer_id', 'reviewer_username'],
  ['draft', 'wip'],
];

const checkFilters = (visit: RequestContext, filter: Filter): void => {
  const both = exclusive.filter(([one, other]) => filter[one] !== undefined && filter[other] !== undefined);
  if (both.length > 0) throw badParameters(both.map((names) => `${names.join(', ')} are mutually exclusive`));
  const raw = visit.raw();
  const given = unknownFilters.filter((name) => (raw[name] ?? '') !== '');
  if (given.length > 0) throw badParameters(given.map((name) => `${name} is not supported by the sample server`));
};

/** Filter by `None`, `Any` or values that must all be present. */
const has = (list: readonly string[], asked: readonly string[]): boolean => {
  const word = asked.length === 1 ? asked[0]?.toLowerCase() : undefined;
  if (word === 'none' || word === 'any') return list.length > 0 === (word === 'any');
  return asked.every((each) => list.includes(each));
};

/** Filter by user ID (or `None`, `Any`) and username. */
const isAmong = (
  visit: RequestContext,
  ids: readonly number[],
  id: number | string | undefined,
  name: string | undefined,
): boolean =>
  (id === undefined || has(ids.map(String), [String(id)])) &&
  (name === undefined || ids.some((each) => visit.world.person(each)?.username === name));

const fits = (visit: RequestContext, given: Filter, request: MergeRequestState): boolean => {
  const { authorId, isDraft } = request;
  const assignees = assigneesOf(request);
  const scope = given.scope?.replaceAll('-', '_');
  const text = (given.search ?? '').toLowerCase();
  const isMine = (ids: readonly number[]): boolean => visit.person !== undefined && ids.includes(visit.person.id);
  return (
    (given.iids === undefined || given.iids.includes(request.iid)) &&
    (given.state === undefined || given.state === 'all' || request.state === given.state) &&
    (scope !== 'created_by_me' || isMine([authorId])) &&
    (scope !== 'assigned_to_me' || isMine(assignees)) &&
    (scope !== 'reviews_for_me' || isMine(reviewersOf(request))) &&
    isAmong(visit, [authorId], given.author_id, given.author_username) &&
    isAmong(visit, assignees, given.assignee_id, given.assignee_username) &&
    isAmong(visit, reviewersOf(request), given.reviewer_id, given.reviewer_username) &&
    (given.labels === undefined || has(request.labels, given.labels.split(','))) &&
    (given.milestone === undefined ||
      has(request.milestone === undefined ? [] : [request.milestone], [given.milestone])) &&
    (given.updated_after === undefined || Date.parse(request.updatedAt) >= Date.parse(given.updated_after)) &&
    (given.wip === undefined || isDraft === (given.wip === 'yes')) &&
    (given.draft === undefined || isDraft === given.draft) &&
    (given.source_branch === undefined || request.sourceBranch === given.source_branch) &&
    (given.target_branch === undefined || request.targetBranch === given.target_branch) &&
    (request.title.toLowerCase().includes(text) || request.description.toLowerCase().includes(text))
  );
};

/** MR1. Newest first. */
export const handleListMergeRequests: Handler<typeof listMergeRequests> = async (visit) => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  checkFilters(visit, given);
  const rows = (await currentRequests(project, repository)).filter((request) => fits(visit, given, request));
  const items = await Promise.all(rowsOnPage(given, rows).map((row) => mergeRequestRecord(visit, project, row)));
  return countedPage(given, rows.length, items);
};

/** C13. Merge requests that contain the commit or that it merged. */
export const handleListCommitMergeRequests: Handler<typeof listCommitMergeRequests> = async (visit) => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const { sha } = await openCommit(repository, given.sha);
  const rows = (await currentRequests(project, repository)).filter(
    ({ commits, mergeCommitSha, state }) =>
      (commits.includes(sha) || mergeCommitSha === sha) &&
      (given.state === undefined || given.state === 'all' || state === given.state),
  );
  const items = await Promise.all(rowsOnPage(given, rows).map((row) => mergeRequestRecord(visit, project, row)));
  return countedPage(given, rows.length, items);
};
