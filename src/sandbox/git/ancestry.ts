import { git } from './command.ts';
import type { Repository } from './repository.ts';

/** Best common ancestor of two commits by SHA; undefined for unrelated histories. */
export const mergeBase = async (repository: Repository, one: string, other: string): Promise<string | undefined> => {
  if (one === other) return one;
  const key = `merge-base ${one} ${other}`;
  const known = repository.lists.get(key);
  if (known !== undefined) return known[0];
  const { stdout, code } = await git(repository.directory, ['merge-base', one, other], { expected: [0, 1] });
  const found = code === 0 ? stdout.toString('utf8').trim() : undefined;
  repository.lists.set(key, found === undefined ? [] : [found]);
  return found;
};

export const isAncestor = async (repository: Repository, ancestor: string, sha: string): Promise<boolean> => {
  const args = ['merge-base', '--is-ancestor', ancestor, sha];
  return (await git(repository.directory, args, { expected: [0, 1] })).code === 0;
};

/** Commits reachable from `sha`, itself included. */
export const countCommits = async (
  repository: Repository,
  sha: string,
  { firstParent }: { readonly firstParent: boolean },
): Promise<number> => {
  const args = ['rev-list', '--count', ...(firstParent ? ['--first-parent'] : []), sha];
  return Number((await git(repository.directory, args)).stdout.toString('utf8'));
};

/** Commits reachable from `tip` and not from `base`; 0 unless both exist. */
export const countMissing = async (
  repository: Repository,
  tip: string | undefined,
  base: string | undefined,
): Promise<number> => {
  if (tip === undefined || base === undefined) return 0;
  return Number((await git(repository.directory, ['rev-list', '--count', tip, `^${base}`])).stdout.toString('utf8'));
};

/** Newest commit reachable from `sha` that changed `path`. */
export const lastCommitOf = async (repository: Repository, sha: string, path: string): Promise<string | undefined> => {
  const { stdout } = await git(repository.directory, ['rev-list', '--max-count=1', sha, '--', path]);
  const found = stdout.toString('utf8').trim();
  return found === '' ? undefined : found;
};

export const fetchCommit = async (repository: Repository, from: Repository, sha: string): Promise<void> => {
  await git(repository.directory, ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', from.directory, sha]);
};
