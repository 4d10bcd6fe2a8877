import type { CommitDetail } from '../../wire/commits.ts';
import type { RequestContext } from '../handling.ts';
import type { Pipeline, ProjectState } from '../world/records.ts';

/** Newest pipeline of a commit. */
export const lastPipelineOf = (project: ProjectState, sha: string): Pipeline | undefined =>
  project.pipelines.findLast((pipeline) => pipeline.sha === sha);

export const pipelineRecord = (
  { url }: Pick<RequestContext, 'url'>,
  project: ProjectState,
  pipeline: Pipeline,
): NonNullable<CommitDetail['last_pipeline']> => {
  const record = {
    id: pipeline.id,
    iid: pipeline.iid,
    project_id: project.id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: pipeline.status,
    source: pipeline.source,
    created_at: pipeline.createdAt,
    updated_at: pipeline.updatedAt,
    web_url: `${url}/${project.path}/-/pipelines/${pipeline.id}`,
  };
  return record;
};
