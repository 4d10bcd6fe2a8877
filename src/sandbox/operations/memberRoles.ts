import {
  permissions,
  type createInstanceMemberRole,
  type createMemberRole,
  type deleteInstanceMemberRole,
  type deleteMemberRole,
  type listInstanceMemberRoles,
  type listMemberRoles,
  type MemberRole,
  type Permission,
} from '../../wire/memberRoles.ts';
import { isAtLeast, isDeclared, isLicensed, type Edition } from '../edition.ts';
import {
  ok,
  openGroup,
  openOwnGroup,
  requireUser,
  type Handler,
  type JsonReply,
  type NothingReply,
  type RequestContext,
} from '../handling.ts';
import { badRequest, forbidden, notFound, refusal } from '../refusals.ts';
import type { MemberRoleState } from '../world/administrationRecords.ts';
import { freshIds } from '../world/freshIds.ts';
import type { Group } from '../world/records.ts';

/** Release that removed group roles from self-managed servers and changed the errors. */
const newWorld = '17.0';
const maxRoles = 10;

/** Permissions that require another one. */
const needs: Readonly<Partial<Record<Permission, Permission>>> = { admin_vulnerability: 'read_vulnerability' };

const baseNames: Readonly<Record<number, string>> = {
  5: 'Minimal Access',
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  25: 'Security Manager',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

const knownPermissions = (edition: Edition): readonly Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((name) => isDeclared(edition, permissions[name]));

const roleRecord = (edition: Edition, role: MemberRoleState): MemberRole => ({
  id: role.id,
  group_id: role.groupId,
  ...(isAtLeast(edition, '16.3') ? { name: role.name, description: role.description } : {}),
  base_access_level: role.baseLevel,
  ...Object.fromEntries(knownPermissions(edition).map((name) => [name, role.permissions.includes(name)])),
});

const allRoles = ({ world }: RequestContext): readonly MemberRoleState[] => world.state.memberRoles ?? [];

export const memberRoleRecord = (visit: RequestContext, id: number | undefined): MemberRole | null => {
  const role = allRoles(visit).find((each) => each.id === id);
  return role === undefined ? null : roleRecord(visit.edition, role);
};

const updateRoles = (
  { world }: RequestContext,
  change: (roles: readonly MemberRoleState[]) => readonly MemberRoleState[],
): Promise<void> => world.update((state) => ({ ...state, memberRoles: change(state.memberRoles ?? []) }));

const rolesOf = (visit: RequestContext, groupId: number | null): readonly MemberRoleState[] =>
  allRoles(visit).filter((role) => role.groupId === groupId);

/** Group whose roles the caller may manage. Without the licence older servers respond 404, newer ones 403. */
const openRoles = (visit: RequestContext): Group => {
  const { edition, url } = visit;
  requireUser(visit);
  if (isAtLeast(edition, newWorld) && !edition.gitlabCom) {
    throw badRequest(
      `Group-level custom roles are deprecated on self-managed instances. See ${url}/help/user/custom_roles.md`,
    );
  }
  openGroup(visit);
  if (!isLicensed(edition, 'ultimate'))
    throw isAtLeast(edition, newWorld) ? forbidden() : refusal(404, '404 Not Found');
  return openOwnGroup(visit).group;
};

/** Instance roles are for administrators; GitLab.com has none. */
const checkInstance = (visit: RequestContext): void => {
  const person = requireUser(visit);
  if (visit.edition.gitlabCom) throw refusal(400, '400 Bad request');
  if (!person.isAdmin || !isLicensed(visit.edition, 'ultimate')) throw forbidden();
};

interface Wanted extends Readonly<Partial<Record<Permission, boolean | undefined>>> {
  readonly base_access_level: number;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const problemOf = (
  visit: RequestContext,
  role: MemberRoleState,
  others: readonly MemberRoleState[],
): string | undefined => {
  const isNew = isAtLeast(visit.edition, newWorld);
  if (others.some(({ name }) => name === role.name) && isAtLeast(visit.edition, '16.3')) {
    return 'Name has already been taken';
  }
  if (isNew && role.permissions.length === 0) return 'Cannot create a member role with no enabled permissions';
  for (const [name, needed] of Object.entries(needs)) {
    if (role.permissions.includes(name) && !role.permissions.includes(needed)) {
      return `${inWords(needed)} has to be enabled in order to enable ${inWords(name)}`;
    }
  }
  if (others.length >= maxRoles) {
    return 'maximum number of Member Roles are already in use by the group hierarchy. Please delete an existing Member Role.';
  }
  return undefined;
};

const createRole = async (
  visit: RequestContext,
  groupId: number | null,
  wanted: Wanted,
): Promise<JsonReply<MemberRole>> => {
  const name = wanted.name ?? '';
  const role: MemberRoleState = {
    id: freshIds(visit.world.state).memberRole(),
    groupId,
    name: name === '' ? `${baseNames[wanted.base_access_level] ?? 'Custom'} - custom` : name,
    description: wanted.description ?? null,
    baseLevel: wanted.base_access_level,
    permissions: knownPermissions(visit.edition).filter((permission) => wanted[permission] === true),
  };
  const problem = problemOf(visit, role, rolesOf(visit, groupId));
  if (problem !== undefined) throw refusal(400, problem);
  await updateRoles(visit, (roles) => [...roles, role]);
  return { kind: 'json', status: 201, body: roleRecord(visit.edition, role) };
};

const deleteRole = async (visit: RequestContext, groupId: number | null, id: number): Promise<NothingReply> => {
  const isNew = isAtLeast(visit.edition, newWorld);
  if (!rolesOf(visit, groupId).some((role) => role.id === id)) {
    throw isNew ? notFound('Member Role') : refusal(404, 'Member Role not found');
  }
  const { groups, projects } = visit.world.state;
  const isInUse = [...groups, ...projects].some(({ members }) =>
    members.some(({ memberRoleId }) => memberRoleId === id),
  );
  if (isInUse) {
    throw refusal(
      400,
      'Role is assigned to one or more group members. Remove role from all group members, then delete role.',
    );
  }
  await updateRoles(visit, (roles) => roles.filter((role) => role.id !== id));
  return { kind: 'nothing', status: 204 };
};

/** M1. Not paginated; subgroups have no roles. */
export const handleListMemberRoles: Handler<typeof listMemberRoles> = async (visit) => {
  const group = openRoles(visit);
  visit.parameters();
  return ok(rolesOf(visit, group.id).map((role) => roleRecord(visit.edition, role)));
};

/** M2. Top-level groups only. */
export const handleCreateMemberRole: Handler<typeof createMemberRole> = async (visit) => {
  const group = openRoles(visit);
  const wanted = visit.parameters();
  if (group.path.includes('/')) throw refusal(400, 'Creation of member role is allowed only for root groups');
  return createRole(visit, group.id, wanted);
};

/** M3. Roles in use can't be deleted. */
export const handleDeleteMemberRole: Handler<typeof deleteMemberRole> = async (visit) => {
  const group = openRoles(visit);
  const { member_role_id: id } = visit.parameters();
  return deleteRole(visit, group.id, id);
};

/** M4. */
export const handleListInstanceMemberRoles: Handler<typeof listInstanceMemberRoles> = async (visit) => {
  checkInstance(visit);
  visit.parameters();
  return ok(rolesOf(visit, null).map((role) => roleRecord(visit.edition, role)));
};

/** M5. */
export const handleCreateInstanceMemberRole: Handler<typeof createInstanceMemberRole> = async (visit) => {
  checkInstance(visit);
  return createRole(visit, null, visit.parameters());
};

/** M6. */
export const handleDeleteInstanceMemberRole: Handler<typeof deleteInstanceMemberRole> = async (visit) => {
  checkInstance(visit);
  return deleteRole(visit, null, visit.parameters().member_role_id);
};
