import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { readRoles } from '../../model/administration/memberRoleReading.ts';
import { type Group, listGroups } from '../../wire/groups.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { AdministrationArea } from './area.ts';
import { explain } from '../kit/words/explain.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { explainMissing } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { shownAt } from './memberRoleRows.ts';
import { isRoleRow, placeName, type RoleRow, type RoleTarget, sourceOf, targetOf } from './memberRoleTarget.ts';
import { roleNote, roleSummary, roleTitle } from './memberRoleMessages.ts';

type Pick<T> = vscode.QuickPickItem & { readonly value?: T };

/** Top-level group of any account, or an instance. */
export const chooseRoleTarget = async (area: AdministrationArea): Promise<RoleTarget | undefined> => {
  const { t } = vscode.l10n;
  const accounts = area.accounts.list();
  if (accounts.length === 0) {
    await area.project.find();
    explainMissing(area);
    return undefined;
  }
  const target = await searchPick<RoleTarget>({
    title: t('Member Roles of Which Group?'),
    placeholder: t('Search groups by name or path; only top-level groups have roles'),
    empty: (text) =>
      text === ''
        ? t('You don’t own any groups. Type to search all groups.')
        : t('No top-level group matches “{0}”.', text),
    search: async (text, signal) => {
      const answers = await Promise.allSettled(accounts.map((account) => groupsOf(area, account, text, signal)));
      const failures = answers.flatMap((answer, index) =>
        answer.status === 'rejected' ? [{ reason: answer.reason as unknown, account: accounts[index] }] : [],
      );
      if (failures.length === accounts.length) throw failures[0]?.reason;
      return [
        ...(text === '' ? ownGroup(area) : []),
        ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        ...failures.map(({ reason, account }) => ({
          label: `$(error) ${visibleLabel(explain(reason))}`,
          ...(account ? { description: whose(account) } : {}),
        })),
        ...accounts.filter(({ baseUrl }) => baseUrl.includes(text)).map((account) => wholeServer(area, account)),
      ];
    },
  });
  if (target) area.memberRoles.choose(target);
  return target;
};

const whose = (account: Account): string => `${instanceName(account.baseUrl)} · ${account.username}`;

const ownGroup = (area: AdministrationArea): readonly Pick<RoleTarget>[] => {
  const { open } = area.project;
  if (open === undefined) return [];
  const target = targetOf(open);
  return [
    {
      label: visibleLabel(placeName(target)),
      iconPath: new vscode.ThemeIcon('repo'),
      description: vscode.l10n.t('of the current project'),
      value: target,
    },
  ];
};

const wholeServer = (area: AdministrationArea, account: Account): Pick<RoleTarget> => ({
  label: vscode.l10n.t('All of {0}', instanceName(account.baseUrl)),
  iconPath: new vscode.ThemeIcon('server'),
  description: vscode.l10n.t('instance-wide roles, on self-managed servers'),
  value: { account, client: area.clients.of(account), place: { kind: 'instance' } },
});

const groupsOf = async (
  area: AdministrationArea,
  account: Account,
  text: string,
  signal: AbortSignal,
): Promise<readonly Pick<RoleTarget>[]> => {
  const client = area.clients.of(account);
  try {
    const wanted = { top_level_only: true, per_page: 50, ...(text === '' ? { owned: true } : { search: text }) };
    const { items } = await client.send(listGroups, wanted, { signal });
    const { open } = area.project;
    const own = text === '' && open?.account.id === account.id ? targetOf(open).place : undefined;
    return items
      .filter(isTopLevel)
      .filter(({ full_path: path }) => own?.kind !== 'group' || own.path !== path)
      .map((group) => ({
        label: visibleLabel(group.name),
        iconPath: new vscode.ThemeIcon('organization'),
        description: visibleLabel(`${group.full_path} · ${whose(account)}`),
        value: { account, client, place: { kind: 'group', path: group.full_path } },
      }));
  } catch (error) {
    if (!isCancelled(error)) area.log.error(`The groups of ${account.username} could not be searched.`, error);
    throw error;
  }
};

/** Older servers ignore `top_level_only`. */
const isTopLevel = ({ full_path: path }: Group): boolean => !path.includes('/');

/** The view's place; otherwise a picker. */
export const requireTarget = async (area: AdministrationArea): Promise<RoleTarget | undefined> => {
  if (area.project.state.kind === 'starting') await area.project.find();
  return area.memberRoles.target ?? chooseRoleTarget(area);
};

/** The row's role; otherwise a picker of the view's roles. */
export const requireRole = async (
  area: AdministrationArea,
  argument: unknown,
  title: string,
): Promise<RoleRow | undefined> => {
  const { t } = vscode.l10n;
  if (isRoleRow(argument)) return argument;
  const target = await requireTarget(area);
  if (!target) return undefined;
  return searchPick<RoleRow>({
    title,
    placeholder: t('Search the roles of {0}', placeName(target)),
    empty: (text) => (text === '' ? t('No custom roles yet.') : t('No role matches “{0}”.', text)),
    search: async (text, signal) => {
      const list = await readRoles(sourceOf(area.clients, target), { signal });
      if (list.kind !== 'roles') {
        const { icon, label, description } = roleNote(target, list);
        return [{ label: `$(${icon}) ${visibleLabel(label)}`, description: visibleLabel(description) }];
      }
      const at = shownAt(target, list);
      return list.roles
        .filter((role) => matches(role, text))
        .map((role) => ({
          label: visibleLabel(roleTitle(role)),
          iconPath: new vscode.ThemeIcon('person'),
          description: roleSummary(role),
          ...(role.description ? { detail: visibleLabel(role.description) } : {}),
          value: { kind: 'memberRole', target: at, role },
        }));
    },
  });
};

const matches = (role: MemberRole, text: string): boolean =>
  `${roleTitle(role)} ${role.description ?? ''}`.toLowerCase().includes(text.toLowerCase());
