import type { Client } from '../client/client.ts';
import { requestFailure } from '../client/errors.ts';
import { type Commit, getCommit } from '../wire/commits.ts';
import { branchRef, tagRef } from '../wire/refName.ts';

/** A commit by hash or the name of a ref; undefined when the server finds none, or cannot tell which of several (C3). */
export const findCommit = async (
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<Commit | undefined> => {
  try {
    return await client.send(getCommit, { id: project, sha: name, stats: false }, { signal });
  } catch (error) {
    if (requestFailure(error, 'notFound', 'refused', 'invalidParameters')) return undefined;
    throw error;
  }
};

/** What a typed name means: the branch, also where a tag has that name, and else what the server takes it for. */
export interface NamedRef {
  /** What is sent for it. */
  readonly ref: string;
  readonly commit: Commit;
  /** Whether a tag of that name leads elsewhere. */
  readonly isTagToo: boolean;
}

/** Reads where a typed name leads (C3); undefined when there is no such branch, tag or commit. */
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

/** Answers whether there are a branch and a tag of a name: for operations that take the bare name alone (C3). */
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

/** A typed ref or range: what is sent for it, the names that lead nowhere, and those that are a branch and a tag. */
export interface NamedRange {
  readonly ref: string;
  readonly unknown: readonly string[];
  readonly tagsToo: readonly string[];
}

/** Reads where the names of a range lead, such as `v1.0..main` or `..main`. */
export const namedRange = async (
  client: Client,
  project: number,
  text: string,
  signal: AbortSignal,
): Promise<NamedRange> => {
  const parts = await Promise.all(
    text.split(/(\.{2,3})/).map(async (part) => ({
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
