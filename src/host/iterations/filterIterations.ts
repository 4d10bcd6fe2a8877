import * as vscode from '../vscode.ts';
import { isDate, momentOf } from '../../model/dates.ts';
import type { IterationState } from '../../model/iterations/iterationScope.ts';
import { askText } from '../kit/questions/askText.ts';
import { visible } from '../kit/words/format.ts';
import { mayBeAtLeast } from '../kit/readCapabilities.ts';
import { requireProject } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { IterationsArea } from './area.ts';
import { type ListFilter, noFilter } from './lists.ts';
import { stateNames } from './messages.ts';
import { showView } from '../kit/areaCommands.ts';

type FilterPart = 'search' | 'state' | 'updatedAfter' | 'updatedBefore' | 'clear';
type Part = FilterPart | 'withAncestors' | 'withDescendants';

/** Applies each answer at once. Escape returns to the list of filters, then closes it. */
export const filterIterations = async (area: IterationsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const { iterationLists: lists } = area;
  for (;;) {
    const { filter } = lists;
    const choices = lists.choices.of(open);
    const shown = (isShown: boolean): string => (isShown ? t('shown') : t('hidden'));
    const rows: (vscode.QuickPickItem & { readonly part: Part })[] = [
      ...(lists.isFiltered ? [{ label: `$(clear-all) ${t('Clear search and filter')}`, part: 'clear' as const }] : []),
      { label: t('Title or cadence…'), description: visible(filter.search) || t('any'), part: 'search' },
      { label: t('State…'), description: stateNames()[filter.state], part: 'state' },
      { label: t('Updated since…'), description: filter.updatedAfter ?? t('any'), part: 'updatedAfter' },
      { label: t('Updated until…'), description: filter.updatedBefore ?? t('any'), part: 'updatedBefore' },
      { label: t('Parent groups'), description: shown(choices.withAncestors), part: 'withAncestors' },
      { label: t('Subgroups'), description: shown(choices.withDescendants), part: 'withDescendants' },
    ];
    const row = await vscode.window.showQuickPick(rows, {
      title: t('Filter Iterations'),
      placeHolder: t('Add a filter'),
    });
    if (row === undefined) return;
    if (row.part === 'withAncestors' || row.part === 'withDescendants') {
      await lists.choose(open, { [row.part]: !choices[row.part] });
      continue;
    }
    const next = await askFilter(filter, row.part, () => supportsDates(area, open));
    if (next === undefined) continue;
    lists.filter = next;
    await showView('graft.iterations');
    return;
  }
};

/** Returns the filter with one part asked for; undefined when cancelled. */
const askFilter = async (
  filter: ListFilter,
  part: FilterPart,
  supportsDates: () => Promise<boolean>,
): Promise<ListFilter | undefined> => {
  const { t } = vscode.l10n;
  if (part === 'clear') return noFilter;
  if (part === 'search') return askSearchFilter(filter);
  if (part === 'state') {
    const rows = Object.entries(stateNames()).map(([state, label]) => ({ label, state: state as IterationState }));
    const chosen = await vscode.window.showQuickPick(rows, { title: t('State of Iterations') });
    return chosen && { ...filter, state: chosen.state };
  }
  if (!(await supportsDates())) {
    void vscode.window.showInformationMessage(t('Filtering by last update requires GitLab 15.10.'));
    return undefined;
  }
  const text = await askText({
    title: part === 'updatedAfter' ? t('Updated Since') : t('Updated Until'),
    prompt: t('A date such as 2026-03-31, or a time such as 2026-03-31T09:00:00Z. Leave empty for any.'),
    value: filter[part] ?? '',
    problem: (text) => dateProblem(filter, part, text),
  });
  return text === undefined ? undefined : { ...filter, [part]: text === '' ? undefined : text };
};

const askSearchFilter = async (filter: ListFilter): Promise<ListFilter | undefined> => {
  const search = await askSearch(filter.search);
  return search === undefined ? undefined : { ...filter, search };
};

/** Asks for a title or cadence to filter by. */
export const searchIterations = async (area: IterationsArea): Promise<void> => {
  if (!(await requireProject(area))) return;
  const { iterationLists: lists } = area;
  const next = await askSearchFilter(lists.filter);
  if (next === undefined) return;
  lists.filter = next;
  await showView('graft.iterations');
};

const askSearch = (value: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return askText({
    title: t('Search Iterations'),
    prompt: t('Part of the title or cadence of an iteration; leave empty to show all'),
    value,
    problem: (text) => (text.length > 200 ? t('Enter at most 200 characters.') : undefined),
  });
};

/** Older servers ignore date filters and return all iterations. */
const supportsDates = (area: IterationsArea, { account }: OpenProject): Promise<boolean> =>
  mayBeAtLeast(area, account, '15.10');

const dateProblem = (filter: ListFilter, part: 'updatedAfter' | 'updatedBefore', text: string): string | undefined => {
  const { t } = vscode.l10n;
  if (text === '') return undefined;
  if (!isDate(text)) return t('“{0}” is not a date. Enter a date such as 2026-03-31.', visible(text));
  const since = part === 'updatedAfter' ? text : filter.updatedAfter;
  const until = part === 'updatedBefore' ? text : filter.updatedBefore;
  if (since === undefined || until === undefined || momentOf(since, 'begin') <= momentOf(until, 'end'))
    return undefined;
  return t('No update can be after {0} and before {1}.', since, until);
};
