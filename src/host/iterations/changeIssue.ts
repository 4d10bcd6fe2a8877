import * as vscode from '../vscode.ts';
import {
  type IssueFacts,
  type IssuePlace,
  placeOfReference,
  readIssue,
  setAssignees,
  setWeight,
} from '../../model/iterations/issueEditing.ts';
import { areSamePeople, type Person } from '../../model/people.ts';
import { askText } from '../kit/questions/askText.ts';
import { choosePeople, peopleText } from '../kit/questions/choosePeople.ts';
import { cancellable } from '../kit/progress.ts';
import { type Summary, confirmAndSend, type Sent } from '../kit/questions/summary.ts';
import { requireWriting, reportChangedMeanwhile, sendSteps, step } from '../kit/questions/sendSteps.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { IterationsArea } from './area.ts';
import type { IssueItem } from './rows.ts';

type Part = 'weight' | 'assignees';

/** Changes weight and assignees after a review. */
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
    if (found === undefined) throw new Error(t('{0} no longer exists, or you no longer have access.', reference));
    return found;
  });
  if (before === undefined) return;
  const shown = (): IssueFacts => before ?? { weight: null, assignees: [] };

  const send = async ({ weight, assignees }: IssueFacts): Promise<Sent> => {
    const now = await read();
    if (now === undefined || !isSame(now, shown())) {
      before = now;
      return reportChangedMeanwhile(reference, now !== undefined);
    }
    const weighed = step(
      () => setWeight(graphql, place, now, weight),
      (after) => {
        before = { ...shown(), weight: after };
        return { words: weightLine(now.weight, after), isAsAsked: after === weight };
      },
    );
    const assigned = step(
      () => setAssignees(graphql, place, now, assignees),
      (after) => {
        before = { ...shown(), assignees: after };
        return { words: peopleLine(now.assignees, after), isAsAsked: areSamePeople(after, assignees) };
      },
    );
    const steps = [
      ...(weight === now.weight ? [] : [weighed]),
      ...(areSamePeople(assignees, now.assignees) ? [] : [assigned]),
    ];
    return sendSteps(area, reference, steps, () => area.iterationWork.again(parent.subject));
  };

  await confirmAndSend<IssueFacts, Part>(area, before, {
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

const reviewOf = (reference: string, before: IssueFacts, wanted: IssueFacts): Summary<Part> => {
  const { t } = vscode.l10n;
  const lines = [
    ...(wanted.weight === before.weight ? [] : [weightLine(before.weight, wanted.weight)]),
    ...(areSamePeople(wanted.assignees, before.assignees) ? [] : [peopleLine(before.assignees, wanted.assignees)]),
  ];
  return {
    title: t('Change {0}', reference),
    placeholder: t('Choose a field to change; nothing is sent until you choose the first row'),
    start: {
      label: t('Change the issue'),
      value: lines.length === 0 ? t('no changes yet') : lines.join(' '),
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

/** Returns the old weight when cancelled. */
const askWeight = async (reference: string, weight: number | null): Promise<number | null> => {
  const { t } = vscode.l10n;
  const text = await askText({
    title: t('Weight of {0}', reference),
    prompt: t('A whole number of 0 or more; leave empty for none'),
    value: weight === null ? '' : String(weight),
    problem: (typed) => (/^\d{0,9}$/.test(typed) ? undefined : t('Enter a whole number of 0 or more, such as 3.')),
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
    adding: t('Add Assignee'),
    before,
  });
};
