import type { Client, SendOptions } from '../../client/client.ts';
import { lacksScope, requestFailure } from '../../client/errors.ts';
import type { Page } from '../../client/pages.ts';
import { getNamespace, listGroups } from '../../wire/groups.ts';
import { type Iteration, listGroupIterations, listProjectIterations } from '../../wire/iterations.ts';
import type { AccountCapabilities } from '../accountCapabilities.ts';
import { momentOf } from '../dates.ts';
import { roles } from '../role.ts';
import type { IterationPlace } from './iterationWork.ts';

/** The states iterations are listed by; `opened` is upcoming or current. */
export type IterationState = 'opened' | 'upcoming' | 'current' | 'closed' | 'all';

/** Which iterations are listed. */
export interface IterationFilter {
  readonly state: IterationState;
  readonly search: string;
  /** Days or moments, `YYYY-MM-DD` or ISO 8601; a day is included. Servers know them since 15.10. */
  readonly updatedAfter?: string | undefined;
  readonly updatedBefore?: string | undefined;
  readonly withAncestors: boolean;
  readonly withDescendants: boolean;
}

/** The group above a project, by its full path; undefined for paths without one. */
export const groupOfProject = (path: string): string | undefined =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined;

/** One page of the iterations of a place, the earliest first. */
export const readIterations = (
  capabilities: AccountCapabilities,
  place: IterationPlace,
  filter: IterationFilter,
  { page, pageSize, signal }: { readonly page: number; readonly pageSize: number; readonly signal: AbortSignal },
): Promise<Page<Iteration>> => {
  const { state, search, updatedAfter, updatedBefore, withAncestors, withDescendants } = filter;
  const parameters = {
    id: place.path,
    state,
    page,
    per_page: pageSize,
    ...(search === '' ? {} : { search, in: ['title', 'cadence_title'] as ('title' | 'cadence_title')[] }),
    // what is as servers have it anyway is left out: older ones do not know these
    ...(withAncestors ? {} : { include_ancestors: false }),
    ...(updatedAfter === undefined ? {} : { updated_after: momentOf(updatedAfter, 'begin') }),
    ...(updatedBefore === undefined ? {} : { updated_before: momentOf(updatedBefore, 'end') }),
    ...(withDescendants ? { include_descendants: true } : {}),
  };
  const operation = place.kind === 'group' ? listGroupIterations : listProjectIterations;
  return capabilities.send(operation, parameters, place.path, { signal });
};

/**
 * Why a place has no iterations for the user: no group there (a project of a person), a build or tier without them, a
 * role too low, the tier or the role, not there or hidden, a token that may not read. Undefined when reading has just
 * failed and may work the next time.
 */
export type NoIterations = 'noGroup' | 'build' | 'release' | 'tier' | 'role' | 'tierOrRole' | 'hidden' | 'scope';

/**
 * Finds out why the iterations of a place could not be read. Asks the server where the refusal has several meanings; a
 * question it does not answer leaves them open. Cancelling is thrown.
 */
export const whyNoIterations = async (
  { capabilities, client }: { readonly capabilities: AccountCapabilities; readonly client: Client },
  place: IterationPlace,
  error: unknown,
  options: SendOptions = {},
): Promise<NoIterations | undefined> => {
  const facts = requestFailure(error, 'notFound', 'forbidden', 'insufficientScope', 'refused');
  if (facts === undefined) return undefined;
  if (facts.failure === 'insufficientScope') return lacksScope(facts) ? 'scope' : undefined;
  await quietly(() => capabilities.ready(options));
  if (capabilities.known.build === 'community') return 'build';
  const operation = place.kind === 'group' ? listGroupIterations : listProjectIterations;
  const availability = capabilities.of(operation, place.path);
  if (facts.failure === 'notFound' && facts.serverMember === 'error' && availability.kind === 'unavailable') {
    return availability.reason === 'tier' ? 'tier' : 'release';
  }
  if (facts.failure === 'notFound') {
    if (place.kind === 'project') return 'hidden';
    const namespace = await quietly(() => client.send(getNamespace, { id: place.path }, options));
    return namespace?.kind === 'user' ? 'noGroup' : 'hidden';
  }
  if (facts.failure !== 'forbidden') return undefined;
  if (place.kind === 'project') return 'tierOrRole';
  const isMember = await quietly(() => hasRole(client, place.path, options));
  return isMember === undefined ? 'tierOrRole' : isMember ? 'tier' : 'role';
};

/** Whether the user has any role in a group; undefined when the list of those is too long to say. */
const hasRole = async (client: Client, path: string, options: SendOptions): Promise<boolean | undefined> => {
  const search = path.slice(path.lastIndexOf('/') + 1);
  const page = await client.send(listGroups, { search, min_access_level: roles.guest, per_page: 100 }, options);
  if (page.items.some(({ full_path }) => full_path.toLowerCase() === path.toLowerCase())) return true;
  return page.next === undefined ? false : undefined;
};

/** What a question gives; undefined when the server does not answer it. Cancelling is thrown. */
const quietly = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (requestFailure(error, 'cancelled') || requestFailure(error) === undefined) throw error;
    return undefined;
  }
};

/** The iterations of a place are not to be had, for a reason that is known. */
export class IterationsRefused extends Error {
  override readonly name = 'IterationsRefused';
  readonly reason: NoIterations;
  readonly place: IterationPlace;

  constructor(reason: NoIterations, place: IterationPlace, cause: unknown) {
    super(`the iterations of ${place.path} are not to be had: ${reason}`, { cause });
    this.reason = reason;
    this.place = place;
  }
}

/** Reasons that are about the group alone: a user who may see only the project asks the project. */
export const isOfGroupAlone = (reason: NoIterations): boolean =>
  reason === 'hidden' || reason === 'role' || reason === 'tierOrRole';
