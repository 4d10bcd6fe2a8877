import type { getJob, getPipeline, listPipelineBridges, listPipelines } from '../../wire/pipelines.ts';
import { found, type Handler, openCode } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';
import { canReadCode } from '../world/access.ts';
import type { Pipeline, ProjectState } from '../world/records.ts';
import { jobOf, jobRecord } from './mergeRequestState.ts';
import { pipelineRecord } from './pipelines.ts';

const pipelineOf = (project: ProjectState, id: number): Pipeline => {
  const pipeline = project.pipelines.find((each) => each.id === id);
  if (pipeline === undefined) throw notFound();
  return pipeline;
};

/** CI3. Newest first. */
export const handleListPipelines: Handler<typeof listPipelines> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const all = project.pipelines
    .filter(({ ref }) => given.ref === undefined || ref === given.ref)
    .filter(({ personId }) => given.username === undefined || visit.world.person(personId)?.username === given.username)
    .toReversed();
  return countedPage(
    given,
    all.length,
    rowsOnPage(given, all).map((each) => pipelineRecord(visit, project, each)),
  );
};

/** CI4. Downstream pipelines are only shown to those who can read its code. A trigger job has its pipeline's status. */
export const handleListPipelineBridges: Handler<typeof listPipelineBridges> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const pipeline = pipelineOf(project, given.pipeline_id);
  const { bridges = [] } = pipeline;
  const items = rowsOnPage(given, bridges).map(({ id, name, stage, projectId, pipelineId }) => {
    const other = visit.world.state.projects.find((each) => each.id === projectId);
    const started = other?.pipelines.find((each) => each.id === pipelineId);
    const isSeen = other !== undefined && started !== undefined && canReadCode(visit.world, visit.person, other);
    return {
      ...{ id, name, stage, status: started?.status ?? 'failed', allow_failure: false, created_at: pipeline.createdAt },
      downstream_pipeline: isSeen ? pipelineRecord(visit, other, started) : null,
    };
  });
  return countedPage(given, bridges.length, items);
};

/** CI6. */
export const handleGetPipeline: Handler<typeof getPipeline> = async (visit) => {
  const { project } = openCode(visit);
  return found(pipelineRecord(visit, project, pipelineOf(project, visit.parameters().pipeline_id)));
};

/** CI5. */
export const handleGetJob: Handler<typeof getJob> = async (visit) => {
  const { project } = openCode(visit);
  const { pipeline, job } = jobOf(project, visit.parameters().job_id);
  return found(jobRecord(visit, project, pipeline, job));
};
