import * as vscode from '../vscode.ts';
import { isWildcard } from '../../model/git/branchPattern.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { branchesMatching, maxBranches } from '../../model/board/sources.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { branchesContaining, type ContainingReader, targetRows } from '../kit/questions/branchRow.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { lastUsedBranches } from '../kit/questions/lastUsedBranches.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { type ManyRow, searchMany } from './searchMany.ts';

interface TargetCommits {
  readonly reader: ContainingReader;
  readonly shas: readonly string[];
}

/**
 * Asks for target branches: recently used first, by search or by wildcard. Branches that contain the commits or can't be
 * pushed to come last. Undefined when cancelled.
 */
export const chooseBranches = async (
  open: OpenProject,
  memento: vscode.Memento,
  present: readonly string[],
  { title, of }: { readonly title?: string; readonly of?: TargetCommits } = {},
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const lastUsed = lastUsedBranches(memento, open);
  const recent = lastUsed.get();
  const chosen = await searchMany<string>({
    title: title ?? t('Branches for the backport board'),
    placeholder: t('Tick branches of {0}; type to search, or release/*', open.project.path_with_namespace),
    keepsOrder: true,
    empty: (text) => (text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text)),
    none: t('Tick at least one branch.'),
    search: async (text, signal) => {
      const containing = of && branchesContaining(of.reader, open, of.shas, signal);
      const rowsOf = async (branches: readonly Branch[]): Promise<readonly ManyRow<string>[]> => {
        const free = branches.filter(({ name }) => !present.includes(name));
        const order = { containing: await containing, commits: of?.shas.length, typed: text };
        return targetRows(free, recent, order).map(({ name, ...row }) => ({
          ...row,
          values: [{ key: name, value: name }],
        }));
      };
      if (isWildcard(text)) {
        const { branches, more } = await branchesMatching(open.client, open.project.id, text, signal);
        const added = branches.filter(({ name }) => !present.includes(name));
        return [...allRow(text, added, more), ...(await rowsOf(branches)), ...onBoardRow(branches, present)];
      }
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listBranches, parameters, { signal });
      const rows = [...(await rowsOf(items)), ...onBoardRow(items, present)];
      if (text !== '') return rows;
      const known = [...present, ...items.map(({ name }) => name)];
      return [
        ...recent.filter((name) => !known.includes(name)).map(recentRow),
        ...rows,
        ...(items.length === 100 ? [{ label: `$(info) ${t('More branches: type to search')}`, values: [] }] : []),
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
      ...(more ? { detail: t('There are more; only the first {0} are added.', maxBranches) } : {}),
      values,
      isMeant: true,
    },
  ];
};

const recentRow = (name: string): ManyRow<string> => ({
  label: visibleLabel(name),
  description: vscode.l10n.t('recently used'),
  values: [{ key: name, value: name }],
});

/** Names the branches already on the board, without a checkbox. */
const onBoardRow = (branches: readonly Branch[], present: readonly string[]): readonly ManyRow<string>[] => {
  const onBoard = branches.filter(({ name }) => present.includes(name)).map(({ name }) => visibleLabel(name));
  return onBoard.length === 0
    ? []
    : [{ label: `$(info) ${vscode.l10n.t('On the board already: {0}', onBoard.join(', '))}`, values: [] }];
};
