import * as vscode from '../vscode.ts';
import type { Person } from '../../model/people.ts';
import { listProjectMembers } from '../../wire/groups.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { visibleLabel } from './format.ts';
import { pickRow } from './pickRow.ts';
import { searchPick } from './searchPick.ts';

/** People by their names, in their order. */
export const peopleText = (people: readonly Person[]): string =>
  people.length === 0 ? vscode.l10n.t('none') : people.map(({ name }) => name).join(', ');

/** A member of a project. */
export interface Member extends Person {
  readonly id: number;
}

type Row = vscode.QuickPickItem & { readonly action: 'done' | 'add' | { readonly remove: string } };

/**
 * Lets the user take people off a list and add members of a project, by its number or full path. The people as they were
 * when the list is left.
 */
export const choosePeople = async <Before extends Person>(
  { client }: Pick<OpenProject, 'client'>,
  project: string | number,
  { title, adding, before }: { readonly title: string; readonly adding: string; readonly before: readonly Before[] },
): Promise<readonly (Before | Member)[]> => {
  const { t } = vscode.l10n;
  let chosen: readonly (Before | Member)[] = before;
  for (;;) {
    const row = await pickRow<Row>(
      [
        { label: `$(check) ${t('Done')}`, description: visibleLabel(peopleText(chosen)), action: 'done' },
        ...chosen.map((person): Row => ({
          label: `$(close) ${visibleLabel(person.name)}`,
          description: t('@{0} · press Enter to remove', person.username),
          action: { remove: person.username },
        })),
        { label: `$(person-add) ${t('Add Person…')}`, action: 'add' },
      ],
      { title, placeholder: t('Select to add or remove, then choose Done') },
    );
    if (row === undefined) return before;
    if (row.action === 'done') return chosen;
    if (row.action === 'add') {
      const added = await chooseMember(client, project, adding);
      if (added && !chosen.some(({ username }) => username === added.username)) chosen = [...chosen, added];
    } else {
      const { remove } = row.action;
      chosen = chosen.filter(({ username }) => username !== remove);
    }
  }
};

const chooseMember = (
  client: OpenProject['client'],
  project: string | number,
  title: string,
): Promise<Member | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Member>({
    title,
    placeholder: t('Member of the project: type a name'),
    empty: (text) => t('No member of the project matches “{0}”.', text),
    search: async (text, signal) => {
      const wanted = { id: project, per_page: 50, ...(text === '' ? {} : { query: text }) };
      const { items } = await client.send(listProjectMembers, wanted, { signal });
      return items.map(({ id, name, username }) => ({
        label: visibleLabel(name),
        description: `@${username}`,
        value: { id, name, username },
      }));
    },
  });
};
