import type { addToMergeTrain, listMergeTrain, trainCar } from '../../wire/mergeTrains.ts';
import type * as v from 'valibot';
import { isLicensed } from '../edition.ts';
import { openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { badRequest, forbidden, refusal, unauthorized } from '../refusals.ts';
import { canPushCode, canUpdate } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { canWait, mergeChecks } from './mergeability.ts';
import { openRequest } from './mergeRequestReview.ts';
import { currentRequest, trainOf } from './mergeRequests.ts';
import { headPipelineOf } from './requestSource.ts';
import { userById } from './userRecord.ts';

type Car = v.InferOutput<typeof trainCar>;

const cars = (visit: RequestContext, project: ProjectState, target: string): readonly Car[] =>
  trainOf(project, target).map((request, index) => {
    const { id, carId, iid, title, state, createdAt, updatedAt, mergesBy } = request;
    const times = { created_at: createdAt, updated_at: updatedAt };
    const record = {
      id: carId,
      merge_request: { id, iid, project_id: project.id, title, state, ...times },
      user: userById(visit, mergesBy ?? null),
      ...times,
      target_branch: target,
      status: index === 0 ? 'fresh' : 'idle',
      merged_at: null,
    };
    return record;
  });

/** Requires Developer and Premium. */
const checkTrains = (visit: RequestContext, project: ProjectState): void => {
  if (!canPushCode(visit.world, visit.person, project) || !isLicensed(visit.edition, 'premium')) throw forbidden();
};

/** MR28. Completed trains aren't recorded. */
export const handleListMergeTrain: Handler<typeof listMergeTrain> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  checkTrains(visit, project);
  const train = given.scope === 'complete' ? [] : cars(visit, project, given.target_branch);
  const rows = given.sort === 'asc' ? train : train.toReversed();
  return countedPage(given, rows.length, rowsOnPage(given, rows));
};

/** MR29. 201 if added, 202 if it will be once its checks pass. */
export const handleAddToMergeTrain: Handler<typeof addToMergeTrain> = async (visit) => {
  const opened = openRequest(visit);
  const { project, repository, given } = opened;
  const person = requireUser(visit);
  checkTrains(visit, project);
  const request = await currentRequest(repository, opened.request);
  const { targetBranch } = request;
  if (!canUpdate(visit.world, person, project, targetBranch)) throw unauthorized();
  if (given.sha !== undefined && given.sha !== request.sha) {
    throw refusal(409, `SHA does not match HEAD of source branch: ${request.sha}`);
  }
  if (request.mergesBy !== undefined) throw refusal(409, '409 Conflict');
  const checks = await mergeChecks(visit, opened, request);
  const pipeline = headPipelineOf(visit.world, project, request)?.pipeline;
  const waits =
    (given.auto_merge === true || given.when_pipeline_succeeds === true) && canWait(visit, checks, pipeline);
  if (project.hasMergeTrains !== true || (checks.status !== 'mergeable' && !waits)) throw badRequest('Failed to merge');
  const added: MergeRequestState = {
    ...request,
    ...(given.squash === true ? { isSquashed: true } : {}),
    mergesBy: person.id,
    carId: Math.max(0, ...project.mergeRequests.map(({ carId = 0 }) => carId)) + 1,
    updatedAt: visit.now().toISOString(),
  };
  const mergeRequests = project.mergeRequests.map((one) => (one.id === request.id ? added : one));
  await visit.world.updateProject(project.id, (state) => ({ ...state, mergeRequests }));
  const body = [...cars(visit, { ...project, mergeRequests }, targetBranch)];
  return { kind: 'json', status: waits ? 202 : 201, body };
};
