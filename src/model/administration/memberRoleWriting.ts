import { requestErrorFacts } from '../../client/errors.ts';
import {
  createInstanceMemberRole,
  createMemberRole,
  deleteInstanceMemberRole,
  deleteMemberRole,
  type MemberRole,
} from '../../wire/memberRoles.ts';
import { differenceOf, isSameRole, isWritable, type RoleDefinition, type RoleDifference } from './memberRole.ts';
import { placeKey, type RoleSource, rolesAt } from './memberRoleReading.ts';
import { beforeWrite, deleteOnce, writeOnce, type WriteOutcome } from '../writeOnce.ts';

export interface CreatedRole {
  readonly role: MemberRole;
  readonly difference: RoleDifference | undefined;
}

export interface NameTaken {
  readonly kind: 'taken';
  readonly role: MemberRole;
}

/** Not deleted: the role has changed. */
export interface RoleMoved {
  readonly kind: 'moved';
  /** Undefined if deleted. */
  readonly now: MemberRole | undefined;
}

/** M2, M5; once, unless the name exists. Throws refusals (400). After a lost answer, checks roles added since. */
export const createRole = async (
  source: RoleSource,
  wanted: RoleDefinition,
): Promise<WriteOutcome<CreatedRole> | NameTaken> => {
  const before = await beforeWrite(() => rolesAt(source));
  const taken = wanted.name === '' ? undefined : before.find(({ name }) => name === wanted.name);
  if (taken !== undefined) return { kind: 'taken', role: taken };
  const created = (role: MemberRole): CreatedRole => ({ role, difference: differenceOf(wanted, role) });
  return writeOnce(
    async () => created(await sendCreation(source, wanted)),
    async () => {
      const fresh = (await rolesAt(source)).filter(({ id }) => before.every((known) => known.id !== id));
      const matching = fresh.filter((role) => isMeant(wanted, role));
      // indistinguishable without names
      if (matching.length > 1) return 'unclear';
      return matching[0] === undefined ? 'absent' : { found: created(matching[0]) };
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

/** M3, M6; once, if unchanged. Throws refusals: 400 while assigned. */
export const deleteRole = async (
  source: RoleSource,
  before: MemberRole,
): Promise<WriteOutcome<'deleted'> | RoleMoved> => {
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
    if (requestErrorFacts(error, 'notFound') && (await find()) === undefined) return { kind: 'moved', now: undefined };
    throw error;
  }
};

const sendDeletion = ({ capabilities, place }: RoleSource, role: number): Promise<undefined> =>
  place.kind === 'group'
    ? capabilities.send(deleteMemberRole, { id: place.path, member_role_id: role }, placeKey(place))
    : capabilities.send(deleteInstanceMemberRole, { member_role_id: role }, placeKey(place));
