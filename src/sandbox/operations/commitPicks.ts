import type { cherryPickCommit, revertCommit } from '../../wire/commits.ts';
import { isAtLeast } from '../edition.ts';
import { jsonResponse } from '../exchange.ts';
import { identLine, titleOf, type CommitObject } from '../git/commitObject.ts';
import { emptyTree } from '../git/diff.ts';
import { mergeTrees, writeCommit } from '../git/mergeTree.ts';
import { branchTip, isBranchName, moveBranch } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { openCode, requireUser, type Handler, type JsonReply, type RequestContext } from '../handling.ts';
import { forbidden, notFound, refusal, Refusal } from '../refusals.ts';
import { canPushTo } from '../world/access.ts';
import type { Person, ProjectState } from '../world/records.ts';
import type { Commit } from '../../wire/commits.ts';
import { commitRecord } from './commitRecord.ts';
import { openCommit } from './commits.ts';

interface Change {
  readonly verb: 'cherry-pick' | 'revert';
  readonly sha: string;
  readonly branch: string;
  readonly isDryRun: boolean;
  readonly message: (commit: CommitObject, project: ProjectState) => Promise<string>;
}

type Outcome = JsonReply<Commit | { dry_run: 'success' }>;

const pastTense = { 'cherry-pick': 'cherry-picked', revert: 'reverted' } as const;

/** 400 with `dry_run: error` for dry runs. */
const failed = (isDryRun: boolean, message: string, code?: 'conflict' | 'empty'): Refusal =>
  new Refusal(
    jsonResponse(400, {
      message,
      ...(code === undefined ? {} : { error_code: code }),
      ...(isDryRun ? { dry_run: 'error' } : {}),
    }),
  );

const cannot = ({ verb, isDryRun }: Change, code: 'conflict' | 'empty'): Refusal =>
  failed(
    isDryRun,
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${pastTense[verb]}, ` +
      'or a more recent commit may have updated some of its content.',
    code,
  );

const parentTree = async (repository: Repository, commit: CommitObject): Promise<string> => {
  const [parent] = commit.parents;
  return parent === undefined ? emptyTree : (await readCommit(repository, parent)).tree;
};

/** Since 16.11 the caller is the author of a cherry-pick, with the original author as co-author. */
const isOfWhoPicks = ({ edition }: RequestContext): boolean => isAtLeast(edition, '16.11');

const signedNow = (visit: RequestContext, person: Person): string =>
  identLine({
    name: person.name,
    email: person.email,
    seconds: Math.floor(visit.now().getTime() / 1000),
    offset: '+0000',
  });

const apply = async (visit: RequestContext, place: ReturnType<typeof openCode>, change: Change): Promise<Outcome> => {
  const { project, repository } = place;
  const person = requireUser(visit);
  if (!canPushTo(visit.world, person, project, change.branch)) {
    throw forbidden('You are not allowed to push into this branch');
  }
  const commit = await openCommit(repository, change.sha);
  if (!isBranchName(change.branch)) throw refusal(400, 'The branch refname is invalid');
  const tip = await branchTip(repository, change.branch);
  if (tip === undefined) throw notFound('Branch');
  const before = await parentTree(repository, commit);
  const { tree: ours } = await readCommit(repository, tip);
  const trees =
    change.verb === 'revert'
      ? { base: commit.tree, ours, theirs: before }
      : { base: before, ours, theirs: commit.tree };
  const outcome = await mergeTrees(repository, trees, { keep: !change.isDryRun });
  if (outcome.kind !== 'clean') throw cannot(change, outcome.kind);
  if (change.isDryRun) return { kind: 'json', status: 200, body: { dry_run: 'success' } };
  const committer = signedNow(visit, person);
  const sha = await writeCommit(repository, {
    tree: outcome.tree,
    parents: [tip],
    author: change.verb === 'revert' || isOfWhoPicks(visit) ? committer : identLine(commit.author),
    committer,
    message: await change.message(commit, project),
  });
  if (!(await moveBranch(repository, change.branch, sha, tip))) {
    throw failed(false, `Could not update refs/heads/${change.branch}. Please refresh and try again.`);
  }
  return { kind: 'json', status: 201, body: commitRecord(visit, project, await readCommit(repository, sha)) };
};

const mergedBy = (project: ProjectState, commit: CommitObject): ProjectState['mergeRequests'][number] | undefined =>
  commit.parents.length > 1
    ? project.mergeRequests.find(({ mergeCommitSha }) => mergeCommitSha === commit.sha)
    : undefined;

const pickMessage = async (
  visit: RequestContext,
  repository: Repository,
  commit: CommitObject,
  project: ProjectState,
): Promise<string> => {
  const lines = [`(cherry picked from commit ${commit.sha})`];
  const commits = mergedBy(project, commit)?.commits ?? [];
  if (commits.length > 0) lines.push('');
  for (const sha of commits.toReversed()) {
    const { message } = await readCommit(repository, sha);
    lines.push(`${sha.slice(0, 8)} ${titleOf(message)}`);
  }
  if (isOfWhoPicks(visit)) lines.push('', `Co-authored-by: ${commit.author.name} <${commit.author.email}>`);
  return `${commit.message}\n\n${lines.join('\n')}`;
};

const revertMessage = (commit: CommitObject, project: ProjectState): string => {
  const merged = mergedBy(project, commit);
  const what = merged === undefined ? `commit ${commit.sha}` : `merge request !${merged.iid}`;
  return `Revert "${titleOf(commit.message)}"\n\nThis reverts ${what}`;
};

/** C5. Keeps the author before 16.11; the committer is the caller. Merges use the difference from the first parent. */
export const handleCherryPick: Handler<typeof cherryPickCommit> = async (visit) => {
  const place = openCode(visit);
  const { sha, branch, dry_run: isDryRun = false, message } = visit.parameters();
  const own = message === undefined || message === '' ? undefined : message;
  return apply(visit, place, {
    verb: 'cherry-pick',
    sha,
    branch,
    isDryRun,
    message: async (commit, project) => own ?? (await pickMessage(visit, place.repository, commit, project)),
  });
};

/** C6. The caller is author and committer. Merges use the difference from the first parent. */
export const handleRevert: Handler<typeof revertCommit> = async (visit) => {
  const place = openCode(visit);
  const { sha, branch, dry_run: isDryRun = false } = visit.parameters();
  return apply(visit, place, {
    verb: 'revert',
    sha,
    branch,
    isDryRun,
    message: async (commit, project) => revertMessage(commit, project),
  });
};
