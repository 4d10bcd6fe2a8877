import type { createBranch, deleteBranch } from '../../wire/projects.ts';
import { branchTip, deleteBranchRef, isBranchName, moveBranch, noTip } from '../git/refs.ts';
import { readCommit, resolveCommit } from '../git/repository.ts';
import { checkUnmodified, openCode, requireUser, type Handler } from '../handling.ts';
import { forbidden, notFound, refusal } from '../refusals.ts';
import { canPushCode, canPushTo, rulesFor } from '../world/access.ts';
import { updateDefaultBranch } from '../world/world.ts';
import { branchRecord } from './branches.ts';

/** R15. 400 for a taken or invalid name, or an unknown ref. */
export const handleCreateBranch: Handler<typeof createBranch> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = requireUser(visit);
  const { branch, ref } = visit.parameters();
  if (!canPushTo(visit.world, person, project, branch)) {
    throw canPushCode(visit.world, person, project)
      ? refusal(400, `You are not allowed to create protected branches on this project.`)
      : forbidden();
  }
  if (!isBranchName(branch)) throw refusal(400, 'Branch name is invalid');
  if ((await branchTip(repository, branch)) !== undefined) throw refusal(400, 'Branch already exists');
  const sha = await resolveCommit(repository, ref);
  if (sha === undefined) throw refusal(400, `Invalid reference name: ${ref}`);
  if (!(await moveBranch(repository, branch, sha, noTip))) throw refusal(400, `Invalid reference name: ${branch}`);
  await updateDefaultBranch(visit.world, project);
  const body = await branchRecord(visit, { project, repository }, { name: branch, sha }, new Set());
  return { kind: 'json', status: 201, body };
};

/** R16. Protected branch 403, default branch 400. */
export const handleDeleteBranch: Handler<typeof deleteBranch> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = requireUser(visit);
  if (!canPushCode(visit.world, person, project)) throw forbidden();
  const { branch } = visit.parameters();
  const tip = await branchTip(repository, branch);
  if (tip === undefined) throw notFound('Branch');
  checkUnmodified(visit, new Date((await readCommit(repository, tip)).author.seconds * 1000).toISOString());
  if (rulesFor(project, branch).length > 0) throw forbidden('Protected branch cannot be deleted');
  if (branch === project.defaultBranch) throw refusal(400, 'Cannot remove HEAD branch');
  if (!(await deleteBranchRef(repository, branch, tip))) throw refusal(400, 'Failed to remove branch');
  return { kind: 'nothing', status: 204 };
};
