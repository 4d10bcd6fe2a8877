import type { Commit } from '../../wire/commits.ts';
import { mergeBase } from '../git/ancestry.ts';
import { listCommitHashes } from '../git/history.ts';
import { branchLog } from '../git/reflog.ts';
import { branchTip } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import type { Visitor } from '../handling.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { commitRecord } from './commitRecord.ts';

/** A state of the diff of a merge request. The numbers stay the same as long as the branch only moves on. */
export interface Version {
  readonly id: number;
  readonly head: string;
  /** Where source and target part; the start of the diff as well. */
  readonly base: string;
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
  if (request.mergeCommitSha === null) return branchTip(repository, request.targetBranch);
  return (await readCommit(repository, request.mergeCommitSha)).parents[0];
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
    (await heads(repository, request)).map(async ({ sha, createdAt }, index) => ({
      id: request.id * 100 + index + 1,
      head: sha,
      base: await baseOf(repository, target, sha),
      createdAt,
    })),
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
