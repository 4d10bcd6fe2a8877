import * as vscode from '../vscode.ts';
import { permissionsOf } from '../../model/administration/memberRole.ts';
import type { RoleList } from '../../model/administration/memberRoleReading.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import { visible } from '../kit/words/format.ts';
import { roleName } from '../kit/words/roleNames.ts';
import { iconItem, stateItem, type StateRow } from '../kit/trees/rows.ts';
import { type RoleRow, type RolesRow, type RoleTarget, targetKey } from './memberRoleTarget.ts';
import { permissionTitles, roleLines, type RoleNote, roleNote, roleSummary, roleTitle } from './memberRoleMessages.ts';

export type RoleSectionRow =
  | RolesRow
  | RoleRow
  | StateRow
  | {
      readonly kind: 'roleDetail';
      readonly key: string;
      readonly label: string;
      readonly value: string;
      readonly icon: string;
    }
  | { readonly kind: 'roleNote'; readonly note: RoleNote }
  | { readonly kind: 'roleAction'; readonly label: string; readonly icon: string; readonly command: string };

export const retry = 'graft.administration.refresh';

export const rowItem = (row: Exclude<RoleSectionRow, RolesRow>): vscode.TreeItem => {
  switch (row.kind) {
    case 'memberRole':
      return roleItem(row);
    case 'roleDetail': {
      const item = iconItem(row.label, row.icon);
      item.id = row.key;
      item.description = row.value;
      item.tooltip = row.value === '' ? row.label : `${row.label}: ${row.value}`;
      return item;
    }
    case 'roleNote': {
      const item = iconItem(row.note.label, row.note.icon);
      item.description = row.note.description;
      item.tooltip = row.note.tooltip;
      return item;
    }
    case 'roleAction': {
      const item = iconItem(row.label, row.icon);
      item.command = { command: row.command, title: row.label };
      return item;
    }
    default:
      return stateItem(row);
  }
};

/** Place of the listed roles, perhaps not the requested one. */
export const shownAt = (target: RoleTarget, list: RoleList | undefined): RoleTarget =>
  list?.kind === 'roles' || list?.kind === 'unavailable' ? { ...target, place: list.place } : target;

export const chooseAction = (label: string): RoleSectionRow => ({
  kind: 'roleAction',
  label,
  icon: 'search',
  command: 'graft.administration.chooseRoleGroup',
});

/** By name; otherwise the reason. */
export const listRows = (target: RoleTarget, list: RoleList): readonly RoleSectionRow[] => {
  const { t } = vscode.l10n;
  if (list.kind !== 'roles') {
    return [{ kind: 'roleNote', note: roleNote(target, list) }, chooseAction(t('Choose Another Group…'))];
  }
  const at = shownAt(target, list);
  if (list.roles.length > 0) {
    return [...list.roles]
      .sort((one, other) => roleTitle(one).localeCompare(roleTitle(other)))
      .map((role) => ({ kind: 'memberRole', target: at, role }));
  }
  return [
    { kind: 'note', text: t('No custom roles yet.') },
    { kind: 'roleAction', label: t('Create Role…'), icon: 'add', command: 'graft.administration.createMemberRole' },
  ];
};

const roleItem = ({ target, role }: RoleRow): vscode.TreeItem => {
  const item = new vscode.TreeItem(roleTitle(role), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `memberRole ${targetKey(target)} ${role.id}`;
  item.iconPath = new vscode.ThemeIcon('person');
  item.description = roleSummary(role);
  item.contextValue = 'memberRole';
  const baseLevel = role.base_access_level;
  const lines = roleLines({ description: role.description ?? '', baseLevel, permissions: permissionsOf(role) });
  item.tooltip = [roleTitle(role), ...lines].join('\n');
  return item;
};

export const detailRows = (target: RoleTarget, role: MemberRole): readonly RoleSectionRow[] => {
  const { t } = vscode.l10n;
  const detail = (key: string, icon: string, label: string, value = ''): RoleSectionRow => ({
    kind: 'roleDetail',
    key: `memberRole ${targetKey(target)} ${role.id} ${key}`,
    icon,
    label,
    value,
  });
  return [
    ...(role.description ? [detail('description', 'note', visible(role.description))] : []),
    detail('base', 'type-hierarchy', t('Base role'), roleName(role.base_access_level)),
    ...permissionTitles(permissionsOf(role)).map((words, index) => detail(`permission ${index}`, 'check', words)),
    ...(permissionsOf(role).length === 0 ? [detail('none', 'dash', t('No additional permissions'))] : []),
  ];
};
