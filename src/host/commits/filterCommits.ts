import * as vscode from '../vscode.ts';
import {
  activeFilters,
  type CommitFilter,
  isEmptySpan,
  namesInRef,
  withMessage,
} from '../../model/commits/commitFilter.ts';
import { isDate } from '../../model/dates.ts';
import type { CommitsArea } from './area.ts';
import { visible, visibleLabel } from '../kit/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { askText } from '../kit/askText.ts';
import { chooseRef } from './chooseRef.ts';
import { describeFilter, filterNames } from './filterMessages.ts';
import { unknownNames } from './emptyList.ts';
import { deleteFilter, renameFilter, saveFilter } from './chooseFilter.ts';

type FilterName = keyof CommitFilter;
type Act = 'clear' | 'ref' | 'save' | 'saved' | 'rename' | 'delete';
type FilterRow = vscode.QuickPickItem & {
  readonly name?: FilterName;
  readonly act?: Act;
  readonly filter?: CommitFilter;
};

const switches: readonly FilterName[] = ['all', 'firstParent', 'order', 'trailers', 'follow'];

/**
 * Asks what the list of commits is to be narrowed to. An answer takes effect at once; Escape goes back, then ends. With
 * `ref` only the branch or tag is asked for.
 */
export const filterCommits = async (area: CommitsArea, argument?: unknown): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  if (argument === 'ref') {
    const next = await ofChosenRef(open, area.commits.filter);
    return next && area.commits.setFilter(next);
  }
  for (;;) {
    const filter = area.commits.filter;
    const row = await vscode.window.showQuickPick(rows(area, filter), {
      title: vscode.l10n.t('Filter Commits'),
      placeHolder: vscode.l10n.t('Add a filter'),
      matchOnDescription: true,
    });
    if (!row) return;
    if (row.act === 'clear') return area.commits.setFilter({});
    if (row.act === 'save') return saveFilter(area);
    if (row.act === 'rename') return renameFilter(area);
    if (row.act === 'delete') return deleteFilter(area);
    if (row.act === 'saved' && row.filter) return area.commits.setFilter(row.filter);
    const next = await changed(open, filter, row);
    if (next) return area.commits.setFilter(next);
  }
};

/** Shows all commits again. */
export const clearFilter = async (area: CommitsArea): Promise<void> => {
  if (await requireProject(area)) await area.commits.setFilter({});
};

const rows = (area: CommitsArea, filter: CommitFilter): FilterRow[] => {
  const { t } = vscode.l10n;
  const names = filterNames();
  const isActive = activeFilters(filter).length > 0;
  const row = (name: FilterName): FilterRow => {
    const value = filter[name];
    if (switches.includes(name)) {
      const on = value === true || value === 'topo';
      return { label: names[name], description: on ? t('on') : t('off'), name };
    }
    return { label: names[name], description: typeof value === 'string' ? visible(value) : t('any'), name };
  };
  const offered = (Object.keys(names) as FilterName[]).filter(
    // following needs something to follow
    (name) => name !== 'follow' || filter.path !== undefined,
  );
  const saved = area.namedFilters.list();
  return [
    ...(isActive
      ? [
          { label: `$(clear-all) ${t('Clear all filters')}`, act: 'clear' as const },
          { label: `$(save) ${t('Save this filter…')}`, description: describeFilter(filter), act: 'save' as const },
        ]
      : []),
    ...(saved.length > 0 ? [separator(t('saved filters'))] : []),
    ...saved.map(({ name, filter: kept }) => ({
      label: `$(filter) ${visibleLabel(name)}`,
      description: describeFilter(kept),
      act: 'saved' as const,
      filter: kept,
    })),
    ...(saved.length > 0
      ? [
          { label: `$(edit) ${t('Rename a saved filter…')}`, act: 'rename' as const },
          { label: `$(trash) ${t('Delete a saved filter…')}`, act: 'delete' as const },
        ]
      : []),
    separator(t('add a filter')),
    { label: t('Branch or tag…'), description: t('choose from the server'), act: 'ref' },
    ...offered.map(row),
  ];
};

const separator = (label: string): FilterRow => ({ label, kind: vscode.QuickPickItemKind.Separator });

const ofChosenRef = async (open: OpenProject, filter: CommitFilter): Promise<CommitFilter | undefined> => {
  const ref = await chooseRef(open, vscode.l10n.t('Commits of which branch or tag?'));
  return ref === undefined ? undefined : { ...filter, ref, all: false };
};

/** The filter after the user's answer; undefined when the answer was not given. */
const changed = async (open: OpenProject, filter: CommitFilter, row: FilterRow): Promise<CommitFilter | undefined> => {
  if (row.act === 'ref') return ofChosenRef(open, filter);
  const { name } = row;
  if (name === undefined) return undefined;
  const { message, ...others } = filter;
  if (name === 'order') return { ...others, order: filter.order === 'topo' ? 'default' : 'topo' };
  if (name === 'all' || name === 'firstParent' || name === 'trailers' || name === 'follow')
    return { ...others, [name]: filter[name] !== true };
  const text = await askValue(open, filter, name);
  if (text === undefined) return undefined;
  const rest: CommitFilter = { ...others };
  delete rest[name as keyof typeof others];
  if (name === 'message') return text === '' ? rest : withMessage(filter, text);
  // a branch can be searched, too; what else narrows takes the place of the search
  const kept = name === 'ref' && message !== undefined ? { ...rest, message } : rest;
  if (text === '') return kept;
  // a ref that is named means that one, not all
  return name === 'ref' ? { ...kept, ref: text, all: false } : { ...kept, [name]: text };
};

type TextName = 'ref' | 'message' | 'path' | 'author' | 'since' | 'until';

const askValue = (open: OpenProject, filter: CommitFilter, name: TextName): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const prompts: Readonly<Record<TextName, string>> = {
    ref: t('Branch, tag, SHA, or range such as v1.0..main. Empty: the default branch.'),
    message: t('Words of the message, in any case. Replaces all other filters except branch or tag. Empty: any.'),
    path: t('Path of a file or folder from the top of the repository. Empty: any.'),
    author: t('Name or e-mail of the author, or a part of it. Empty: anyone. Needs GitLab 15.10 or later.'),
    since: t('First day, as 2026-03-31, or a moment, as 2026-03-31T09:00:00Z. Empty: from the beginning.'),
    until: t('Last day, as 2026-03-31, or a moment, as 2026-03-31T09:00:00Z. Empty: until now.'),
  };
  return askText({
    title: filterNames()[name],
    prompt: prompts[name],
    value: filter[name] ?? '',
    problem: (text) => problemOf(filter, name, text),
    ...(name === 'ref' ? { check: (text, signal) => unknownRef(open, text, signal) } : {}),
  });
};

const problemOf = (filter: CommitFilter, name: TextName, text: string): string | undefined => {
  const { t } = vscode.l10n;
  if (text === '') return undefined;
  if (name === 'since' || name === 'until') {
    if (!isDate(text)) return t('“{0}” is not a date. Enter a date such as 2026-03-31.', visible(text));
    if (!isEmptySpan({ ...filter, [name]: text })) return undefined;
    return name === 'since'
      ? t('“Since” ({0}) must not be later than “until” ({1}).', text, filter.until ?? '')
      : t('“Since” ({0}) must not be later than “until” ({1}).', filter.since ?? '', text);
  }
  if (name === 'ref') {
    return /[\s\u0000-\u001f]/.test(text)
      ? t('The name of a branch or tag cannot contain a space, nor can a range.')
      : undefined;
  }
  if (name === 'path' && (text.startsWith('/') || /(^|\/)\.\.?(\/|$)/.test(text)))
    return t('Write the path from the top of the repository, such as src/main.ts.');
  return undefined;
};

const unknownRef = async (open: OpenProject, text: string, signal: AbortSignal): Promise<string | undefined> => {
  const names = await unknownNames(open, namesInRef(text), signal);
  if (names.length === 0) return undefined;
  const project = open.project.path_with_namespace;
  return vscode.l10n.t('{0} has no branch, tag or commit “{1}”.', project, visible(names.join('”, “')));
};
