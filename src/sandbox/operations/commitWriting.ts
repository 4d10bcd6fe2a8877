import type { createCommit } from '../../wire/commitWriting.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { fetchCommit, isAncestor } from '../git/ancestry.ts';
import { identLine } from '../git/commitObject.ts';
import { emptyTree } from '../git/diff.ts';
import { writeCommit } from '../git/mergeTree.ts';
import { branchTip, isBranchName, listBranchRefs, moveBranch, noTip } from '../git/refs.ts';
import { readCommit, resolveCommit, type Repository } from '../git/repository.ts';
import { openCode, openProject, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { forbidden, refusal } from '../refusals.ts';
import { allowsForcePush, canPushTo, canReadCode } from '../world/access.ts';
import type { Person, ProjectState } from '../world/records.ts';
import { updateDefaultBranch } from '../world/world.ts';
import { treeAfterActions } from './commitActions.ts';
import { readCommitBody } from './commitBody.ts';
import { commitDetailRecord } from './commitRecord.ts';

type Given = ParametersOf<typeof createCommit>;

interface Place {
  readonly project: ProjectState;
  readonly repository: Repository;
}

const fullName = (visit: RequestContext, project: ProjectState): string => {
  const parts = project.path.split('/').slice(0, -1);
  const groups = parts.map((part, index) => visit.world.group(parts.slice(0, index + 1).join('/'))?.name ?? part);
  return [...groups, project.name].join(' / ');
};

/** Root of the fork network. */
export const rootOf = (projects: readonly ProjectState[], project: ProjectState): number => {
  const parent = projects.find(({ id }) => id === project.forkedFromId);
  return parent === undefined ? project.id : rootOf(projects, parent);
};

/** Opens `start_project`; throws 403 outside the fork network. */
const openStart = (visit: RequestContext, place: Place, startProject: string | number | undefined): Place => {
  if (startProject === undefined) return place;
  const project = openProject({ ...visit, path: { ...visit.path, id: String(startProject) } });
  const { projects } = visit.world.state;
  if (rootOf(projects, project) !== rootOf(projects, place.project)) {
    throw forbidden(`Project is not included in the fork network for ${fullName(visit, project)}`);
  }
  if (!canReadCode(visit.world, visit.person, project)) throw forbidden();
  return { project, repository: visit.world.repository(project) };
};

const startSha = async (start: Place, sha: string): Promise<string> => {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(sha)) throw refusal(400, `Invalid start_sha '${sha}'`);
  const found = await resolveCommit(start.repository, sha);
  if (found === undefined) throw refusal(400, `Cannot find start_sha '${sha}'`);
  return found;
};

/** Parent of the new commit; undefined in an empty repository. */
const parentOf = async (start: Place, given: Given): Promise<string | undefined> => {
  if (given.start_sha !== undefined) return startSha(start, given.start_sha);
  const tip = await branchTip(start.repository, given.start_branch ?? given.branch);
  if (tip === undefined && (await listBranchRefs(start.repository)).length > 0) {
    throw refusal(400, 'You can only create or edit files when you are on a branch');
  }
  return tip;
};

const isElsewhere = ({ start_branch, start_sha, branch }: Given, start: Place, place: Place): boolean =>
  start_sha !== undefined ||
  (start_branch !== undefined && start_branch !== branch) ||
  start.project.id !== place.project.id;

const deeds = (
  visit: RequestContext,
  person: Person,
  given: Given,
): { readonly author: string; readonly committer: string } => {
  const now = { seconds: Math.floor(visit.now().getTime() / 1000), offset: '+0000' };
  const { name, email } = person;
  return {
    author: identLine({ name: given.author_name ?? name, email: given.author_email ?? email, ...now }),
    committer: identLine({ name, email, ...now }),
  };
};

const checkRewrite = async (
  { project, repository }: Place,
  branch: string,
  from: string,
  to: string,
): Promise<void> => {
  if (allowsForcePush(project, branch) || (await isAncestor(repository, from, to))) return;
  throw refusal(400, 'You are not allowed to force push code to a protected branch on this project.');
};

/**
 * C2. Needs no working tree; the branch moves only if its tip is unchanged. Order of checks: authentication, body,
 * `start_project`, push permission, branches, actions, force push to a protected branch.
 */
export const handleCreateCommit: Handler<typeof createCommit> = async (visit) => {
  const place = openCode(visit);
  const person = requireUser(visit);
  const given = readCommitBody(visit);
  const start = openStart(visit, place, given.start_project);
  const { repository } = place;
  const { branch } = given;
  if (!canPushTo(visit.world, person, place.project, branch)) {
    throw forbidden('You are not allowed to push into this branch');
  }
  const parent = await parentOf(start, given);
  const isNewStart = isElsewhere(given, start, place);
  // read once, so that a concurrent commit is not lost
  const tip = isNewStart ? await branchTip(repository, branch) : parent;
  if (tip === undefined && !isBranchName(branch)) throw refusal(400, 'Branch name is invalid');
  if (tip !== undefined && isNewStart && given.force !== true) {
    const advice = 'Switch to that branch in order to make changes';
    throw refusal(400, `A branch called '${branch}' already exists. ${advice}`);
  }
  if (parent !== undefined && start.project.id !== place.project.id) {
    await fetchCommit(repository, start.repository, parent);
  }
  const before = parent === undefined ? emptyTree : (await readCommit(repository, parent)).tree;
  const tree = await treeAfterActions({ repository, tree: before, commit: parent }, given.actions);
  const sha = await writeCommit(repository, {
    tree,
    parents: parent === undefined ? [] : [parent],
    ...deeds(visit, person, given),
    message: given.commit_message,
  });
  if (tip !== undefined && isNewStart) await checkRewrite(place, branch, tip, sha);
  if (!(await moveBranch(repository, branch, sha, tip ?? noTip))) {
    throw refusal(400, `Could not update refs/heads/${branch}. Please refresh and try again.`);
  }
  if (tip === undefined) await updateDefaultBranch(visit.world, place.project);
  const withStats = given.stats !== false;
  const body = await commitDetailRecord(visit, place, await readCommit(repository, sha), { withStats });
  return { kind: 'json', status: 201, body };
};
