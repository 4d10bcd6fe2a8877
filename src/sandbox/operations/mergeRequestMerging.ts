import { mergeBase } from '../git/ancestry.ts';
import { identLine } from '../git/commitObject.ts';
import { emptyTree } from '../git/diff.ts';
import { type MergeOutcome, mergeTrees, writeCommit } from '../git/mergeTree.ts';
import { branchTip, deleteBranchRef, moveBranch } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { refusal } from '../refusals.ts';
import type { MergeRequestState, Person, ProjectState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { currentRequest, squashesOnMerge } from './mergeRequests.ts';

const treesOf = async (repository: Repository, source: string, target: string) => {
  const base = await mergeBase(repository, target, source);
  const tree = async (sha: string | undefined): Promise<string> =>
    sha === undefined ? emptyTree : (await readCommit(repository, sha)).tree;
  return { base: await tree(base), ours: await tree(target), theirs: await tree(source) };
};

/** What merging an open request would give; undefined when one of its branches is gone. */
export const mergedTree = async (
  repository: Repository,
  request: Pick<MergeRequestState, 'sourceBranch' | 'targetBranch'>,
): Promise<MergeOutcome | undefined> => {
  const [source, target] = await Promise.all([
    branchTip(repository, request.sourceBranch),
    branchTip(repository, request.targetBranch),
  ]);
  if (source === undefined || target === undefined) return undefined;
  return mergeTrees(repository, await treesOf(repository, source, target), { keep: false });
};

/**
 * Merges an open request with a merge commit, of one squashed commit where that is wanted, and deletes its branch where it
 * is to go. Refuses with 422 when the branches do not merge or have moved meanwhile.
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
  const [source, target] = await Promise.all([
    branchTip(repository, sourceBranch),
    branchTip(repository, targetBranch),
  ]);
  if (source === undefined || target === undefined) throw cannotMerge();
  // as on real servers, who merges without squashing is not obeyed where the project asks for it
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
    return isAsItIs ? source : write([target], request.title, world.person(request.authorId) ?? person);
  };
  const squashCommitSha = squashesOnMerge(project, request) ? await squashed() : undefined;
  const about = `${request.title}\n\nSee merge request ${project.path}!${request.iid}`;
  const mergeCommitSha = await write(
    [target, squashCommitSha ?? source],
    `Merge branch '${sourceBranch}' into '${targetBranch}'\n\n${about}`,
    person,
  );
  if (!(await moveBranch(repository, targetBranch, mergeCommitSha, target))) throw cannotMerge();
  if (request.removesSource === true) await deleteBranchRef(repository, sourceBranch, source);
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

const cannotMerge = () => refusal(422, 'Branch cannot be merged');

/** Merges what waits for the pipelines of a commit once they have succeeded; a failed one ends the waiting. */
export const mergeWaiting = async (
  place: { readonly world: World; readonly repository: Repository; readonly at: string },
  projectId: number,
  pipeline: { readonly sha: string; readonly status: string },
): Promise<void> => {
  const { world, repository, at } = place;
  const project = world.state.projects.find(({ id }) => id === projectId);
  for (const request of project?.mergeRequests ?? []) {
    const { mergesBy } = request;
    if (project === undefined || request.state !== 'opened' || mergesBy === undefined) continue;
    if ((await branchTip(repository, request.sourceBranch)) !== pipeline.sha) continue;
    const person = world.person(mergesBy);
    if (pipeline.status === 'success' && person !== undefined) {
      await mergeRequestNow({ world, project, repository, at }, request, person);
    } else if (pipeline.status === 'failed' || pipeline.status === 'canceled') {
      await world.updateProject(projectId, (state) => ({
        ...state,
        mergeRequests: state.mergeRequests.map((one) =>
          one.id === request.id ? { ...one, mergesBy: undefined } : one,
        ),
      }));
    }
  }
};
