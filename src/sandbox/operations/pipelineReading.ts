import type { getJob, listPipelineBridges, listPipelines } from '../../wire/pipelines.ts';
import { found, type Handler, openCode } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';
import { canReadCode } from '../world/access.ts';
import { jobOf, jobRecord } from './mergeRequestState.ts';
import { pipelineRecord } from './pipelines.ts';

/** CI3. Newest first. */
export const handleListPipelines: Handler<typeof listPipelines> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const all = project.pipelines.filter(({ ref }) => given.ref === undefined || ref === given.ref).toReversed();
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
  const pipeline = project.pipelines.find(({ id }) => id === given.pipeline_id);
  if (pipeline === undefined) throw notFound();
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

/** CI5. */
export const handleGetJob: Handler<typeof getJob> = async (visit) => {
  const { project } = openCode(visit);
  const { pipeline, job } = jobOf(project, visit.parameters().job_id);
  return found(jobRecord(visit, project, pipeline, job));
};
