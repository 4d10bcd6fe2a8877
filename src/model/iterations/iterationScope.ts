import type { Client, SendOptions } from '../../client/client.ts';
import { lacksScope, requestErrorFacts } from '../../client/errors.ts';
import type { Page } from '../../client/pages.ts';
import { getNamespace, listGroups } from '../../wire/groups.ts';
import { type Iteration, listGroupIterations, listProjectIterations } from '../../wire/iterations.ts';
import type { AccountCapabilities } from '../accountCapabilities.ts';
import { momentOf } from '../dates.ts';
import { roles } from '../role.ts';
import type { IterationPlace } from './iterationWork.ts';

/** `opened` is upcoming or current. */
export type IterationState = 'opened' | 'upcoming' | 'current' | 'closed' | 'all';

export interface IterationFilter {
  readonly state: IterationState;
  readonly search: string;
  /** `YYYY-MM-DD` (inclusive) or ISO 8601. Since 15.10. */
  readonly updatedAfter?: string | undefined;
  readonly updatedBefore?: string | undefined;
  readonly withAncestors: boolean;
  readonly withDescendants: boolean;
}

export const groupOfProject = (path: string): string | undefined =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined;

/** Oldest first. */
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
    // omitted, as older servers don't know these parameters
    ...(withAncestors ? {} : { include_ancestors: false }),
    ...(updatedAfter === undefined ? {} : { updated_after: momentOf(updatedAfter, 'begin') }),
    ...(updatedBefore === undefined ? {} : { updated_before: momentOf(updatedBefore, 'end') }),
    ...(withDescendants ? { include_descendants: true } : {}),
  };
  const operation = place.kind === 'group' ? listGroupIterations : listProjectIterations;
  return capabilities.send(operation, parameters, place.path, { signal });
};

/** `noGroup` is a personal namespace, `hidden` missing or not visible. */
export type NoIterations = 'noGroup' | 'build' | 'release' | 'tier' | 'role' | 'tierOrRole' | 'hidden' | 'scope';

/** Sends further requests if ambiguous. Undefined for temporary failures. Throws if cancelled. */
export const whyNoIterations = async (
  { capabilities, client }: { readonly capabilities: AccountCapabilities; readonly client: Client },
  place: IterationPlace,
  error: unknown,
  options: SendOptions = {},
): Promise<NoIterations | undefined> => {
  const facts = requestErrorFacts(error, 'notFound', 'forbidden', 'insufficientScope', 'refused');
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

/** Undefined if the list is too long. */
const hasRole = async (client: Client, path: string, options: SendOptions): Promise<boolean | undefined> => {
  const search = path.slice(path.lastIndexOf('/') + 1);
  const page = await client.send(listGroups, { search, min_access_level: roles.guest, per_page: 100 }, options);
  if (page.items.some(({ full_path }) => full_path.toLowerCase() === path.toLowerCase())) return true;
  return page.next === undefined ? false : undefined;
};

/** Undefined if the request fails. Throws if cancelled. */
const quietly = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (requestErrorFacts(error, 'cancelled') || requestErrorFacts(error) === undefined) throw error;
    return undefined;
  }
};

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

/** The project may still be accessible. */
export const isOfGroupAlone = (reason: NoIterations): boolean =>
  reason === 'hidden' || reason === 'role' || reason === 'tierOrRole';
