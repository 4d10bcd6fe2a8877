import * as vscode from '../vscode.ts';
import { readOwnGroups, searchGroups } from '../../model/iterations/groupSearch.ts';
import { groupOfProject } from '../../model/iterations/iterationScope.ts';
import type { IterationPlace } from '../../model/iterations/iterationWork.ts';
import type { IterationsArea } from './area.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { showView } from '../kit/areaCommands.ts';

type Choice = IterationPlace | 'usual';
type Row = vscode.QuickPickItem & { readonly value: Choice };

/** The choice is stored for the project. */
export const chooseGroup = async (area: IterationsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const chosen = await searchPick<Choice>({
    title: t('Iterations of Which Group?'),
    placeholder: t('Search groups by name or path'),
    empty: (text) => t('No group matches “{0}”.', text),
    search: async (text, signal) => {
      const own = ownRows(area, open).filter(
        ({ label, description = '' }) =>
          text === '' || `${label} ${description}`.toLowerCase().includes(text.toLowerCase()),
      );
      const known = new Set(own.flatMap(({ value }) => (value === 'usual' ? [] : [value.path])));
      const found = await (text === ''
        ? readOwnGroups(area.clients.graphqlOf(open.account), signal)
        : searchGroups(open.client, text, signal));
      const groups = found
        .filter(({ path }) => !known.has(path))
        .map(({ name, path }): Row => ({
          label: `$(organization) ${visibleLabel(name)}`,
          description: visibleLabel(path),
          value: { kind: 'group', path },
        }));
      return [...own, ...groups];
    },
  });
  if (chosen === undefined) return;
  await area.iterationLists.choose(open, { place: chosen === 'usual' ? undefined : chosen });
  await showView('graft.iterations');
};

/** The project's group, its ancestors, and the project itself. */
const ownRows = (area: IterationsArea, open: OpenProject): readonly Row[] => {
  const { t } = vscode.l10n;
  const project = open.project.path_with_namespace;
  const { place } = area.iterationLists.choices.of(open);
  const chosen = (path: string | undefined, words: string): string =>
    place?.path === path ? `${words} · ${t('shown now')}` : words;
  const above: Row[] = [];
  const group = groupOfProject(project);
  for (let path = group && groupOfProject(group); path !== undefined; path = groupOfProject(path)) {
    above.push({
      label: `$(organization) ${visibleLabel(path)}`,
      description: chosen(path, t('parent group of the current project')),
      value: { kind: 'group', path },
    });
  }
  return [
    ...(group === undefined
      ? []
      : [
          {
            label: `$(home) ${visibleLabel(group)}`,
            description: chosen(undefined, t('group of the current project')),
            value: 'usual' as const,
          },
        ]),
    ...above,
    {
      label: `$(repo) ${visibleLabel(project)}`,
      description: chosen(project, t('iterations of this project, with its own issues only')),
      value: { kind: 'project', path: project },
    },
  ];
};
