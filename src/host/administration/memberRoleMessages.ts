import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { permissionsOf, permissionMessage, type RoleDifference } from '../../model/administration/memberRole.ts';
import type { RoleList, RoleRefusal } from '../../model/administration/memberRoleReading.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import { explain } from '../kit/words/explain.ts';
import { visible } from '../kit/words/format.ts';
import { roleName } from '../kit/words/roleNames.ts';
import { placeName, type RoleTarget } from './memberRoleTarget.ts';

/** Row in place of the roles. */
export interface RoleNote {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly tooltip: string;
}

/** GitLab before 16.3 has no names of roles. */
export const roleTitle = (role: MemberRole): string =>
  visible(role.name ?? vscode.l10n.t('{0} with more permissions', roleName(role.base_access_level)));

/** Sorted by title. */
export const permissionTitles = (names: readonly string[]): readonly string[] =>
  names.map((name) => visible(permissionMessage(name))).sort((one, other) => one.localeCompare(other));

/** Such as `Guest + 2 permissions`. */
export const roleSummary = (role: MemberRole): string => {
  const { many, t } = vscode.l10n;
  const base = roleName(role.base_access_level);
  const { length } = permissionsOf(role);
  if (length === 0) return t('{0}, no additional permissions', base);
  return many(length, '{1} + {0} permission', '{1} + {0} permissions', base);
};

export const roleLines = (role: {
  readonly description: string;
  readonly baseLevel: number | null;
  readonly permissions: readonly string[];
}): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(role.description === '' ? [] : [visible(role.description), '']),
    t('Base role: {0}', roleName(role.baseLevel)),
    ...(role.permissions.length === 0 ? [t('No additional permissions')] : [t('Permissions:')]),
    ...permissionTitles(role.permissions).map((words) => `• ${words}`),
  ];
};

export const rolesMarkdown = (target: RoleTarget, roles: readonly MemberRole[]): string => {
  const { t } = vscode.l10n;
  const text = (words: string): string => visible(words).replace(/[\\`*_[\]<>#|]/g, '\\$&');
  return roles
    .flatMap((role) => [
      t(
        '**{0}** (custom role of {1}), base role {2}',
        text(roleTitle(role)),
        text(placeName(target)),
        roleName(role.base_access_level),
      ),
      ...(role.description ? ['', text(role.description)] : []),
      '',
      ...permissionTitles(permissionsOf(role)).map((words) => `- ${text(words)}`),
      '',
    ])
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
};

/** Differences between the created and the requested role. */
export const differenceMessage = (difference: RoleDifference): string => {
  const { t } = vscode.l10n;
  return [
    ...(difference.name ? [t('the name')] : []),
    ...(difference.description ? [t('the description')] : []),
    ...(difference.level ? [t('the base role')] : []),
    ...permissionTitles(difference.missing).map((words) => t('“{0}” is missing', words)),
    ...permissionTitles(difference.added).map((words) => t('“{0}” was added', words)),
  ].join(', ');
};

export const roleNote = (target: RoleTarget, list: Exclude<RoleList, { readonly kind: 'roles' }>): RoleNote => {
  const { t } = vscode.l10n;
  const place = placeName(target);
  switch (list.kind) {
    case 'personal':
      return note('person', t('{0} is a personal namespace', place), t('custom roles belong to groups'), undefined);
    case 'notFound':
      return note(
        'search-stop',
        t('{0} was not found', place),
        t('the group does not exist, or you don’t have access'),
        list.error,
      );
    case 'unavailable':
      return refusalNote(target, list);
  }
};

const note = (icon: string, label: string, description: string, error: unknown): RoleNote => ({
  icon,
  label,
  description,
  tooltip: [`${label}: ${description}.`, ...serverWords(error)].join('\n'),
});

/** For a request to an administrator. */
const serverWords = (error: unknown): readonly string[] => {
  const message = requestErrorFacts(error)?.serverMessage;
  return message === undefined ? [] : [vscode.l10n.t('Server message: “{0}”.', visible(message))];
};

const refusalNote = (target: RoleTarget, { why, build, ownLevel, place, error }: RoleRefusal): RoleNote => {
  const { t } = vscode.l10n;
  const isInstance = place.kind === 'instance';
  const name = placeName({ ...target, place });
  const or = (reason: string): boolean => why.orElse.some((each) => each === reason);
  switch (why.reason) {
    case 'tier': {
      const label = t('Custom roles require GitLab Ultimate');
      if (build === 'community') return note('circle-slash', label, t('this server is the Community Edition'), error);
      if (or('role'))
        return note('lock', t('Custom roles require GitLab Ultimate and the role Owner'), unclear(ownLevel), error);
      if (or('disabled'))
        return note('circle-slash', label, t('{0} does not have it, or custom roles are turned off', name), error);
      return note('circle-slash', label, t('{0} does not have it', name), error);
    }
    case 'role':
      if (isInstance) {
        return note('lock', t('Only administrators see these roles'), t('{0} has instance-wide roles', name), error);
      }
      return note(
        'lock',
        t('Only owners of {0} see its roles', name),
        ownLevel === undefined ? t('you are not an Owner') : t('your role is {0}', roleName(ownLevel)),
        error,
      );
    case 'scope':
      return {
        ...note('key', t('The token can’t read roles'), t('add the account with another token'), error),
        tooltip: explain(error),
      };
    case 'release':
      return isInstance
        ? note(
            'versions',
            t('Instance-wide roles require GitLab {0}', why.since ?? '16.9'),
            t('{0} is older', name),
            error,
          )
        : note('versions', t('Custom roles require GitLab Ultimate 15.8'), t('{0} does not support them', name), error);
    case 'disabled':
      return why.instead === undefined
        ? note('circle-slash', t('Custom roles are turned off'), t('an administrator can turn them on'), error)
        : note(
            'organization',
            t('Roles belong to groups on this server'),
            t('{0} has no instance-wide roles', name),
            error,
          );
  }
};

const unclear = (ownLevel: number | undefined): string =>
  ownLevel === undefined
    ? vscode.l10n.t('the server doesn’t report which one is missing')
    : vscode.l10n.t('your role is {0}; the server doesn’t report its license', roleName(ownLevel));
