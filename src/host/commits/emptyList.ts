import { requestFailure } from '../../client/errors.ts';
import { type CommitFilter, namesInRef } from '../../model/commits/commitFilter.ts';
import { getCommit } from '../../wire/commits.ts';
import { getBranch, getProject, listBranches } from '../../wire/projects.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** Why a server lists no commits; `filter` when there is nothing but the filter to blame. */
export type EmptyListReason =
  | { readonly kind: 'filter' }
  | { readonly kind: 'emptyRepository' }
  /** `name` is undefined where the project has none at all. */
  | { readonly kind: 'noDefaultBranch'; readonly name: string | undefined }
  | { readonly kind: 'unknownNames'; readonly names: readonly string[] };

/** Finds out why a list is empty: servers answer unknown refs, missing branches and empty repositories alike. */
export const emptyListReason = async (
  open: OpenProject,
  { ref, all }: CommitFilter,
  signal: AbortSignal,
): Promise<EmptyListReason> => {
  if (ref !== undefined && all !== true) {
    const names = await unknownNames(open, namesInRef(ref), signal);
    return names.length > 0 ? { kind: 'unknownNames', names } : { kind: 'filter' };
  }
  const { client } = open;
  const { id } = open.project;
  const { items } = await client.send(listBranches, { id, per_page: 1 }, { signal });
  if (items.length === 0) return { kind: 'emptyRepository' };
  if (all === true) return { kind: 'filter' };
  // what is known of the project may be older than its default branch
  const name = (await client.send(getProject, { id }, { signal })).default_branch ?? undefined;
  if (name === undefined) return { kind: 'noDefaultBranch', name };
  try {
    await client.send(getBranch, { id, branch: name }, { signal });
    return { kind: 'filter' };
  } catch (error) {
    if (requestFailure(error, 'notFound')) return { kind: 'noDefaultBranch', name };
    throw error;
  }
};

/** Those of the names that are neither branch, tag nor commit of the project. */
export const unknownNames = async (
  { client, project }: OpenProject,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        await client.send(getCommit, { id: project.id, sha: name, stats: false }, { signal });
        return true;
      } catch (error) {
        if (requestFailure(error, 'notFound', 'invalidParameters')) return false;
        throw error;
      }
    }),
  );
  return names.filter((_, index) => found[index] === false);
};
