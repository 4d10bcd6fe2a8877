import type { CommitDetail } from '../../wire/commits.ts';
import type { CommitObject } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { commitStats } from '../git/statistics.ts';
import type { Visitor } from '../handling.ts';
import type { ProjectState } from '../world/records.ts';
import { commitRecord, statsRecord } from './commitRecord.ts';
import { lastPipelineOf, pipelineRecord } from './pipelines.ts';

/**
 * A commit as it is shown alone (C2, C3): `last_pipeline` and `status` come from its newest pipeline, trailers are
 * never read here.
 */
export const commitDetailRecord = async (
  visit: Visitor,
  place: { readonly project: ProjectState; readonly repository: Repository },
  commit: CommitObject,
  { withStats }: { readonly withStats: boolean },
): Promise<CommitDetail> => {
  const { project, repository } = place;
  const numbers = withStats ? (await commitStats(repository, [commit.sha])).get(commit.sha) : undefined;
  const pipeline = lastPipelineOf(project, commit.sha);
  return {
    ...commitRecord(visit, project, commit),
    ...(numbers === undefined ? {} : { stats: statsRecord(numbers) }),
    status: pipeline?.status ?? null,
    project_id: project.id,
    last_pipeline: pipeline === undefined ? null : pipelineRecord(visit, project, pipeline),
  };
};
