import type { rebaseMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { isAncestor } from '../git/ancestry.ts';
import { identLine } from '../git/commitObject.ts';
import { mergeTrees, writeCommit } from '../git/mergeTree.ts';
import { branchTip, moveBranch } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { requireUser, type Handler } from '../handling.ts';
import { forbidden, refusal } from '../refusals.ts';
import { allowsForcePush } from '../world/access.ts';
import { openRequest } from './mergeRequestReview.ts';
import { currentRequest } from './mergeRequests.ts';
import { startPushPipelines } from './pipelineStarts.ts';
import { bring, canPushToSource, sourceProject, sourceTip } from './requestSource.ts';

const failed = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';

/** Commits are newest first, merges are dropped; undefined on a conflict. */
const rebased = async (
  repository: Repository,
  commits: readonly string[],
  target: string,
  committer: string,
): Promise<string | undefined> => {
  let tip = target;
  for (const sha of commits.toReversed()) {
    const { parents, tree: theirs, author, message } = await readCommit(repository, sha);
    const [parent] = parents;
    if (parent === undefined || parents.length > 1) continue;
    const [base, ours] = [(await readCommit(repository, parent)).tree, (await readCommit(repository, tip)).tree];
    const outcome = await mergeTrees(repository, { base, ours, theirs }, { keep: true });
    if (outcome.kind === 'conflict') return undefined;
    if (outcome.kind === 'empty') continue;
    const by = identLine(author);
    tip = await writeCommit(repository, { tree: outcome.tree, parents: [tip], author: by, committer, message });
  }
  return tip;
};

/** MR27. Completes at once and starts a pipeline as a push does, but the first request for its progress reports it as running. */
export const handleRebaseMergeRequest: Handler<typeof rebaseMergeRequest> = async (visit) => {
  const opened = openRequest(visit);
  const { project, repository } = opened;
  const person = requireUser(visit);
  const request = await currentRequest(repository, opened.request);
  const { sourceBranch, targetBranch } = request;
  const [source, target] = await Promise.all([sourceTip(repository, request), branchTip(repository, targetBranch)]);
  if (source === undefined || target === undefined) throw forbidden('Source branch does not exist');
  const home = sourceProject(visit.world, project, request) ?? project;
  const branches = visit.world.repository(home);
  if (!canPushToSource(visit.world, person, project, request)) throw forbidden('Cannot push to source branch');
  if (!allowsForcePush(home, sourceBranch)) throw forbidden('Source branch is protected from force push');
  if (request.state !== 'opened') throw refusal(409, 'Failed to enqueue the rebase operation');
  const seconds = Math.floor(visit.now().getTime() / 1000);
  const { name, email } = person;
  const isUpToDate = await isAncestor(repository, target, source);
  const tip = isUpToDate
    ? source
    : await rebased(repository, request.commits, target, identLine({ name, email, seconds, offset: '+0000' }));
  if (tip !== undefined) {
    await bring(branches, repository, tip);
    await moveBranch(branches, sourceBranch, tip, source);
  }
  const mergeError = tip === undefined ? failed : null;
  await visit.world.updateProject(project.id, (state) => ({
    ...state,
    mergeRequests: state.mergeRequests.map((one) =>
      one.id === request.id ? { ...one, isRebasing: true, mergeError, mergesBy: undefined } : one,
    ),
  }));
  if (tip !== undefined && tip !== source)
    await startPushPipelines({ ...visit, project: home, personId: person.id }, [{ name: sourceBranch, sha: tip }]);
  return { kind: 'json', status: 202, body: { rebase_in_progress: true } };
};
