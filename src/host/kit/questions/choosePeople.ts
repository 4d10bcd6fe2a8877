import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { Person } from '../../../model/people.ts';
import { listProjectMembers } from '../../../wire/groups.ts';
import { type OpenProject, projectKey } from '../../shell/currentProject.ts';
import { shaped, stored } from '../../shell/stored.ts';
import { visibleLabel } from '../words/format.ts';
import { pickRow } from './pickRow.ts';
import { searchPick } from './searchPick.ts';

export const peopleText = (people: readonly Person[]): string =>
  people.length === 0 ? vscode.l10n.t('none') : people.map(({ name }) => name).join(', ');

export interface Member extends Person {
  readonly id: number;
}

type Row = vscode.QuickPickItem & {
  readonly action: 'done' | 'add' | { readonly remove: string } | { readonly add: Member };
};

/** Most people proposed, and most remembered in a project. */
const most = { proposed: 3, remembered: 10 };

const recentPeople = shaped(v.array(v.object({ id: v.number(), username: v.string(), name: v.string() })), []);

/** Members added recently, newest first. */
export const recentMembers = (memento: vscode.Memento, open: Pick<OpenProject, 'account' | 'project'>) =>
  stored(memento, `graft.recentPeople ${projectKey(open)}`, recentPeople);

export const rememberMember = (recent: ReturnType<typeof recentMembers>, added: Member): Promise<void> => {
  const others = recent.get().filter(({ username }) => username !== added.username);
  return recent.put([added, ...others].slice(0, most.remembered));
};

/**
 * Edits a list of people with members of a project, given by id or path. Returns `before` when closed. With a `memento`,
 * members added recently are proposed.
 */
export const choosePeople = async <Before extends Person>(
  open: Pick<OpenProject, 'account' | 'client' | 'project'>,
  project: string | number,
  {
    title,
    adding,
    before,
    memento,
  }: {
    readonly title: string;
    readonly adding: string;
    readonly before: readonly Before[];
    readonly memento?: vscode.Memento;
  },
): Promise<readonly (Before | Member)[]> => {
  const { t } = vscode.l10n;
  const recent = memento && recentMembers(memento, open);
  let chosen: readonly (Before | Member)[] = before;
  const isChosen = ({ username }: Person): boolean => chosen.some((each) => each.username === username);
  for (;;) {
    const proposed = (recent?.get() ?? []).filter((person) => !isChosen(person)).slice(0, most.proposed);
    const row = await pickRow<Row>(
      [
        { label: `$(check) ${t('Done')}`, description: visibleLabel(peopleText(chosen)), action: 'done' },
        ...chosen.map((person): Row => ({
          label: `$(close) ${visibleLabel(person.name)}`,
          description: t('@{0} · press Enter to remove', person.username),
          action: { remove: person.username },
        })),
        ...proposed.map((add): Row => ({
          label: `$(person-add) ${visibleLabel(add.name)}`,
          description: t('@{0} · added recently', add.username),
          action: { add },
        })),
        { label: `$(person-add) ${t('Add Person…')}`, action: 'add' },
      ],
      { title, placeholder: t('Select to add or remove, then choose Done') },
    );
    if (row === undefined) return before;
    const { action } = row;
    if (action === 'done') return chosen;
    if (action !== 'add' && 'remove' in action) {
      chosen = chosen.filter(({ username }) => username !== action.remove);
      continue;
    }
    const added = action === 'add' ? await chooseMember(open.client, project, adding) : action.add;
    if (added === undefined || isChosen(added)) continue;
    chosen = [...chosen, added];
    if (recent) await rememberMember(recent, added);
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
