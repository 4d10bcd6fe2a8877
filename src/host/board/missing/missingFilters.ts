import * as vscode from '../../vscode.ts';
import type { MissingFilter } from '../../../model/board/missingFilter.ts';
import { askText } from '../../kit/questions/askText.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';

type Part = keyof MissingFilter;

/** Short summary; empty without a filter. */
export const filterWords = (filter: MissingFilter): string => Object.values(filter).join(', ');

/** Asks for a part of the filter and its value; an empty value removes it. Undefined when cancelled. */
export const changeFilter = async (filter: MissingFilter): Promise<MissingFilter | undefined> => {
  const { t } = vscode.l10n;
  const row = (part: Part, icon: string, label: string, prompt: string) => ({
    ...{ label: `$(${icon}) ${label}`, description: visibleLabel(filter[part] ?? ''), part, name: label, prompt },
  });
  const rows = [
    row('label', 'tag', t('Label'), t('A label of the merge request; several with commas between them.')),
    row('milestone', 'milestone', t('Milestone'), t('Title of the milestone of the merge request.')),
    row('author', 'person', t('Author'), t('Part of the author’s name or email address.')),
    row('path', 'file', t('Path'), t('A file or folder, such as src/server.')),
    row('trailer', 'list-flat', t('Trailer'), t('A line at the end of the message, such as Changelog: fixed.')),
  ];
  const clear = { label: `$(clear-all) ${t('Show All Commits')}`, description: '', part: undefined };
  const chosen = await pickRow<(typeof rows)[number] | typeof clear>(
    filterWords(filter) === '' ? rows : [...rows, clear],
    { title: t('Filter the commits'), placeholder: t('Choose what to filter by') },
  );
  if (chosen === undefined) return undefined;
  if (chosen.part === undefined) return {};
  const { part, name, prompt } = chosen;
  const value = await askText({ title: name, prompt, value: filter[part] ?? '', problem: () => undefined });
  if (value === undefined) return undefined;
  const { [part]: _, ...others } = filter;
  return value === '' ? others : { ...others, [part]: value };
};
