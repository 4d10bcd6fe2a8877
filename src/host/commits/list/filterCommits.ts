import * as vscode from '../../vscode.ts';
import { activeFilters, type CommitFilter, isEmptySpan, withMessage } from '../../../model/commits/commitFilter.ts';
import { dateOf } from '../../../model/dates.ts';
import type { CommitsArea } from '../area.ts';
import { visible, visibleLabel } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { askText } from '../../kit/questions/askText.ts';
import { explain } from '../../kit/words/explain.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import { chooseRef, refRows } from '../compare/chooseRef.ts';
import { describeFilter, filterNames, valueWords } from './filterMessages.ts';
import { askAuthor, askPath, authorsWith, pathsWith } from './suggestFilters.ts';
import { deleteFilter, renameFilter, saveFilter } from './chooseFilter.ts';

type FilterName = keyof CommitFilter;
type Act = 'clear' | 'save' | 'saved' | 'rename' | 'delete';
type FilterRow = vscode.QuickPickItem & {
  readonly name?: FilterName;
  readonly act?: Act;
  readonly filter?: CommitFilter;
  /** Filter that this row applies. */
  readonly next?: CommitFilter;
};

const switches: readonly FilterName[] = ['all', 'firstParent', 'order', 'trailers', 'follow'];

/** Asks for filters. Each answer applies at once; Escape goes back one step. With argument `ref` asks only for a ref. */
export const filterCommits = async (area: CommitsArea, argument?: unknown): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  if (argument === 'ref') {
    const next = await ofChosenRef(open, area.commits.filter);
    return next && area.commits.setFilter(next);
  }
  for (;;) {
    const filter = area.commits.filter;
    const row = await searchPick<FilterRow>({
      title: vscode.l10n.t('Filter Commits'),
      placeholder: vscode.l10n.t('Add a filter, or type what to look for'),
      empty: () => '',
      search: async (text, signal) => {
        const all = rows(area, filter);
        if (text === '') return all.map(choice);
        return [...(await typedRows(area, open, filter, text, signal)), ...all.filter(hasText(text))].map(choice);
      },
    });
    if (!row) return;
    if (row.next) return area.commits.setFilter(row.next);
    if (row.act === 'clear') return area.commits.setFilter({});
    if (row.act === 'save') return saveFilter(area);
    if (row.act === 'rename') return renameFilter(area);
    if (row.act === 'delete') return deleteFilter(area);
    if (row.act === 'saved' && row.filter) return area.commits.setFilter(row.filter);
    const next = await changed(area, open, filter, row);
    if (next) return area.commits.setFilter(next);
  }
};

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
    const followed = name === 'ref' && filter.all !== true ? area.commits.shownBranch : undefined;
    return { label: names[name], description: visible(valueWords(filter, name) || (followed ?? t('any'))), name };
  };
  const offered = (Object.keys(names) as FilterName[]).filter((name) => name !== 'follow' || filter.path !== undefined);
  const saved = area.namedFilters.list();
  return [
    separator(isActive ? t('add or change a filter') : t('add a filter')),
    ...offered.map(row),
    ...(saved.length > 0 ? [separator(t('saved filters'))] : []),
    ...saved.map(({ name, filter: savedFilter }) => ({
      label: `$(filter) ${visibleLabel(name)}`,
      description: describeFilter(savedFilter),
      act: 'saved' as const,
      filter: savedFilter,
    })),
    ...(saved.length > 0
      ? [
          { label: `$(edit) ${t('Rename a saved filter…')}`, act: 'rename' as const },
          { label: `$(trash) ${t('Delete a saved filter…')}`, act: 'delete' as const },
        ]
      : []),
    ...(isActive
      ? [
          separator(t('current filter')),
          { label: `$(save) ${t('Save this filter…')}`, description: describeFilter(filter), act: 'save' as const },
          { label: `$(clear-all) ${t('Clear all filters')}`, act: 'clear' as const },
        ]
      : []),
  ];
};

const choice = (row: FilterRow): FilterRow & { readonly value?: FilterRow } =>
  row.kind === vscode.QuickPickItemKind.Separator ? row : { ...row, value: row };

const hasText =
  (text: string) =>
  ({ label, description = '', kind }: FilterRow): boolean =>
    kind === undefined && `${label} ${description}`.toLowerCase().includes(text.toLowerCase());

/** Most suggestions per kind. */
const maxOfKind = 5;

/** Suggestions for a typed text. A failed lookup becomes a separator; the message filter is always offered. */
const typedRows = async (
  area: CommitsArea,
  open: OpenProject,
  filter: CommitFilter,
  text: string,
  signal: AbortSignal,
): Promise<readonly FilterRow[]> => {
  const { t } = vscode.l10n;
  const { message: _, ...others } = filter;
  const found = await Promise.allSettled([
    authorsWith(area, open, text, signal).then((authors) =>
      authors.slice(0, maxOfKind).map(({ name, pattern }): FilterRow => {
        const next = { ...others, author: pattern };
        return { label: t('Author {0}', visibleLabel(name)), iconPath: new vscode.ThemeIcon('person'), next };
      }),
    ),
    pathsWith(area, open, text).then((paths) =>
      paths.slice(0, maxOfKind).map((path): FilterRow => {
        const next = { ...others, path };
        return { label: t('Path {0}', visibleLabel(path)), iconPath: new vscode.ThemeIcon('file'), next };
      }),
    ),
    refRows(open, text, {}, signal).then((refs) =>
      refs
        .slice(0, maxOfKind)
        .flatMap(({ value, ...row }): FilterRow[] =>
          value === undefined ? [] : [{ ...row, next: { ...filter, ref: value, all: false } }],
        ),
    ),
  ]);
  signal.throwIfAborted();
  const failed = found.find((each) => each.status === 'rejected');
  return [
    {
      label: t('Message contains “{0}”', visibleLabel(text)),
      iconPath: new vscode.ThemeIcon('search'),
      next: withMessage(filter, text),
    },
    ...found.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
    ...(failed === undefined ? [] : [separator(explain(failed.reason))]),
  ];
};

const separator = (label: string): FilterRow => ({ label, kind: vscode.QuickPickItemKind.Separator });

const ofChosenRef = async (open: OpenProject, filter: CommitFilter): Promise<CommitFilter | undefined> => {
  const ref = await chooseRef(open, vscode.l10n.t('Commits of which branch, tag or range?'), { takesRanges: true });
  if (ref === undefined) return undefined;
  // message search accepts a ref, so `message` stays; a named ref excludes `all`
  const { ref: _, ...others } = filter;
  return ref === '' ? others : { ...others, ref, all: false };
};

/** The filter after the user's answer; undefined when cancelled. */
const changed = async (
  area: CommitsArea,
  open: OpenProject,
  filter: CommitFilter,
  { name }: FilterRow,
): Promise<CommitFilter | undefined> => {
  if (name === undefined) return undefined;
  if (name === 'ref') return ofChosenRef(open, filter);
  const { message: _, ...others } = filter;
  if (name === 'order') return { ...others, order: filter.order === 'topo' ? 'default' : 'topo' };
  if (name === 'all' || name === 'firstParent' || name === 'trailers' || name === 'follow')
    return { ...others, [name]: filter[name] !== true };
  const text = await askValue(area, open, filter, name);
  if (text === undefined) return undefined;
  const rest: CommitFilter = { ...others };
  delete rest[name as keyof typeof others];
  if (name === 'message') return text === '' ? rest : withMessage(filter, text);
  // the server can't combine message search with other filters
  return text === '' ? rest : { ...rest, [name]: text };
};

type TextName = 'message' | 'path' | 'author' | 'since' | 'until';

const askValue = async (
  area: CommitsArea,
  open: OpenProject,
  filter: CommitFilter,
  name: TextName,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const title = filterNames()[name];
  const problem = (text: string): string | undefined => problemOf(filter, name, text);
  if (name === 'author') return askAuthor(area, open, title);
  if (name === 'path') return askPath(area, open, title, problem);
  const prompts: Readonly<Record<typeof name, string>> = {
    message: t('Words in the message. Replaces all other filters except the branch. Empty: any.'),
    since: t('First day, such as 2026-03-31, “2 weeks ago” or “last month”. Empty: from the beginning.'),
    until: t('Last day, such as 2026-03-31, “2 weeks ago” or “yesterday”. Empty: until now.'),
  };
  const text = await askText({ title, prompt: prompts[name], value: filter[name] ?? '', problem });
  return name === 'message' || text === undefined ? text : (dateOf(text) ?? text);
};

const problemOf = (filter: CommitFilter, name: TextName, text: string): string | undefined => {
  const { t } = vscode.l10n;
  if (text === '') return undefined;
  if (name === 'since' || name === 'until') {
    const date = dateOf(text);
    if (date === undefined)
      return t('“{0}” is not a date. Enter a date such as 2026-03-31 or “2 weeks ago”.', visible(text));
    const span = { ...filter, [name]: date };
    return isEmptySpan(span)
      ? t('“Since” ({0}) must not be later than “until” ({1}).', span.since ?? '', span.until ?? '')
      : undefined;
  }
  if (name === 'path' && (text.startsWith('/') || /(^|\/)\.\.?(\/|$)/.test(text)))
    return t('Enter the path from the top of the repository, such as src/main.ts.');
  return undefined;
};
