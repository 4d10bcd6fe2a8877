import * as vscode from '../vscode.ts';
import {
  type IssueFacts,
  type IssuePlace,
  placeOfReference,
  readIssue,
  setAssignees,
  setWeight,
} from '../../model/iterations/issueEditing.ts';
import { PayloadRefused } from '../../model/payloadRefused.ts';
import { areSamePeople, type Person } from '../../model/people.ts';
import { askText } from '../kit/askText.ts';
import { choosePeople, peopleText } from '../kit/choosePeople.ts';
import { cancellable } from '../kit/progress.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/review.ts';
import { remarksOn, requireWriting, tellLost } from '../kit/tellWritten.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { IterationsArea } from './area.ts';
import type { IssueItem } from './rows.ts';

type Part = 'weight' | 'assignees';

/** Changes the weight and the people of an issue: shows both as they are, what will change, and then sends that. */
export const changeIssue = async (area: IterationsArea, { parent, issue }: IssueItem): Promise<void> => {
  const { t } = vscode.l10n;
  const { open } = parent.subject;
  const { reference } = issue;
  requireWriting(open.account);
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
        said.push(weightLine(now.weight, written.value), ...remarksOn(written, written.value === wanted.weight));
      }
      if (!areSamePeople(wanted.assignees, now.assignees)) {
        const written = await setAssignees(graphql, place, now, wanted.assignees);
        if (written.kind !== 'done') return await tellLost(area, reference, written);
        before = { ...shown(), assignees: written.value };
        const isAll = areSamePeople(written.value, wanted.assignees);
        said.push(peopleLine(now.assignees, written.value), ...remarksOn(written, isAll));
      }
    } catch (error) {
      if (error instanceof PayloadRefused)
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
        : { ...wanted, assignees: await chooseAssignees(open, place, wanted.assignees) },
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

const weightLine = (before: number | null, now: number | null): string =>
  vscode.l10n.t('Weight: {0} → {1}.', weightText(before), weightText(now));

const peopleLine = (before: readonly Person[], now: readonly Person[]): string =>
  vscode.l10n.t('Assignees: {0} → {1}.', peopleText(before), peopleText(now));

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

const chooseAssignees = (
  open: OpenProject,
  { project, iid }: IssuePlace,
  before: readonly Person[],
): Promise<readonly Person[]> => {
  const { t } = vscode.l10n;
  return choosePeople(open, project, {
    title: t('Assignees of {0}', `${project}#${iid}`),
    adding: t('Assign Somebody'),
    before,
  });
};
