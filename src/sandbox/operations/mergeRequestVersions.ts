import type { Commit } from '../../wire/commits.ts';
import type { GivenPosition } from '../../wire/notes.ts';
import { mergeBase } from '../git/ancestry.ts';
import { listCommitHashes } from '../git/history.ts';
import { branchLog, branchTip } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import type { RequestContext } from '../handling.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { commitRecord } from './commitRecord.ts';
import { bring, sourceRepository, sourceTip } from './requestSource.ts';

/** Diff version. IDs are stable unless the branch is rewritten. */
export interface Version {
  readonly id: number;
  readonly head: string;
  /** Merge base of source and target. */
  readonly base: string;
  /** Tip of the target branch when the version was created. */
  readonly start: string;
  readonly createdAt: string;
}

/** Tips of the source branch since the creation of the merge request, oldest first; later ones from the reflog. */
export const headsOf = async (
  repository: Repository,
  request: MergeRequestState,
): Promise<NonNullable<MergeRequestState['heads']>> => {
  const saved = request.heads ?? [{ sha: request.sha, createdAt: request.createdAt }];
  const tip = request.state === 'opened' ? await sourceTip(repository, request) : undefined;
  const source = sourceRepository(repository, request);
  if (tip === undefined || source === undefined) return saved;
  const log = await branchLog(source, request.sourceBranch);
  const start = log.findIndex(({ sha }) => sha === saved[0]?.sha);
  const later = start === -1 ? [] : log.slice(start + saved.length);
  // a fork may have been rewritten since
  for (const { sha } of later) await bring(repository, source, sha);
  const known = later.map(({ sha, seconds }) => ({ sha, createdAt: new Date(seconds * 1000).toISOString() }));
  // worlds of older releases have no reflog: add the current tip
  const all = [...saved, ...known];
  return all.at(-1)?.sha === tip ? all : [...all, { sha: tip, createdAt: request.updatedAt }];
};

const targetOf = async (repository: Repository, request: MergeRequestState): Promise<string | undefined> => {
  const [oldest] = request.commits.slice(-1);
  // fast-forward merge: the target was at the parent of the oldest commit
  if (request.mergeCommitSha === null && request.state === 'merged' && oldest !== undefined)
    return (await readCommit(repository, oldest)).parents[0];
  if (request.mergeCommitSha === null) return branchTip(repository, request.targetBranch);
  return (await readCommit(repository, request.mergeCommitSha)).parents[0];
};

/** Tip of the target branch at a time, from the reflog or else by commit date. */
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

/** Newest first. */
export const versionsOf = async (
  repository: Repository,
  request: MergeRequestState,
): Promise<readonly [Version, ...Version[]]> => {
  const target = await targetOf(repository, request);
  const versions = await Promise.all(
    (await headsOf(repository, request)).map(async ({ sha, createdAt }, index) => {
      const base = await baseOf(repository, target, sha);
      const start = target === undefined ? undefined : await standingAt(repository, request, target, createdAt);
      return { id: request.id * 100 + index + 1, head: sha, base, start: start ?? base, createdAt };
    }),
  );
  const [newest, ...older] = versions.toReversed();
  if (newest === undefined) throw new Error('A merge request has a version.');
  return [newest, ...older];
};

/** SHAs, newest first. */
export const versionHashes = (repository: Repository, { base, head }: Version): Promise<readonly string[]> =>
  listCommitHashes(repository, {
    revision: `${base}..${head}`,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 1000,
  });

export const versionCommits = (
  visit: RequestContext,
  place: { readonly project: ProjectState; readonly repository: Repository },
  hashes: readonly string[],
): Promise<Commit[]> =>
  Promise.all(hashes.map(async (sha) => commitRecord(visit, place.project, await readCommit(place.repository, sha))));

/** Error for a note on a commit: it must be in the merge request, and the position in its own diff. */
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
