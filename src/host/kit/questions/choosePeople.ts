import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { Person } from '../../../model/people.ts';
import { listProjectMembers } from '../../../wire/groups.ts';
import { type OpenProject, projectKey } from '../../shell/currentProject.ts';
import { shaped, stored } from '../../shell/storedValue.ts';
import { shownIfSlow } from '../progress.ts';
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

/** Most people proposed of each kind, and most remembered in a project. */
const limit = { proposed: 3, remembered: 10 };

const recentPeople = shaped(v.array(v.object({ id: v.number(), username: v.string(), name: v.string() })), []);

/** Members added recently, newest first. */
export const recentMembers = (memento: vscode.Memento, open: Pick<OpenProject, 'account' | 'project'>) =>
  stored(memento, `graft.recentPeople ${projectKey(open)}`, recentPeople);

export const rememberMember = (recent: ReturnType<typeof recentMembers>, added: Member): Promise<void> => {
  const others = recent.get().filter(({ username }) => username !== added.username);
  return recent.put([added, ...others].slice(0, limit.remembered));
};

/**
 * Edits a list of people with members of a project, given by id or path. Returns `before` when closed. Proposes `owners` who
 * are members, and with a `memento` members added recently.
 */
export const choosePeople = async <Before extends Person>(
  open: Pick<OpenProject, 'account' | 'client' | 'project'>,
  project: string | number,
  {
    title,
    adding,
    before,
    memento,
    owners = [],
  }: {
    readonly title: string;
    readonly adding: string;
    readonly before: readonly Before[];
    readonly memento?: vscode.Memento;
    /** Usernames of code owners, or names of their groups; the first are proposed. */
    readonly owners?: readonly string[];
  },
): Promise<readonly (Before | Member)[]> => {
  const { t } = vscode.l10n;
  const recent = memento && recentMembers(memento, open);
  let chosen: readonly (Before | Member)[] = before;
  const isChosen = ({ username }: Person): boolean => chosen.some((each) => each.username === username);
  const owning = await shownIfSlow(t('Reading the code owners…'), () => findMembers(open, project, owners));
  const isOwning = ({ id }: Member): boolean => owning.some((each) => each.id === id);
  for (;;) {
    const used = (recent?.get() ?? []).filter((person) => !isOwning(person) && !isChosen(person));
    const proposed = [...owning.filter((person) => !isChosen(person)), ...used.slice(0, limit.proposed)];
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
          description: isOwning(add) ? t('@{0} · code owner', add.username) : t('@{0} · added recently', add.username),
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

/** The first of them, without groups and the user. None if unreadable: the list of members says so. */
const findMembers = async (
  { account, client }: Pick<OpenProject, 'account' | 'client'>,
  project: string | number,
  usernames: readonly string[],
): Promise<readonly Member[]> => {
  const others = usernames.filter((username) => username !== account.username).slice(0, limit.proposed);
  const reading = others.map((query) => client.send(listProjectMembers, { id: project, query, per_page: 20 }));
  const found = await Promise.all(reading).catch(() => []);
  const members = found.flatMap(({ items }, at) => items.find(({ username }) => username === others[at]) ?? []);
  return members.map(({ id, name, username }) => ({ id, name, username }));
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
