import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type Commit, getCommit } from '../../wire/commits.ts';
import { branchRef, tagRef } from '../../wire/refName.ts';

/** C3; undefined if missing or ambiguous. */
export const findCommit = async (
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<Commit | undefined> => {
  try {
    return await client.send(getCommit, { id: project, sha: name, stats: false }, { signal });
  } catch (error) {
    if (requestErrorFacts(error, 'notFound', 'refused', 'invalidParameters')) return undefined;
    throw error;
  }
};

/** A branch takes precedence over a tag. */
export interface NamedRef {
  readonly ref: string;
  readonly commit: Commit;
  /** A tag with another commit. */
  readonly isTagToo: boolean;
}

/** C3; undefined if not found. */
export const namedRef = async (
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<NamedRef | undefined> => {
  const commit = await findCommit(client, project, name, signal);
  if (commit === undefined) return undefined;
  const isExact = commit.id.startsWith(name.toLowerCase()) || name === 'HEAD' || name.startsWith('refs/');
  const branch = isExact ? undefined : await findCommit(client, project, branchRef(name), signal);
  return branch === undefined
    ? { ref: name, commit, isTagToo: false }
    : { ref: branchRef(name), commit: branch, isTagToo: branch.id !== commit.id };
};

/** C3, for operations that accept only the bare name. */
export const isBranchAndTag = async (
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const refs = [branchRef(name), tagRef(name)];
  const found = await Promise.all(refs.map((ref) => findCommit(client, project, ref, signal)));
  return found.every((commit) => commit !== undefined);
};

export interface NamedRange {
  readonly ref: string;
  readonly unknown: readonly string[];
  readonly tagsToo: readonly string[];
}

/** Such as `v1.0..main` or `..main`. */
export const namedRange = async (
  client: Client,
  project: number,
  text: string,
  signal: AbortSignal,
): Promise<NamedRange> => {
  const parts = await Promise.all(
    text
      .split(/(\.{2,3})/)
      .map(async (part) => ({
        part,
        named: /^\.*$/.test(part) ? undefined : await namedRef(client, project, part, signal),
      })),
  );
  return {
    ref: parts.map(({ part, named }) => named?.ref ?? part).join(''),
    unknown: parts.flatMap(({ part, named }) => (named === undefined && !/^\.*$/.test(part) ? [part] : [])),
    tagsToo: parts.flatMap(({ part, named }) => (named?.isTagToo === true ? [part] : [])),
  };
};
