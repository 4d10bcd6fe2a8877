import { fetchCommit } from '../git/ancestry.ts';
import { branchTip } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { canPushTo, canUpdate, rulesFor } from '../world/access.ts';
import type { MergeRequestState, Person, Pipeline, ProjectState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { lastPipelineOf } from './pipelines.ts';

type Source = Pick<MergeRequestState, 'sourceProjectId'>;

/** Repository with the source branch; undefined once the fork is deleted. */
export const sourceRepository = (repository: Repository, { sourceProjectId }: Source): Repository | undefined =>
  sourceProjectId === undefined ? repository : repository.of(sourceProjectId);

/** Tip of the source branch, fetched from a fork; undefined without the branch. */
export const sourceTip = async (
  repository: Repository,
  request: Source & Pick<MergeRequestState, 'sourceBranch'>,
): Promise<string | undefined> => {
  const source = sourceRepository(repository, request);
  const tip = source && (await branchTip(source, request.sourceBranch));
  if (source !== undefined && tip !== undefined) await bring(repository, source, tip);
  return tip;
};

/** Fetches a commit that the repository lacks. */
export const bring = async (repository: Repository, from: Repository, sha: string): Promise<void> => {
  if (from !== repository && (await repository.objects.info(sha)) === undefined) {
    await fetchCommit(repository, from, sha);
  }
};

/** Project with the source branch; undefined once the fork is deleted. */
export const sourceProject = (
  world: World,
  project: ProjectState,
  { sourceProjectId }: Source,
): ProjectState | undefined =>
  sourceProjectId === undefined ? project : world.state.projects.find(({ id }) => id === sourceProjectId);

/** By default true between forks that are not private, for an unprotected branch. */
export const isCollaborative = (world: World, project: ProjectState, request: MergeRequestState): boolean => {
  const source = sourceProject(world, project, request);
  if (source === undefined || source === project || request.isCollaborative === false) return false;
  const isPrivate = [source, project].some(({ visibility }) => visibility === 'private');
  return !isPrivate && rulesFor(source, request.sourceBranch).length === 0;
};

/** Includes members of the target project, if the merge request lets them. */
export const canPushToSource = (
  world: World,
  person: Person,
  project: ProjectState,
  request: MergeRequestState,
): boolean => {
  const source = sourceProject(world, project, request);
  if (source === undefined) return false;
  const isLet = isCollaborative(world, project, request) && canUpdate(world, person, project, request.targetBranch);
  return isLet || canPushTo(world, person, source, request.sourceBranch);
};

/** Newest pipeline of a commit of the merge request, with its project; those of a fork run there. */
export const headPipelineOf = (
  world: World,
  project: ProjectState,
  request: MergeRequestState,
  sha = request.sha,
): { readonly owner: ProjectState; readonly pipeline: Pipeline } | undefined => {
  for (const owner of new Set([project, sourceProject(world, project, request) ?? project])) {
    const pipeline = lastPipelineOf(owner, sha);
    if (pipeline !== undefined) return { owner, pipeline };
  }
  return undefined;
};
