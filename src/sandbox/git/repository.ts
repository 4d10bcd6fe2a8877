import { ObjectReader } from './objects.ts';
import { Recent } from './recent.ts';
import { parseCommit, type CommitObject } from './commitObject.ts';
import type { FileChange } from './commitObject.ts';
import type { CommitStats } from './commitObject.ts';

/** What applying a change to a tree gives. `empty`: nothing changes, the change is there already. */
export type MergeOutcome =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** A bare repository on disk with what is worth remembering about it. `close` ends its process. */
export interface Repository {
  readonly directory: string;
  readonly objects: ObjectReader;
  readonly commits: Recent<CommitObject>;
  readonly stats: Recent<CommitStats>;
  readonly lists: Recent<readonly string[]>;
  readonly trailers: Recent<readonly (readonly [string, string])[]>;
  readonly changes: Recent<readonly FileChange[]>;
  readonly merges: Recent<MergeOutcome>;
  readonly close: () => void;
}

/** Opens a bare repository; nothing is started before the first question. */
export const openRepository = (directory: string): Repository => {
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
    close: () => objects.close(),
  };
};

/** Whether a text may name a commit, as real servers say: it is no option, no path of a commit and no search. */
export const isRevision = (text: string): boolean => !text.startsWith('-') && !/[\s:\0]/.test(text);

/** The hash of the commit a revision (hash, branch, tag, `main~3`) leads to; undefined when there is none. */
export const resolveCommit = async (repository: Repository, revision: string): Promise<string | undefined> => {
  if (!isRevision(revision)) return undefined;
  const found = await repository.objects.info(`${revision}^{commit}`);
  return found?.type === 'commit' ? found.sha : undefined;
};

/** Reads a commit by its full hash; throws when it is not there, because callers resolve names first. */
export const readCommit = async (repository: Repository, sha: string): Promise<CommitObject> => {
  const known = repository.commits.get(sha);
  if (known !== undefined) return known;
  const found = await repository.objects.contents(sha);
  if (found?.type !== 'commit') throw new Error(`${sha} is not a commit of ${repository.directory}`);
  const commit = parseCommit(sha, found.content);
  repository.commits.set(sha, commit);
  return commit;
};

/** Reads the commit a revision leads to; undefined when there is none. */
export const findCommit = async (repository: Repository, revision: string): Promise<CommitObject | undefined> => {
  const sha = await resolveCommit(repository, revision);
  return sha === undefined ? undefined : readCommit(repository, sha);
};
