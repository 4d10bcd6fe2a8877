import { requestErrorFacts } from '../../../client/errors.ts';
import type { CommitFilter } from '../../../model/commits/commitFilter.ts';
import { namedRange } from '../../../model/git/namedRef.ts';
import { getBranch, getProject, listBranches } from '../../../wire/projects.ts';
import type { OpenProject } from '../../shell/currentProject.ts';

/** `filter`: no other reason. */
export type EmptyListReason =
  | { readonly kind: 'filter' }
  | { readonly kind: 'emptyRepository' }
  /** `name`: undefined without a default branch. */
  | { readonly kind: 'noDefaultBranch'; readonly name: string | undefined }
  | { readonly kind: 'unknownNames'; readonly names: readonly string[] };

/** Servers return an empty list for unknown refs, missing branches and empty repositories alike. */
export const emptyListReason = async (
  open: OpenProject,
  { ref, all }: CommitFilter,
  signal: AbortSignal,
): Promise<EmptyListReason> => {
  if (ref !== undefined && all !== true) {
    const { unknown: names } = await namedRange(open.client, open.project.id, ref, signal);
    return names.length > 0 ? { kind: 'unknownNames', names } : { kind: 'filter' };
  }
  const { client } = open;
  const { id } = open.project;
  const { items } = await client.send(listBranches, { id, per_page: 1 }, { signal });
  if (items.length === 0) return { kind: 'emptyRepository' };
  if (all === true) return { kind: 'filter' };
  // the cached project may have an older default branch
  const name = (await client.send(getProject, { id }, { signal })).default_branch ?? undefined;
  if (name === undefined) return { kind: 'noDefaultBranch', name };
  try {
    await client.send(getBranch, { id, branch: name }, { signal });
    return { kind: 'filter' };
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return { kind: 'noDefaultBranch', name };
    throw error;
  }
};
