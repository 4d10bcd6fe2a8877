import type { Client, SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { getNamespace, listGroupMembers, listGroups, type Member } from '../../wire/groups.ts';
import { getUser } from '../../wire/instance.ts';
import { listInstanceMemberRoles, listMemberRoles, type MemberRole } from '../../wire/memberRoles.ts';
import type { AccountCapabilities } from '../accountCapabilities.ts';
import type { RolePlace } from './memberRole.ts';
import { refusalMeaning, type Unavailable } from '../refusalMeaning.ts';
import { includesRole, roles } from '../role.ts';

export interface RoleSource {
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
  readonly place: RolePlace;
}

/** Other failures are thrown. */
export type RoleList =
  /** `place` may be the instance instead of a group. */
  | { readonly kind: 'roles'; readonly place: RolePlace; readonly roles: readonly MemberRole[] }
  /** Roles belong to groups. */
  | { readonly kind: 'personal' }
  /** Missing or not visible. */
  | { readonly kind: 'notFound'; readonly error: unknown }
  | RoleRefusal;

export interface RoleRefusal {
  readonly kind: 'unavailable';
  readonly place: RolePlace;
  readonly why: Unavailable;
  readonly build: 'community' | 'enterprise' | undefined;
  /** Role in the group, if determined. */
  readonly ownLevel: number | undefined;
  readonly error: unknown;
}

/** Cache key for capabilities. */
export const placeKey = (place: RolePlace): string => (place.kind === 'group' ? `groups/${place.path}` : '');

/** M1, M4; no fallback. */
export const rolesAt = async (
  { capabilities, place }: RoleSource,
  options: SendOptions = {},
): Promise<readonly MemberRole[]> =>
  place.kind === 'group'
    ? capabilities.send(listMemberRoles, { id: place.path }, placeKey(place), options)
    : capabilities.send(listInstanceMemberRoles, {}, placeKey(place), options);

/** Falls back to the instance; investigates refusals. */
export const readRoles = async (source: RoleSource, options: SendOptions = {}): Promise<RoleList> => {
  const { capabilities, place } = source;
  const operation = place.kind === 'group' ? listMemberRoles : listInstanceMemberRoles;
  try {
    return { kind: 'roles', place, roles: await rolesAt(source, options) };
  } catch (error) {
    const facts = requestErrorFacts(error);
    if (facts === undefined) throw error;
    if (refusalMeaning(operation, facts) === undefined) {
      if (facts.failure !== 'notFound' || place.kind !== 'group' || facts.serverMember === undefined) throw error;
      return (await isPersonal(source.client, place.path, options))
        ? { kind: 'personal' }
        : { kind: 'notFound', error };
    }
    const why = capabilities.of(operation, placeKey(place));
    if (why.kind !== 'unavailable') throw error;
    if (why.instead === listInstanceMemberRoles.reference) {
      return readRoles({ ...source, place: { kind: 'instance' } }, options);
    }
    return refusalOf(source, why, error, options);
  }
};

const isPersonal = async (client: Client, path: string, options: SendOptions): Promise<boolean> =>
  (await orUndefined(client.send(getNamespace, { id: path }, options), options))?.kind === 'user';

/** Some servers don't distinguish a missing licence from a missing permission. */
const refusalOf = async (
  { client, capabilities, place }: RoleSource,
  why: Unavailable,
  error: unknown,
  options: SendOptions,
): Promise<RoleRefusal> => {
  await orUndefined(capabilities.ready(options), options);
  const build = capabilities.known.build;
  const reasons = [why.reason, ...why.orElse];
  const refusal = { kind: 'unavailable', place, build, error } as const;
  if (!reasons.includes('tier') || !reasons.includes('role')) return { ...refusal, why, ownLevel: undefined };
  const user = await orUndefined(client.send(getUser, {}, options), options);
  if (place.kind === 'instance') {
    const isAdmin = user === undefined ? undefined : user.is_admin === true;
    return { ...refusal, why: isAdmin === undefined ? why : only(why, isAdmin ? 'tier' : 'role'), ownLevel: undefined };
  }
  const [plan, ownLevel] = await Promise.all([
    orUndefined(client.send(getNamespace, { id: place.path }, options), options).then((namespace) => namespace?.plan),
    user && orUndefined(levelIn(client, place.path, user.id, options), options),
  ]);
  const hasTier = plan === undefined || plan === null || plan === 'default' ? undefined : /ultimate|gold/.test(plan);
  const reason =
    hasTier === true
      ? 'role'
      : hasTier === false ||
          user?.is_admin === true ||
          includesRole({ level: ownLevel, isCustom: undefined }, roles.owner) === true
        ? 'tier'
        : undefined;
  return { ...refusal, why: reason === undefined ? why : only(why, reason), ownLevel };
};

const only = (why: Unavailable, reason: 'tier' | 'role'): Unavailable => ({ ...why, reason, orElse: [] });

const levelIn = async (
  client: Client,
  group: string,
  user: number,
  options: SendOptions,
): Promise<number | undefined> => {
  const { items } = await client.send(listGroupMembers, { id: group, user_ids: [user] }, options);
  return items.find(({ id }) => id === user)?.access_level;
};

/** The request only explains a refusal; cancellation is passed on. */
const orUndefined = async <T>(asked: Promise<T>, { signal }: SendOptions): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (requestErrorFacts(error) === undefined || signal?.aborted === true) throw error;
    return undefined;
  }
};

export interface RoleHolders {
  /** Members in order of discovery. */
  readonly members: readonly Member[];
  /** Full path of the first occurrence, by member ID. */
  readonly groups: ReadonlyMap<number, string>;
  /** False if members' roles aren't reported. */
  readonly isReported: boolean;
}

const maxGroups = 20;

/** Without project members and invisible groups. */
export const holdersOf = async (
  client: Client,
  group: string,
  role: number,
  options: SendOptions = {},
): Promise<RoleHolders> => {
  const below = await orUndefined(client.send(listGroups, { search: group, per_page: 100 }, options), options);
  const subgroups = (below?.items ?? []).map((each) => each.full_path).filter((path) => path.startsWith(`${group}/`));
  const members = new Map<number, Member>();
  const groups = new Map<number, string>();
  let isReported = false;
  for (const path of [group, ...subgroups.slice(0, maxGroups)]) {
    const all = await orUndefined(
      everyItem(eachPage(client, listGroupMembers, { id: path, per_page: 100 }, options)),
      options,
    );
    for (const member of all ?? []) {
      if (member.member_role !== undefined) isReported = true;
      if (member.member_role?.id !== role || members.has(member.id)) continue;
      members.set(member.id, member);
      groups.set(member.id, path);
    }
  }
  return { members: [...members.values()], groups, isReported };
};
