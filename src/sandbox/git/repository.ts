import { ObjectReader } from './objects.ts';
import { Recent } from './recent.ts';
import { parseCommit, type CommitObject } from './commitObject.ts';
import type { FileChange } from './commitObject.ts';
import type { CommitStats } from './commitObject.ts';

/** `empty`: the change is already there. */
export type MergeOutcome =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

export interface Repository {
  readonly directory: string;
  readonly objects: ObjectReader;
  readonly commits: Recent<CommitObject>;
  readonly stats: Recent<CommitStats>;
  readonly lists: Recent<readonly string[]>;
  readonly trailers: Recent<readonly (readonly [string, string])[]>;
  readonly changes: Recent<readonly FileChange[]>;
  readonly merges: Recent<MergeOutcome>;
  /** Repository of another project; undefined without that project. */
  readonly of: (projectId: number) => Repository | undefined;
  readonly close: () => void;
}

/** Starts no process until the first query. */
export const openRepository = (directory: string, of: Repository['of'] = () => undefined): Repository => {
  const objects = new ObjectReader(directory);
  return {
    directory,
    objects,
    commits: new Recent(5000),
    stats: new Recent(5000),
    lists: new Recent(200),
    trailers: new Recent(5000),
    changes: new Recent(20),
    merges: new Recent(200),
    of,
    close: () => objects.close(),
  };
};

/** Rejects options, paths in commits and searches, as GitLab does. */
export const isRevision = (text: string): boolean => !text.startsWith('-') && !/[\s:\0]/.test(text);

/** Accepts SHA, branch, tag, `main~3`. */
export const resolveCommit = async (repository: Repository, revision: string): Promise<string | undefined> => {
  if (!isRevision(revision)) return undefined;
  const found = await repository.objects.info(`${revision}^{commit}`);
  return found?.type === 'commit' ? found.sha : undefined;
};

/** Throws when it is missing, as callers resolve names first. */
export const readCommit = async (repository: Repository, sha: string): Promise<CommitObject> => {
  const known = repository.commits.get(sha);
  if (known !== undefined) return known;
  const found = await repository.objects.contents(sha);
  if (found?.type !== 'commit') throw new Error(`${sha} is not a commit of ${repository.directory}`);
  const commit = parseCommit(sha, found.content);
  repository.commits.set(sha, commit);
  return commit;
};

export const findCommit = async (repository: Repository, revision: string): Promise<CommitObject | undefined> => {
  const sha = await resolveCommit(repository, revision);
  return sha === undefined ? undefined : readCommit(repository, sha);
};
