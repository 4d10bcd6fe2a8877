import * as vscode from '../vscode.ts';
import {
  areSamePeople,
  type IssueFacts,
  type IssuePlace,
  IssueRefused,
  type Person,
  placeOfReference,
  readIssue,
  setAssignees,
  setWeight,
} from '../../model/iterations/issueEditing.ts';
import { mayWrite } from '../../model/account.ts';
import type { Written } from '../../model/writeOnce.ts';
import { listProjectMembers } from '../../wire/groups.ts';
import { askText } from '../kit/askText.ts';
import { explain } from '../kit/explain.ts';
import { visibleLabel } from '../kit/format.ts';
import { pickRow } from '../kit/pickRow.ts';
import { cancellable } from '../kit/progress.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/review.ts';
import { searchPick } from '../kit/searchPick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { IterationsArea } from './area.ts';
import type { IssueItem } from './rows.ts';

type Part = 'weight' | 'assignees';

/** Changes the weight and the people of an issue: shows both as they are, what will change, and then sends that. */
export const changeIssue = async (area: IterationsArea, { parent, issue }: IssueItem): Promise<void> => {
  const { t } = vscode.l10n;
  const { open } = parent.subject;
  const { reference } = issue;
  if (mayWrite(open.account) === false)
    throw new Error(
      t(
        'The token of {0} may only read: it lacks the scope api. Create a token with it and add the account again.',
        open.account.username,
      ),
    );
  const place = placeOfReference(reference);
  const graphql = area.clients.graphqlOf(open.account);
  const read = (signal?: AbortSignal): Promise<IssueFacts | undefined> => readIssue(graphql, place, signal);
  let before = await cancellable(t('Reading the issue…'), async (signal) => {
    const found = await read(signal);
    if (found === undefined) throw new Error(t('{0} is not there any more, or not for you.', reference));
    return found;
  });
  if (before === undefined) return;
  const shown = (): IssueFacts => before ?? { weight: null, assignees: [] };

  const send = async (wanted: IssueFacts): Promise<Sent> => {
    const now = await read();
    if (now === undefined || !isSame(now, shown())) {
      before = now;
      const words = now
        ? t('Nothing was sent: somebody else has changed {0} meanwhile.', reference)
        : t('Nothing was sent: {0} is not there any more.', reference);
      void vscode.window.showWarningMessage(words);
      return now ? 'change' : 'left';
    }
    const said: string[] = [];
    try {
      if (wanted.weight !== now.weight) {
        const written = await setWeight(graphql, place, now, wanted.weight);
        if (written.kind !== 'done') return await tellLost(area, reference, written);
        before = { ...shown(), weight: written.value };
        said.push(
          weightLine(now.weight, written.value),
          ...ignored(written.value === wanted.weight),
          ...found(written),
        );
      }
      if (!areSamePeople(wanted.assignees, now.assignees)) {
        const written = await setAssignees(graphql, place, now, wanted.assignees);
        if (written.kind !== 'done') return await tellLost(area, reference, written);
        before = { ...shown(), assignees: written.value };
        const isAll = areSamePeople(written.value, wanted.assignees);
        said.push(peopleLine(now.assignees, written.value), ...ignored(isAll), ...found(written));
      }
    } catch (error) {
      if (error instanceof IssueRefused)
        throw new Error(t('The server refused this: “{0}”.', error.message), { cause: error });
      throw error;
    } finally {
      if (said.length > 0) {
        void vscode.window.showInformationMessage(t('{0} was changed. {1}', reference, said.join(' ')));
        area.iterationWork.again(parent.subject);
      }
    }
    return 'done';
  };

  await reviewAndSend<IssueFacts, Part>(area, before, {
    show: (wanted) => reviewOf(reference, shown(), wanted),
    change: async (wanted, part) =>
      part === 'weight'
        ? { ...wanted, weight: await askWeight(reference, wanted.weight) }
        : { ...wanted, assignees: await choosePeople(open, place, wanted.assignees) },
    send,
  });
};

const isSame = (one: IssueFacts, other: IssueFacts): boolean =>
  one.weight === other.weight && areSamePeople(one.assignees, other.assignees);

const reviewOf = (reference: string, before: IssueFacts, wanted: IssueFacts): Review<Part> => {
  const { t } = vscode.l10n;
  const lines = [
    ...(wanted.weight === before.weight ? [] : [weightLine(before.weight, wanted.weight)]),
    ...(areSamePeople(wanted.assignees, before.assignees) ? [] : [peopleLine(before.assignees, wanted.assignees)]),
  ];
  return {
    title: t('Change {0}', reference),
    placeholder: t('Choose what to change; nothing is sent before you choose the first row'),
    start: {
      label: t('Change the issue'),
      value: lines.length === 0 ? t('nothing is changed yet') : lines.join(' '),
      icon: 'check',
      isBlocked: lines.length === 0,
    },
    rows: [
      { part: 'weight', icon: 'dashboard', label: t('Weight'), value: weightText(wanted.weight) },
      { part: 'assignees', icon: 'person', label: t('Assignees'), value: peopleText(wanted.assignees) },
    ],
  };
};

const weightText = (weight: number | null): string => (weight === null ? vscode.l10n.t('none') : String(weight));

const peopleText = (people: readonly Person[]): string =>
  people.length === 0 ? vscode.l10n.t('nobody') : people.map(({ name }) => name).join(', ');

const weightLine = (before: number | null, now: number | null): string =>
  vscode.l10n.t('Weight: {0} → {1}.', weightText(before), weightText(now));

const peopleLine = (before: readonly Person[], now: readonly Person[]): string =>
  vscode.l10n.t('Assignees: {0} → {1}.', peopleText(before), peopleText(now));

/** What the server did with a request that it took only in part; licences differ. */
const ignored = (isAsAsked: boolean): readonly string[] =>
  isAsAsked ? [] : [vscode.l10n.t('The server has not taken all of what was asked for.')];

const found = (written: Extract<Written<unknown>, { kind: 'done' }>): readonly string[] =>
  written.confirmed === 'found'
    ? [vscode.l10n.t('The answer was lost; a look at the server shows that the change was made.')]
    : [];

/** Says what is known of a change whose answer was lost and that was not found to be made. */
const tellLost = async (
  { log }: IterationsArea,
  reference: string,
  { kind, cause }: Exclude<Written<unknown>, { kind: 'done' }>,
): Promise<Sent> => {
  const { t } = vscode.l10n;
  log.error(`The answer to a change of ${reference} was lost.`, cause);
  if (kind === 'unknown') {
    const words = t('Whether {0} was changed is unknown. Look at it before you try again.', reference);
    void vscode.window.showWarningMessage(`${words} ${explain(cause)}`);
    return 'unclear';
  }
  const change = t('Change…');
  const words = t('{0} is as it was, and nothing was sent twice.', reference);
  return (await vscode.window.showWarningMessage(`${words} ${explain(cause)}`, change)) === change ? 'change' : 'left';
};

/** The weight as it was when the question is left. */
const askWeight = async (reference: string, weight: number | null): Promise<number | null> => {
  const { t } = vscode.l10n;
  const text = await askText({
    title: t('Weight of {0}', reference),
    prompt: t('A whole number from 0 on; leave empty for none'),
    value: weight === null ? '' : String(weight),
    problem: (typed) => (/^\d{0,9}$/.test(typed) ? undefined : t('A weight is a whole number from 0 on, such as 3.')),
  });
  return text === undefined ? weight : text === '' ? null : Number(text);
};

type Row = vscode.QuickPickItem & { readonly action: 'done' | 'add' | { readonly remove: Person } };

/** The people as they were when the list is left. */
const choosePeople = async (
  open: OpenProject,
  place: IssuePlace,
  before: readonly Person[],
): Promise<readonly Person[]> => {
  const { t } = vscode.l10n;
  let chosen = before;
  for (;;) {
    const row = await pickRow<Row>(
      [
        { label: `$(check) ${t('Done')}`, description: visibleLabel(peopleText(chosen)), action: 'done' },
        ...chosen.map((person): Row => ({
          label: `$(close) ${visibleLabel(person.name)}`,
          description: t('@{0}, Enter takes them off', person.username),
          action: { remove: person },
        })),
        { label: `$(person-add) ${t('Add somebody…')}`, action: 'add' },
      ],
      {
        title: t('Assignees of {0}', `${place.project}#${place.iid}`),
        placeholder: t('Choose Done when the list is right'),
      },
    );
    if (row === undefined) return before;
    if (row.action === 'done') return chosen;
    if (row.action === 'add') {
      const added = await chooseMember(open, place);
      if (added && !chosen.some(({ username }) => username === added.username)) chosen = [...chosen, added];
    } else {
      const { remove } = row.action;
      chosen = chosen.filter((each) => each !== remove);
    }
  }
};

const chooseMember = (open: OpenProject, { project }: IssuePlace): Promise<Person | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<Person>({
    title: t('Assign Somebody'),
    placeholder: t('Member of {0}: type a name', project),
    empty: (text) => t('No member of the project matches “{0}”.', text),
    search: async (text, signal) => {
      const wanted = { id: project, per_page: 50, ...(text === '' ? {} : { query: text }) };
      const { items } = await open.client.send(listProjectMembers, wanted, { signal });
      return items.map(({ name, username }) => ({
        label: visibleLabel(name),
        description: `@${username}`,
        value: { name, username },
      }));
    },
  });
};
