import * as vscode from '../vscode.ts';
import { type Grantee, isSameGrantee, noOne } from '../../model/grantee.ts';
import { type RightList } from '../../model/protectedBranches/protectionChange.ts';
import { listGroups, listProjectMembers } from '../../wire/groups.ts';
import { type RuleLevel, ruleLevels } from '../../wire/protectedBranches.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { granteeMessage, partLabels } from './ruleMessages.ts';
import type { PremiumRules } from './tier.ts';

type Row = vscode.QuickPickItem & {
  readonly action?: 'done' | 'user' | 'group' | 'deployKey' | { readonly toggle: Grantee };
};

/** Someone must be able to unprotect. */
const levels = (open: OpenProject, list: RightList): readonly RuleLevel[] => {
  // users of gitlab.com are never administrators
  const hasAdministrators = new URL(open.account.baseUrl).host !== 'gitlab.com';
  return ruleLevels.filter((level) => (level !== 0 || list !== 'unprotect') && (level !== 60 || hasAdministrators));
};

/** Edits one list of a rule: roles and, on Premium, users, groups and deploy keys. Returns `before` when closed. */
export const chooseGrantees = async (
  open: OpenProject,
  list: RightList,
  before: readonly Grantee[],
  premium: PremiumRules,
): Promise<readonly Grantee[]> => {
  const { t } = vscode.l10n;
  let chosen = before;
  let active: number | undefined;
  for (;;) {
    const rows = rowsFor(levels(open, list), list, chosen, premium);
    // a first Enter must not change anything
    active ??= Math.max(
      0,
      rows.findIndex(({ description }) => description === t('selected')),
    );
    const row = await pickRow(rows, {
      active: rows[active],
      title: partLabels()[list],
      placeholder:
        premium === 'ignored'
          ? t('This server supports one role here. Press Enter to select it.')
          : t('Select to add or remove, then choose Done'),
    });
    if (row?.action === undefined) return before;
    active = rows.indexOf(row);
    if (row.action === 'done') return chosen;
    if (row.action === 'user' || row.action === 'group' || row.action === 'deployKey') {
      const added = await asked(open, row.action);
      if (added && !chosen.some((each) => isSameGrantee(each, added))) chosen = [...withoutNoOne(chosen), added];
      continue;
    }
    const { toggle } = row.action;
    if (premium === 'ignored') return [toggle];
    chosen = toggled(list, chosen, toggle);
  }
};

const rowsFor = (
  offered: readonly RuleLevel[],
  list: RightList,
  chosen: readonly Grantee[],
  premium: PremiumRules,
): readonly Row[] => {
  const { t } = vscode.l10n;
  const roles = offered.map((level): Grantee => ({ kind: 'role', level }));
  const others = chosen.filter((each) => !roles.some((role) => isSameGrantee(role, each)));
  const mark = (grantee: Grantee): Row => {
    const isChosen = chosen.some((each) => isSameGrantee(each, grantee));
    return {
      label: `$(${isChosen ? 'check' : 'blank'}) ${visibleLabel(granteeMessage(grantee))}`,
      description: isChosen ? t('selected') : '',
      action: { toggle: grantee },
    };
  };
  const tierNote = premium === 'unknown' ? t('Premium; ignored on other tiers') : t('Premium');
  return [
    ...roles.map(mark),
    ...others.map(mark),
    ...(premium === 'ignored'
      ? []
      : [
          { label: tierNote, kind: vscode.QuickPickItemKind.Separator },
          { label: `$(person-add) ${t('Add a user…')}`, action: 'user' as const },
          { label: `$(organization) ${t('Add a group…')}`, action: 'group' as const },
          ...(list === 'push' ? [{ label: `$(key) ${t('Add a deploy key…')}`, action: 'deployKey' as const }] : []),
          { label: '', kind: vscode.QuickPickItemKind.Separator },
          {
            label: `$(arrow-left) ${t('Done')}`,
            description: chosen.map(granteeMessage).join(', '),
            action: 'done' as const,
          },
        ]),
  ];
};

/** “No one” excludes others, and an empty list means no one. The last entry that may unprotect stays. */
const toggled = (list: RightList, chosen: readonly Grantee[], grantee: Grantee): readonly Grantee[] => {
  if (isSameGrantee(grantee, noOne)) return [noOne];
  const left = withoutNoOne(chosen).filter((each) => !isSameGrantee(each, grantee));
  if (left.length < withoutNoOne(chosen).length)
    return left.length > 0 ? left : list === 'unprotect' ? chosen : [noOne];
  return [...left, grantee].sort(byRole);
};

/** Roles first, lowest level first, like GitLab. */
const byRole = (one: Grantee, other: Grantee): number => {
  const rank = (grantee: Grantee): number => (grantee.kind === 'role' ? grantee.level : 100);
  return rank(one) - rank(other);
};

const withoutNoOne = (chosen: readonly Grantee[]): readonly Grantee[] =>
  chosen.filter((each) => each.kind !== 'role' || each.level !== 0);

const asked = (open: OpenProject, kind: 'user' | 'group' | 'deployKey'): Promise<Grantee | undefined> =>
  kind === 'user' ? chooseUser(open) : kind === 'group' ? chooseGroup(open) : askDeployKey();

const chooseUser = (open: OpenProject): Promise<Grantee | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Grantee>({
    title: t('Add a User'),
    placeholder: t('Member of {0}: type a name', open.project.path_with_namespace),
    empty: (text) => t('No member of the project matches “{0}”. Only members can be named in a rule.', text),
    search: async (text, signal) => {
      const wanted = { id: open.project.id, per_page: 50, ...(text === '' ? {} : { query: text }) };
      const { items } = await open.client.send(listProjectMembers, wanted, { signal });
      return items.map(({ id, name, username }) => ({
        label: visibleLabel(name),
        description: `@${username}`,
        value: { kind: 'user', id, name },
      }));
    },
  });
};

const chooseGroup = (open: OpenProject): Promise<Grantee | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Grantee>({
    title: t('Add a Group'),
    placeholder: t('Group that the project is shared with: type a name'),
    empty: (text) => t('No group matches “{0}”.', text),
    search: async (text, signal) => {
      const wanted = { per_page: 50, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listGroups, wanted, { signal });
      return items.map(({ id, name, full_path: path }) => ({
        label: visibleLabel(name),
        description: visibleLabel(path),
        value: { kind: 'group', id, name },
      }));
    },
  });
};

const askDeployKey = async (): Promise<Grantee | undefined> => {
  const { t } = vscode.l10n;
  const text = await vscode.window.showInputBox({
    title: t('Add a Deploy Key'),
    prompt: t('Number of the deploy key, as shown in the project’s settings. Servers before 17.5 ignore it.'),
    ignoreFocusOut: true,
    validateInput: (value) => (/^[1-9]\d*$/.test(value.trim()) ? undefined : t('Enter the number of the deploy key.')),
  });
  return text === undefined ? undefined : { kind: 'deployKey', id: Number(text.trim()), name: '' };
};
