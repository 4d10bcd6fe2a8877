import type { Client, SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import { getNamespace, listGroupMembers, listGroups, type Member } from '../../wire/groups.ts';
import { getUser } from '../../wire/instance.ts';
import { listInstanceMemberRoles, listMemberRoles, type MemberRole } from '../../wire/memberRoles.ts';
import type { AccountCapabilities } from '../accountCapabilities.ts';
import type { RolePlace } from './memberRole.ts';
import { refusalMeaning, type Unavailable } from '../refusalMeaning.ts';
import { includesRole, roles } from '../role.ts';

/** Who asks for roles, and whose. */
export interface RoleSource {
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
  readonly place: RolePlace;
}

/** The roles of a place, or why there are none to be had. A request that failed otherwise is thrown. */
export type RoleList =
  /** `place` is where the roles are: that of the server where groups have none of their own any more. */
  | { readonly kind: 'roles'; readonly place: RolePlace; readonly roles: readonly MemberRole[] }
  /** The name is that of a user: roles belong to groups. */
  | { readonly kind: 'personal' }
  /** No group of the name, or none the user may see. */
  | { readonly kind: 'notFound'; readonly error: unknown }
  | RoleRefusal;

/** Roles that are not to be had, as far as can be told why. */
export interface RoleRefusal {
  readonly kind: 'unavailable';
  readonly place: RolePlace;
  readonly why: Unavailable;
  /** The build the server says it is. */
  readonly build: 'community' | 'enterprise' | undefined;
  /** The user's own level in the group, where it was asked for and told. */
  readonly ownLevel: number | undefined;
  readonly error: unknown;
}

/** What capabilities remember a place by. */
export const placeKey = (place: RolePlace): string => (place.kind === 'group' ? `groups/${place.path}` : '');

/** Reads the roles of a place (M1, M4), as they are there, without following to another one. */
export const rolesAt = async (
  { capabilities, place }: RoleSource,
  options: SendOptions = {},
): Promise<readonly MemberRole[]> =>
  place.kind === 'group'
    ? capabilities.send(listMemberRoles, { id: place.path }, placeKey(place), options)
    : capabilities.send(listInstanceMemberRoles, {}, placeKey(place), options);

/**
 * Reads the roles of a place. Where the server has moved those of groups to the instance, these are read; a refusal is
 * looked into until it can be told what is missing.
 */
export const readRoles = async (source: RoleSource, options: SendOptions = {}): Promise<RoleList> => {
  const { capabilities, place } = source;
  const operation = place.kind === 'group' ? listMemberRoles : listInstanceMemberRoles;
  try {
    return { kind: 'roles', place, roles: await rolesAt(source, options) };
  } catch (error) {
    const facts = requestFailure(error);
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

/** Some servers say the same to those without the licence and to those without the right: who asks is looked up. */
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

/** What only helps to explain a refusal must not take its place; that the user has given up is passed on. */
const orUndefined = async <T>(asked: Promise<T>, { signal }: SendOptions): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (requestFailure(error) === undefined || signal?.aborted === true) throw error;
    return undefined;
  }
};

/** Who has a role, as far as the group and its subgroups tell. */
export interface RoleHolders {
  /** Without duplicates, in the order they were found. */
  readonly members: readonly Member[];
  /** Where each was found first, by the number of the member: the full path of a group. */
  readonly groups: ReadonlyMap<number, string>;
  /** False when the server does not say which role a member has. */
  readonly told: boolean;
}

/** How many subgroups are looked through. */
const mostGroups = 20;

/**
 * Looks for the members of a group and of its subgroups who have a role. Those of projects are not among them, nor those
 * of groups the user cannot see.
 */
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
  let told = false;
  for (const path of [group, ...subgroups.slice(0, mostGroups)]) {
    const all = await orUndefined(
      everyItem(eachPage(client, listGroupMembers, { id: path, per_page: 100 }, options)),
      options,
    );
    for (const member of all ?? []) {
      if (member.member_role !== undefined) told = true;
      if (member.member_role?.id !== role || members.has(member.id)) continue;
      members.set(member.id, member);
      groups.set(member.id, path);
    }
  }
  return { members: [...members.values()], groups, told };
};
