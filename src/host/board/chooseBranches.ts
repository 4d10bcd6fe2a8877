import * as vscode from '../vscode.ts';
import { inTargetOrder } from '../../model/branchOrder.ts';
import { isWildcard } from '../../model/branchPattern.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { branchesMatching, mostBranches } from '../../model/board/sources.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { branchRow } from '../kit/branchRow.ts';
import { visibleLabel } from '../kit/format.ts';
import { lastUsedBranches } from '../kit/lastUsedBranches.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { type ManyRow, searchMany, type SearchManyOptions } from './searchMany.ts';

/** Lets the user choose target branches: recently used ones first, by live search, or by a wildcard. */
export const chooseBranches = async (
  open: OpenProject,
  memento: vscode.Memento,
  present: readonly string[],
  words: Partial<Pick<SearchManyOptions<string>, 'title'>> = {},
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const lastUsed = lastUsedBranches(memento, open);
  const recent = lastUsed.get();
  const chosen = await searchMany<string>({
    title: t('Branches for the backport board'),
    placeholder: t(
      'Tick branches of {0}; search for more, or type a wildcard such as release/*',
      open.project.path_with_namespace,
    ),
    empty: (text) => (text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text)),
    none: t('Tick at least one branch.'),
    ...words,
    search: async (text, signal) => {
      if (isWildcard(text)) {
        const { branches, more } = await branchesMatching(open.client, open.project.id, text, signal);
        const added = branches.filter(({ name }) => !present.includes(name));
        return [...allRow(text, added, more), ...rowsOf(branches, present)];
      }
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listBranches, parameters, { signal });
      const rows = rowsOf(inTargetOrder(items, []), present);
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
  const values = branches
    .filter(({ name }) => matchesWildcard(pattern, name))
    .map(({ name }) => ({ key: name, value: name }));
  if (values.length === 0) return [];
  return [
    {
      label: t('All {0} branches that match {1}', values.length, visibleLabel(pattern)),
      ...(more ? { detail: t('There are more; only the first {0} are added.', mostBranches) } : {}),
      values,
      isMeant: true,
    },
  ];
};

const recentRow = (name: string, branch: Branch | undefined): ManyRow<string> => {
  const used = vscode.l10n.t('recently used');
  const values = [{ key: name, value: name }];
  return branch === undefined
    ? { label: visibleLabel(name), description: used, values }
    : { ...branchRow(branch, [used]), values };
};

/** Rows of branches; those that the board has are named in the last one, which cannot be ticked. */
const rowsOf = (branches: readonly Branch[], present: readonly string[]): readonly ManyRow<string>[] => {
  const onBoard = branches.filter(({ name }) => present.includes(name)).map(({ name }) => visibleLabel(name));
  return [
    ...branches
      .filter(({ name }) => !present.includes(name))
      .map((branch) => ({ ...branchRow(branch, []), values: [{ key: branch.name, value: branch.name }] })),
    ...(onBoard.length === 0
      ? []
      : [{ label: `$(info) ${vscode.l10n.t('On the board already: {0}', onBoard.join(', '))}`, values: [] }]),
  ];
};
