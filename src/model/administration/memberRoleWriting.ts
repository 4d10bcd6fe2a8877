import { requestFailure } from '../../client/errors.ts';
import {
  createInstanceMemberRole,
  createMemberRole,
  deleteInstanceMemberRole,
  deleteMemberRole,
  type MemberRole,
} from '../../wire/memberRoles.ts';
import { differenceOf, isSameRole, isWritable, type RoleDefinition, type RoleDifference } from './memberRole.ts';
import { placeKey, type RoleSource, rolesAt } from './memberRoleReading.ts';
import { beforeWrite, deleteOnce, writeOnce, type Written } from '../writeOnce.ts';

/** A role that was made, and what of it is not as it was asked for. */
export interface CreatedRole {
  readonly role: MemberRole;
  readonly difference: RoleDifference | undefined;
}

/** Why a role was not made: there is one of the name. */
export interface NameTaken {
  readonly kind: 'taken';
  readonly role: MemberRole;
}

/** Why a role was not deleted: it is no longer as it was when that was decided. */
export interface RoleMoved {
  readonly kind: 'moved';
  /** The role as it is now; undefined when it is gone. */
  readonly now: MemberRole | undefined;
}

/**
 * Creates a role (M2, M5), once, unless there is one of its name. Throws the refusal: 400 with a reason. After a lost
 * answer the role is looked for among those that were not there before.
 */
export const createRole = async (
  source: RoleSource,
  wanted: RoleDefinition,
): Promise<Written<CreatedRole> | NameTaken> => {
  const before = await beforeWrite(() => rolesAt(source));
  const taken = wanted.name === '' ? undefined : before.find(({ name }) => name === wanted.name);
  if (taken !== undefined) return { kind: 'taken', role: taken };
  const created = (role: MemberRole): CreatedRole => ({ role, difference: differenceOf(wanted, role) });
  return writeOnce(
    async () => created(await sendCreation(source, wanted)),
    async () => {
      const fresh = (await rolesAt(source)).filter(({ id }) => before.every((known) => known.id !== id));
      const mine = fresh.filter((role) => isMeant(wanted, role));
      // two alike, and no names: nobody can say whose is whose
      if (mine.length > 1) return 'unclear';
      return mine[0] === undefined ? 'absent' : { found: created(mine[0]) };
    },
  );
};

const isMeant = (wanted: RoleDefinition, role: MemberRole): boolean =>
  wanted.name !== '' && role.name != null ? role.name === wanted.name : differenceOf(wanted, role) === undefined;

const sendCreation = ({ capabilities, place }: RoleSource, wanted: RoleDefinition): Promise<MemberRole> => {
  const written = {
    base_access_level: wanted.baseLevel,
    ...(wanted.name === '' ? {} : { name: wanted.name }),
    ...(wanted.description === '' ? {} : { description: wanted.description }),
    ...Object.fromEntries(wanted.permissions.filter(isWritable).map((permission) => [permission, true] as const)),
  };
  return place.kind === 'group'
    ? capabilities.send(createMemberRole, { id: place.path, ...written }, placeKey(place))
    : capabilities.send(createInstanceMemberRole, written, placeKey(place));
};

/**
 * Deletes a role (M3, M6), once, if it is still as it was. Throws the refusal: 400 while someone has the role, with the
 * server's words.
 */
export const deleteRole = async (source: RoleSource, before: MemberRole): Promise<Written<'deleted'> | RoleMoved> => {
  const find = async (): Promise<MemberRole | undefined> => (await rolesAt(source)).find(({ id }) => id === before.id);
  const now = await beforeWrite(find);
  if (now === undefined || !isSameRole(before, now)) return { kind: 'moved', now };
  try {
    return await deleteOnce(
      async () => {
        await sendDeletion(source, before.id);
        return 'deleted' as const;
      },
      async () => ((await find()) === undefined ? { found: 'deleted' } : 'absent'),
    );
  } catch (error) {
    if (requestFailure(error, 'notFound') && (await find()) === undefined) return { kind: 'moved', now: undefined };
    throw error;
  }
};

const sendDeletion = ({ capabilities, place }: RoleSource, role: number): Promise<undefined> =>
  place.kind === 'group'
    ? capabilities.send(deleteMemberRole, { id: place.path, member_role_id: role }, placeKey(place))
    : capabilities.send(deleteInstanceMemberRole, { member_role_id: role }, placeKey(place));
