import type { CommitStatus, listCommitStatuses } from '../../wire/commits.ts';
import { openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import type { Job, Pipeline, ProjectState } from '../world/records.ts';
import { openCommit } from './commits.ts';
import { userById } from './userRecord.ts';

export const statusRecord = (
  visit: RequestContext,
  project: ProjectState,
  pipeline: Pipeline,
  job: Job,
): CommitStatus => ({
  id: job.id,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: job.status,
  name: job.name,
  // external statuses link to their reporter's URL
  target_url: job.targetUrl === undefined ? `${visit.url}/${project.path}/-/jobs/${job.id}` : job.targetUrl,
  description: job.description,
  created_at: job.createdAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
  allow_failure: job.allowsFailure,
  coverage: job.coverage,
  pipeline_id: pipeline.id,
  author: userById(visit, job.reporterId ?? pipeline.personId),
});

/** C11. Sorted by ID by default; retried jobs only with `all`. Requires authentication. */
export const handleListCommitStatuses: Handler<typeof listCommitStatuses> = async (visit) => {
  requireUser(visit);
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const commit = await openCommit(repository, given.sha);
  const direction = given.sort === 'desc' ? -1 : 1;
  const rows = project.pipelines
    .filter(
      ({ id, sha, ref }) =>
        sha === commit.sha &&
        (given.ref === undefined || ref === given.ref) &&
        (given.pipeline_id === undefined || id === given.pipeline_id),
    )
    .flatMap((pipeline) => pipeline.jobs.map((job) => ({ pipeline, job })))
    .filter(
      ({ job }) =>
        (given.all === true || !job.isRetried) &&
        (given.stage === undefined || job.stage === given.stage) &&
        (given.name === undefined || job.name === given.name),
    )
    .toSorted(
      (one, other) =>
        direction *
        ((given.order_by === 'pipeline_id' ? one.pipeline.id - other.pipeline.id : 0) || one.job.id - other.job.id),
    );
  const items = rowsOnPage(given, rows).map(({ pipeline, job }) => statusRecord(visit, project, pipeline, job));
  return countedPage(given, rows.length, items);
};
