import type { Client } from '../../client/client.ts';
import { type Account, instanceName } from '../../model/account.ts';
import type { RolePlace } from '../../model/administration/memberRole.ts';
import type { RoleSource } from '../../model/administration/memberRoleReading.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { Clients } from '../shell/clients.ts';
import { visible } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** Place and account of the roles. */
export interface RoleTarget {
  readonly account: Account;
  readonly client: Client;
  readonly place: RolePlace;
}

export interface RolesRow {
  readonly kind: 'memberRoles';
}

export interface RoleRow {
  readonly kind: 'memberRole';
  /** The instance if the requested group has no roles of its own. */
  readonly target: RoleTarget;
  readonly role: MemberRole;
}

export const isRoleRow = (argument: unknown): argument is RoleRow =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'memberRole';

/** The project's top-level group. */
export const targetOf = ({ account, client, project }: OpenProject): RoleTarget => ({
  account,
  client,
  place: { kind: 'group', path: project.path_with_namespace.split('/', 1)[0] ?? '' },
});

export const sourceOf = (clients: Clients, { account, client, place }: RoleTarget): RoleSource => ({
  client,
  capabilities: clients.capabilitiesOf(account),
  place,
});

export const targetKey = ({ account, place }: RoleTarget): string =>
  `${account.id} ${place.kind === 'group' ? place.path : ''}`;

/** Path of the group, or name of the server. */
export const placeName = ({ account, place }: RoleTarget): string =>
  place.kind === 'group' ? visible(place.path) : instanceName(account.baseUrl);

/** Settings page of the roles. */
export const rolesPage = ({ account, place }: RoleTarget): string =>
  place.kind === 'group'
    ? `${account.baseUrl}/groups/${place.path}/-/settings/roles_and_permissions`
    : `${account.baseUrl}/admin/application_settings/roles_and_permissions`;

/** Undefined for an instance. */
export const membersPage = ({ account, place }: RoleTarget): string | undefined =>
  place.kind === 'group' ? `${account.baseUrl}/groups/${place.path}/-/group_members` : undefined;
