import * as vscode from '../vscode.ts';
import { changeRequest, readRequest, type RequestChange } from '../../model/mergeRequests/writing.ts';
import { beforeWrite } from '../../model/writeOnce.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { choosePeople, peopleText } from '../kit/choosePeople.ts';
import { visible, visibleLabel } from '../kit/format.ts';
import { pickRow } from '../kit/pickRow.ts';
import { sayChangedMeanwhile, sendSteps, step } from '../kit/sendSteps.ts';
import { squashRuleMessage } from '../kit/squashRule.ts';
import type { ActedOn } from './actedOn.ts';
import { chooseLabels } from './chooseLabels.ts';
import { chooseMilestone, chooseTarget } from './create/form.ts';
import { editText } from './editText.ts';

/** A part of a merge request that is changed by itself. */
interface Detail<Value> {
  readonly label: string;
  /** In an order that does not depend on the server. */
  readonly read: (request: MergeRequestDetail) => Value;
  readonly text: (value: Value) => string;
  /** Undefined when it was left. */
  readonly choose: (on: ActedOn, before: Value) => Promise<Value | undefined>;
  readonly change: (value: Value) => RequestChange;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes a detail, once; sends nothing where it is another one by now than the page shows. */
const change = async <Value>(on: ActedOn, { label, read, text, choose, change: as }: Detail<Value>): Promise<void> => {
  const { area, place, request, reload } = on;
  const reference = `!${request.iid}`;
  const before = read(request);
  const wanted = await choose(on, before);
  if (wanted === undefined || isSame(wanted, before)) return;
  const now = read(await beforeWrite(() => readRequest(place)));
  if (!isSame(now, before)) {
    sayChangedMeanwhile(reference, true, `${label}: ${text(now)}`);
    await reload();
    return;
  }
  const isDone = (after: MergeRequestDetail): boolean => isSame(read(after), wanted);
  const write = step(
    () => changeRequest(place, as(wanted), isDone),
    (after) => ({ words: `${label}: ${text(read(after))}.`, isAsAsked: isDone(after) }),
  );
  await sendSteps(area, reference, [write], reload);
};

const plain = <P extends { readonly id: number; readonly username: string; readonly name: string }>(
  people: readonly P[],
) => people.map(({ id, username, name }) => ({ id, username, name })).toSorted((one, other) => one.id - other.id);

const yesNo = (isOn: boolean): string => (isOn ? vscode.l10n.t('Yes') : vscode.l10n.t('No'));

const labels = (): Detail<readonly string[]> => ({
  label: vscode.l10n.t('Labels'),
  read: (request) => (request.labels ?? []).toSorted(),
  text: (names) => names.map(visible).join(', ') || vscode.l10n.t('none'),
  choose: async ({ subject: { open }, request }, before) => {
    const of = `!${request.iid}`;
    return (await chooseLabels(open, { of, title: vscode.l10n.t('Labels of {0}', of), before }))?.toSorted();
  },
  change: (names) => ({ labels: names.join(',') }),
});

const target = (): Detail<string> => ({
  label: vscode.l10n.t('Target Branch'),
  read: (request) => request.target_branch,
  text: visible,
  choose: ({ area, subject, request }) =>
    chooseTarget(subject.open, area.context.workspaceState, request.source_branch),
  change: (name) => ({ target_branch: name }),
});

const assignees = (): Detail<ReturnType<typeof plain>> => ({
  label: vscode.l10n.t('Assignees'),
  read: (request) => plain(request.assignees ?? (request.assignee ? [request.assignee] : [])),
  text: (people) => visible(peopleText(people)),
  choose: async ({ subject: { open } }, before) => {
    const title = vscode.l10n.t('Assignees');
    return plain(await choosePeople(open, open.project.id, { title, adding: title, before }));
  },
  change: (people) => ({ assignee_ids: people.map(({ id }) => id) }),
});

const milestone = (): Detail<{ readonly id: number; readonly title: string }> => ({
  label: vscode.l10n.t('Milestone'),
  read: ({ milestone: given }) => (given ? { id: given.id, title: given.title } : { id: 0, title: '' }),
  text: ({ title }) => visible(title) || vscode.l10n.t('none'),
  choose: async ({ subject }) => {
    const chosen = await chooseMilestone(subject.open);
    return chosen === 'none' ? { id: 0, title: '' } : chosen;
  },
  change: ({ id }) => ({ milestone_id: id }),
});

const squash = (rule: string | undefined): Detail<boolean> => ({
  label: vscode.l10n.t('Squash commits when merging'),
  read: (request) => request.squash === true,
  text: (isOn) => rule ?? yesNo(isOn),
  choose: async (_, before) => (rule === undefined ? !before : undefined),
  change: (isOn) => ({ squash: isOn }),
});

const removesSource = (): Detail<boolean> => ({
  label: vscode.l10n.t('Delete the branch after merging'),
  read: (request) => request.force_remove_source_branch === true,
  text: yesNo,
  choose: async (_, before) => !before,
  change: (isOn) => ({ remove_source_branch: isOn }),
});

/** Changes the labels of what is shown. */
export const setLabels = (on: ActedOn): Promise<void> => change(on, labels());

/** Lets the user choose a detail of what is shown, and changes it. */
export const editShown = async (on: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const row = <Value>(detail: Detail<Value>) => ({
    label: detail.label,
    description: visibleLabel(detail.text(detail.read(on.request))),
    run: () => change(on, detail),
  });
  const rows = [
    { label: t('Title and Description'), description: visibleLabel(on.request.title), run: () => editText(on) },
    row(target()),
    row(assignees()),
    row(labels()),
    row(milestone()),
    row(squash(squashRuleMessage(on.subject.open.project.squash_option))),
    row(removesSource()),
  ];
  const placeholder = t('Select what to change');
  await (await pickRow(rows, { title: t('Edit !{0}', on.request.iid), placeholder }))?.run();
};
