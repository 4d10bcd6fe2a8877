import type { Edition } from '../edition.ts';
import { identLine } from '../git/commitObject.ts';
import { mergeTrees, writeCommit } from '../git/mergeTree.ts';
import { branchTip, deleteBranchRef, moveBranch } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { Refusal, refusal } from '../refusals.ts';
import type { MergeRequestState, Person, ProjectState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { mergeChecks, treesOf } from './mergeability.ts';
import { currentRequest, squashesOnMerge, trainOf } from './mergeRequests.ts';
import { headPipelineOf, sourceRepository, sourceTip } from './requestSource.ts';

/**
 * Merges with a merge commit, squashing and deleting the source branch as requested. Throws 422 on conflicts and when a
 * branch moved meanwhile.
 */
export const mergeRequestNow = async (
  place: {
    readonly world: World;
    readonly project: ProjectState;
    readonly repository: Repository;
    readonly at: string;
  },
  given: MergeRequestState,
  person: Person,
): Promise<MergeRequestState> => {
  const { world, project, repository, at } = place;
  const request = await currentRequest(repository, given);
  const { sourceBranch, targetBranch } = request;
  const [source, target] = await Promise.all([sourceTip(repository, request), branchTip(repository, targetBranch)]);
  if (source === undefined || target === undefined) throw cannotMerge();
  // GitLab refuses to merge unsquashed where the project requires squashing
  if (project.squashOption === 'always' && request.isSquashed !== true) throw cannotMerge();
  const trees = await treesOf(repository, source, target);
  const outcome = await mergeTrees(repository, trees, { keep: true });
  if (outcome.kind === 'conflict') throw cannotMerge();
  const tree = outcome.kind === 'clean' ? outcome.tree : trees.ours;
  const seconds = Math.floor(Date.parse(at) / 1000);
  const ident = ({ name, email }: Person): string => identLine({ name, email, seconds, offset: '+0000' });
  const write = (parents: readonly string[], message: string, author: Person): Promise<string> =>
    writeCommit(repository, { tree, parents, author: ident(author), committer: ident(person), message });
  const squashed = async (): Promise<string> => {
    const isAsItIs =
      request.commits.length === 1 && (await readCommit(repository, source)).message.trim() === request.title;
    const message = request.squashMessage ?? request.title;
    return isAsItIs ? source : write([target], message, world.person(request.authorId) ?? person);
  };
  const squashCommitSha = squashesOnMerge(project, request) ? await squashed() : undefined;
  const about = `${request.title}\n\nSee merge request ${project.path}!${request.iid}`;
  const brought = squashCommitSha ?? source;
  const message = request.mergeMessage ?? `Merge branch '${sourceBranch}' into '${targetBranch}'\n\n${about}`;
  const mergeCommitSha = project.mergeMethod === 'ff' ? null : await write([target, brought], message, person);
  if (!(await moveBranch(repository, targetBranch, mergeCommitSha ?? brought, target))) throw cannotMerge();
  if (request.removesSource === true) {
    await deleteBranchRef(sourceRepository(repository, request) ?? repository, sourceBranch, source);
  }
  const merged: MergeRequestState = {
    ...request,
    ...(squashCommitSha === undefined ? {} : { squashCommitSha }),
    state: 'merged',
    mergesBy: undefined,
    mergedById: person.id,
    mergeCommitSha,
    updatedAt: at,
    mergedAt: at,
  };
  await world.updateProject(project.id, (state) => ({
    ...state,
    mergeRequests: state.mergeRequests.map((one) => (one.id === request.id ? merged : one)),
  }));
  return merged;
};

export const cannotMerge = () => refusal(422, 'Branch cannot be merged');

/** Auto-merges requests whose checks and pipeline have passed; cancels auto-merge where merging fails. */
export const mergeWaiting = async ({
  world,
  edition,
  now,
}: {
  readonly world: World;
  readonly edition: Edition;
  readonly now: () => Date;
}): Promise<void> => {
  for (const { id: projectId, mergeRequests } of world.state.projects) {
    for (const { id, mergesBy, state } of mergeRequests) {
      const person = world.person(mergesBy ?? null);
      if (state !== 'opened' || person === undefined) continue;
      // current state, as earlier merges change it
      const project = world.state.projects.find((one) => one.id === projectId);
      const given = project?.mergeRequests.find((one) => one.id === id);
      if (project === undefined || given === undefined) continue;
      const repository = world.repository(project);
      const request = await currentRequest(repository, given);
      const pipeline = headPipelineOf(world, project, request)?.pipeline;
      const [first = request] = request.carId === undefined ? [] : trainOf(project, request.targetBranch);
      if (first.id !== request.id) continue;
      if (request.mergesBy === undefined || (pipeline !== undefined && pipeline.status !== 'success')) continue;
      if ((await mergeChecks({ edition }, { project, repository }, request)).status !== 'mergeable') continue;
      try {
        await mergeRequestNow({ world, project, repository, at: now().toISOString() }, request, person);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await world.updateProject(projectId, (before) => ({
          ...before,
          mergeRequests: before.mergeRequests.map((one) => (one.id === id ? { ...one, mergesBy: undefined } : one)),
        }));
      }
    }
  }
};
