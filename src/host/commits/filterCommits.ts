import * as vscode from 'vscode';
import { activeFilters, type CommitFilter, isDate } from '../../model/commitFilter.ts';
import type { App } from '../app.ts';
import { requireProject } from '../project/requireProject.ts';
import { chooseBranch } from './chooseBranch.ts';
import { filterNames } from './filterWords.ts';

type FilterName = keyof CommitFilter;
type FilterRow = vscode.QuickPickItem & { readonly name?: FilterName; readonly act?: 'clear' | 'branch' };

const switches: readonly FilterName[] = ['all', 'firstParent', 'order', 'trailers'];

/** Asks what the list of commits is to be narrowed to. Each answer takes effect at once; Escape ends. */
export const filterCommits = async (app: App): Promise<void> => {
  if (!(await requireProject(app))) return;
  for (;;) {
    const row = await vscode.window.showQuickPick(rows(app.commits.filter), {
      title: vscode.l10n.t('Filter Commits'),
      placeHolder: vscode.l10n.t('Narrow the list by…'),
    });
    if (!row) return;
    if (row.act === 'clear') {
      await app.commits.setFilter({});
      return;
    }
    const next = await changed(app, app.commits.filter, row);
    if (next) {
      await app.commits.setFilter(next);
      return;
    }
  }
};

/** Shows all commits again. */
export const clearFilter = async (app: App): Promise<void> => {
  if (await requireProject(app)) await app.commits.setFilter({});
};

const rows = (filter: CommitFilter): FilterRow[] => {
  const { t } = vscode.l10n;
  const names = filterNames();
  const row = (name: FilterName): FilterRow => {
    const value = filter[name];
    if (switches.includes(name)) {
      const on = value === true || value === 'topo';
      return { label: names[name], description: on ? t('on') : t('off'), name };
    }
    return { label: names[name], description: typeof value === 'string' ? value : t('any'), name };
  };
  return [
    { label: t('Branch…'), description: t('choose from the server'), act: 'branch' },
    ...(Object.keys(names) as FilterName[]).map(row),
    ...(activeFilters(filter).length > 0
      ? [
          { label: '', kind: vscode.QuickPickItemKind.Separator },
          { label: `$(clear-all) ${t('Clear all filters')}`, act: 'clear' as const },
        ]
      : []),
  ];
};

/** The filter after the user's answer; undefined when the answer was not given. */
const changed = async (app: App, filter: CommitFilter, row: FilterRow): Promise<CommitFilter | undefined> => {
  if (row.act === 'branch') {
    const open = app.project.open;
    const branch = open && (await chooseBranch(open, vscode.l10n.t('Commits of which branch?')));
    return branch === undefined ? undefined : { ...filter, ref: branch, all: false };
  }
  const { name } = row;
  if (name === undefined) return undefined;
  if (name === 'order') return { ...filter, order: filter.order === 'topo' ? 'default' : 'topo' };
  if (name === 'all' || name === 'firstParent' || name === 'trailers')
    return { ...filter, [name]: filter[name] !== true };
  const text = await askText(name, filter[name] ?? '');
  if (text === undefined) return undefined;
  if (text !== '') return { ...filter, [name]: text };
  const rest = { ...filter };
  delete rest[name];
  return rest;
};

const askText = async (
  name: 'ref' | 'path' | 'author' | 'since' | 'until',
  value: string,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const prompts = {
    ref: t('Branch, tag, hash, or range such as v1.0..main. Empty: the default branch.'),
    path: t('Path of a file or folder from the top of the repository. Empty: any.'),
    author: t('Name or e-mail of the author, or a part of it. Empty: anyone. Needs GitLab 15.10 or later.'),
    since: t('First day, as 2026-03-31, or a moment, as 2026-03-31T09:00:00Z. Empty: from the beginning.'),
    until: t('Last day, as 2026-03-31, or a moment, as 2026-03-31T09:00:00Z. Empty: until now.'),
  };
  const answer = await vscode.window.showInputBox({
    title: filterNames()[name],
    prompt: prompts[name],
    value,
    validateInput: (text) => problemOf(name, text.trim()),
  });
  return answer?.trim();
};

const problemOf = (name: FilterName, text: string): string | undefined => {
  const { t } = vscode.l10n;
  if ((name === 'since' || name === 'until') && text !== '' && !isDate(text))
    return t('“{0}” is not a date. Write it as 2026-03-31.', text);
  return name === 'ref' && /\s/.test(text)
    ? t('The name of a branch or tag cannot contain a space, nor can a range.')
    : undefined;
};
