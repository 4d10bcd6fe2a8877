import { globalId } from '../../wire/graphql.ts';
import { isLicensed } from '../edition.ts';
import type { MemberRoleState } from '../world/administrationRecords.ts';
import { ownsGroup } from '../world/groupAccess.ts';
import type { Group } from '../world/records.ts';
import { connection, type PageArguments } from './connections.ts';
import type { Session } from './session.ts';

const levelNames: Readonly<Record<number, string>> = {
  5: 'MINIMAL_ACCESS',
  10: 'GUEST',
  15: 'PLANNER',
  20: 'REPORTER',
  25: 'SECURITY_MANAGER',
  30: 'DEVELOPER',
  40: 'MAINTAINER',
  50: 'OWNER',
};

const roleNode = (role: MemberRoleState) => ({
  id: globalId('MemberRole', role.id),
  name: role.name,
  description: role.description,
  baseAccessLevel: { integerValue: role.baseLevel, stringValue: levelNames[role.baseLevel] ?? null },
  enabledPermissions: (page: PageArguments) =>
    connection(role.permissions, page, {
      keyOf: (permission) => permission,
      nodeOf: (permission) => ({
        value: permission.toUpperCase(),
        name: permission.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
      }),
    }),
});

/**
 * Custom roles of a top-level group for its owners, or of the instance for administrators; otherwise and without the
 * licence null.
 */
export const roleConnection = (session: Session, group: Group | undefined, page: PageArguments) => {
  const { world, person, edition } = session;
  if (person === undefined || !isLicensed(edition, 'ultimate')) return null;
  if (group === undefined ? !person.isAdmin : !ownsGroup(world, person, group)) return null;
  const roles = (world.state.memberRoles ?? []).filter(({ groupId }) => groupId === (group?.id ?? null));
  return connection(roles, page, { keyOf: ({ id }) => id, nodeOf: roleNode });
};
