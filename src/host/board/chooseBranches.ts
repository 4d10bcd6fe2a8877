import * as vscode from '../vscode.ts';
import { inTargetOrder } from '../../model/branchOrder.ts';
import { covers, isWildcard } from '../../model/branchPattern.ts';
import { branchesMatching, mostBranches } from '../../model/board/sources.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { age, shortSha, visibleLabel } from '../kit/format.ts';
import { lastUsedBranches } from '../kit/lastUsedBranches.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { type ManyRow, searchMany } from './searchMany.ts';

/** Lets the user choose target branches: recently used ones first, by live search, or by a wildcard. */
export const chooseBranches = async (
  open: OpenProject,
  memento: vscode.Memento,
  present: readonly string[],
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const lastUsed = lastUsedBranches(memento, open);
  const recent = lastUsed.get();
  const chosen = await searchMany<string>({
    title: t('Branches for the backport board'),
    placeholder: t(
      'Search the branches of {0}, or type a wildcard such as release/*',
      open.project.path_with_namespace,
    ),
    empty: (text) => (text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text)),
    done: (count) => (count === 1 ? t('Add 1 branch') : t('Add {0} branches', count)),
    search: async (text, signal) => {
      const onBoard = (branch: Branch): boolean => present.includes(branch.name);
      if (isWildcard(text)) {
        const { branches, more } = await branchesMatching(open.client, open.project.id, text, signal);
        const added = branches.filter((branch) => !onBoard(branch));
        return [...allRow(text, added, more), ...branches.map((branch) => branchRow(branch, onBoard(branch)))];
      }
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listBranches, parameters, { signal });
      const rows = inTargetOrder(items, []).map((branch) => branchRow(branch, onBoard(branch)));
      if (text !== '') return rows;
      const known = new Set(items.map(({ name }) => name));
      const first = recent.filter((name) => !present.includes(name));
      return [
        ...first.map((name) =>
          recentRow(
            name,
            items.find((branch) => branch.name === name),
          ),
        ),
        ...rows.filter(({ values }) => !first.includes(values[0]?.value ?? '')),
        ...(known.size === 100 ? [{ label: `$(info) ${t('More branches: type to search')}`, values: [] }] : []),
      ];
    },
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  await lastUsed.add(chosen);
  return chosen;
};

const allRow = (pattern: string, branches: readonly Branch[], more: boolean): readonly ManyRow<string>[] => {
  const { t } = vscode.l10n;
  const values = branches.filter(({ name }) => covers(pattern, name)).map(({ name }) => ({ key: name, value: name }));
  if (values.length === 0) return [];
  return [
    {
      label: t('All {0} branches that match {1}', values.length, visibleLabel(pattern)),
      ...(more ? { detail: t('There are more; only the first {0} are added.', mostBranches) } : {}),
      values,
    },
  ];
};

const recentRow = (name: string, branch: Branch | undefined): ManyRow<string> => {
  const row = branch && branchRow(branch, false);
  const used = vscode.l10n.t('recently used');
  const description = [used, row?.description].filter((words) => words !== undefined && words !== '').join(', ');
  return { label: visibleLabel(name), ...row, description, values: [{ key: name, value: name }] };
};

const branchRow = (branch: Branch, isOnBoard: boolean): ManyRow<string> => {
  const { t } = vscode.l10n;
  const description = [
    isOnBoard ? t('on the board') : undefined,
    branch.default === true ? t('default') : undefined,
    branch.protected === true ? t('protected') : undefined,
    branch.can_push === false ? t('you may not push') : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ');
  return {
    label: visibleLabel(branch.name),
    description,
    detail: visibleLabel(`${shortSha(branch.commit.id)} ${branch.commit.title} · ${age(branch.commit.created_at)}`),
    values: isOnBoard ? [] : [{ key: branch.name, value: branch.name }],
  };
};
