import type { Client } from '../../client/client.ts';
import { type Account, instanceName } from '../../model/account.ts';
import type { RolePlace } from '../../model/administration/memberRole.ts';
import type { RoleSource } from '../../model/administration/memberRoleReading.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { Clients } from '../shell/clients.ts';
import { visible } from '../kit/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** Whose roles are shown, and as whom they are read. */
export interface RoleTarget {
  readonly account: Account;
  readonly client: Client;
  readonly place: RolePlace;
}

/** The heading of the section. */
export interface RolesRow {
  readonly kind: 'memberRoles';
}

/** A role as a row. */
export interface RoleRow {
  readonly kind: 'memberRole';
  /** Where the role is: that of the server when the group that was asked for has none of its own. */
  readonly target: RoleTarget;
  readonly role: MemberRole;
}

/** Says whether what a menu gave is the row of a role. */
export const isRoleRow = (argument: unknown): argument is RoleRow =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'memberRole';

/** The top-level group a project is in. */
export const targetOf = ({ account, client, project }: OpenProject): RoleTarget => ({
  account,
  client,
  place: { kind: 'group', path: project.path_with_namespace.split('/', 1)[0] ?? '' },
});

/** The same target with the roles of another place of the server. */
export const sourceOf = (clients: Clients, { account, client, place }: RoleTarget): RoleSource => ({
  client,
  capabilities: clients.capabilitiesOf(account),
  place,
});

/** What tells targets apart. */
export const targetKey = ({ account, place }: RoleTarget): string =>
  `${account.id} ${place.kind === 'group' ? place.path : ''}`;

/** The place as people say it: the path of the group, or the name of the server. */
export const placeName = ({ account, place }: RoleTarget): string =>
  place.kind === 'group' ? visible(place.path) : instanceName(account.baseUrl);

/** The page of the server where roles are kept. */
export const rolesPage = ({ account, place }: RoleTarget): string =>
  place.kind === 'group'
    ? `${account.baseUrl}/groups/${place.path}/-/settings/roles_and_permissions`
    : `${account.baseUrl}/admin/application_settings/roles_and_permissions`;

/** The page of the server with the members of a group; undefined for the whole server. */
export const membersPage = ({ account, place }: RoleTarget): string | undefined =>
  place.kind === 'group' ? `${account.baseUrl}/groups/${place.path}/-/group_members` : undefined;
