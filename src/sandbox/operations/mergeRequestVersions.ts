import type { Commit } from '../../wire/commits.ts';
import type { GivenPosition } from '../../wire/notes.ts';
import { mergeBase } from '../git/ancestry.ts';
import { listCommitHashes } from '../git/history.ts';
import { branchLog, branchTip } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import type { Visitor } from '../handling.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { commitRecord } from './commitRecord.ts';

/** A state of the diff of a merge request. The numbers stay the same as long as the branch only moves on. */
export interface Version {
  readonly id: number;
  readonly head: string;
  /** Where source and target part: the diff is that from here to the head. */
  readonly base: string;
  /** Where the target stood when the version was made. */
  readonly start: string;
  readonly createdAt: string;
}

interface Head {
  readonly sha: string;
  readonly createdAt: string;
}

/** Where the source branch has stood since the request was made, oldest first, as git recorded it. */
const heads = async (repository: Repository, request: MergeRequestState): Promise<readonly Head[]> => {
  const first: Head = { sha: request.sha, createdAt: request.createdAt };
  const tip = request.state === 'opened' ? await branchTip(repository, request.sourceBranch) : undefined;
  if (tip === undefined) return [first];
  const log = await branchLog(repository, request.sourceBranch);
  const start = log.findIndex(({ sha }) => sha === request.sha);
  const later = start === -1 ? [] : log.slice(start + 1);
  const known = later.map(({ sha, seconds }) => ({ sha, createdAt: new Date(seconds * 1000).toISOString() }));
  // a world of an older release has no record: the branch as it stands is all there is to know
  const all = [first, ...known];
  return all.at(-1)?.sha === tip ? all : [...all, { sha: tip, createdAt: request.updatedAt }];
};

const targetOf = async (repository: Repository, request: MergeRequestState): Promise<string | undefined> => {
  const [oldest] = request.commits.slice(-1);
  // the target was moved to its commits
  if (request.mergeCommitSha === null && request.state === 'merged' && oldest !== undefined)
    return (await readCommit(repository, oldest)).parents[0];
  if (request.mergeCommitSha === null) return branchTip(repository, request.targetBranch);
  return (await readCommit(repository, request.mergeCommitSha)).parents[0];
};

/** Where the target stood at a moment: as git recorded it, else the newest of its commits from before. */
const standingAt = async (
  repository: Repository,
  request: MergeRequestState,
  target: string,
  moment: string,
): Promise<string | undefined> => {
  const log = request.mergeCommitSha === null ? await branchLog(repository, request.targetBranch) : [];
  const recorded = log.findLast(({ seconds }) => seconds * 1000 <= Date.parse(moment));
  if (recorded !== undefined) return recorded.sha;
  const [found] = await listCommitHashes(repository, {
    revision: target,
    all: false,
    until: moment,
    firstParent: true,
    topological: false,
    skip: 0,
    most: 1,
  });
  return found;
};

const baseOf = async (repository: Repository, target: string | undefined, head: string): Promise<string> =>
  (target === undefined ? undefined : await mergeBase(repository, target, head)) ??
  (await readCommit(repository, head)).parents[0] ??
  head;

/** The versions of a merge request's diff, newest first; there is always one. */
export const versionsOf = async (
  repository: Repository,
  request: MergeRequestState,
): Promise<readonly [Version, ...Version[]]> => {
  const target = await targetOf(repository, request);
  const versions = await Promise.all(
    (await heads(repository, request)).map(async ({ sha, createdAt }, index) => {
      const base = await baseOf(repository, target, sha);
      const start = target === undefined ? undefined : await standingAt(repository, request, target, createdAt);
      return { id: request.id * 100 + index + 1, head: sha, base, start: start ?? base, createdAt };
    }),
  );
  const [newest, ...older] = versions.toReversed();
  if (newest === undefined) throw new Error('A merge request has a version.');
  return [newest, ...older];
};

/** The hashes of the commits of a version, newest first. */
export const versionHashes = (repository: Repository, { base, head }: Version): Promise<readonly string[]> =>
  listCommitHashes(repository, {
    revision: `${base}..${head}`,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 1000,
  });

/** Some of its commits as the wire has them. */
export const versionCommits = (
  visit: Visitor,
  place: { readonly project: ProjectState; readonly repository: Repository },
  hashes: readonly string[],
): Promise<Commit[]> =>
  Promise.all(hashes.map(async (sha) => commitRecord(visit, place.project, await readCommit(place.repository, sha))));

/**
 * Why a note cannot be about a commit: that must be one of the merge request, and the position one of that commit's own
 * diff. Undefined when it can, and for a note about none.
 */
export const commitProblem = async (
  { repository, request }: { readonly repository: Repository; readonly request: MergeRequestState },
  commitId: string | null,
  position: GivenPosition | undefined,
): Promise<string | undefined> => {
  if (commitId === null) return undefined;
  const versions = await versionsOf(repository, request);
  const hashes = await Promise.all(versions.map((version) => versionHashes(repository, version)));
  if (!hashes.flat().includes(commitId)) return 'is invalid';
  const [parent] = (await readCommit(repository, commitId)).parents;
  const isOfCommit = position?.head_sha === commitId && position.base_sha === parent && position.start_sha === parent;
  return isOfCommit ? undefined : 'does not match the diff refs';
};
