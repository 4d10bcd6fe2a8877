import type { Commit, CommitDetail } from '../../wire/commits.ts';
import { printedTime, titleOf, type CommitObject } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { commitStats } from '../git/statistics.ts';
import type { CommitStats } from '../git/commitObject.ts';
import type { RequestContext } from '../handling.ts';
import type { ProjectState } from '../world/records.ts';
import { lastPipelineOf, pipelineRecord } from './pipelines.ts';

/** Key and value, in order. */
export type Trailers = readonly (readonly [string, string])[];

export const statsRecord = ({ additions, deletions }: CommitStats): NonNullable<Commit['stats']> => ({
  additions,
  deletions,
  total: additions + deletions,
});

const extended = (trailers: Trailers): Record<string, string[]> => {
  const lists = Map.groupBy(trailers, ([key]) => key);
  return Object.fromEntries([...lists].map(([key, those]) => [key, those.map(([, value]) => value)]));
};

/** Commit in lists, cherry-picks and branches. */
export const commitRecord = (
  { url }: Pick<RequestContext, 'url'>,
  project: ProjectState,
  commit: CommitObject,
  trailers: Trailers = [],
): Commit => ({
  id: commit.sha,
  short_id: commit.sha.slice(0, 8),
  created_at: printedTime(commit.committer),
  parent_ids: [...commit.parents],
  title: titleOf(commit.message),
  message: commit.message,
  author_name: commit.author.name,
  author_email: commit.author.email,
  authored_date: printedTime(commit.author),
  committer_name: commit.committer.name,
  committer_email: commit.committer.email,
  committed_date: printedTime(commit.committer),
  trailers: Object.fromEntries(trailers),
  extended_trailers: extended(trailers),
  web_url: `${url}/${project.path}/-/commit/${commit.sha}`,
});

/** Commit of C2 and C3: with status and pipeline, without trailers. */
export const commitDetailRecord = async (
  visit: RequestContext,
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
