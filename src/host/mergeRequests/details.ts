import * as vscode from '../vscode.ts';
import { textOf } from '../../model/mergeRequests/creating.ts';
import { changeRequest, isDraft, readRequest, type RequestChange, titleAs } from '../../model/mergeRequests/writing.ts';
import { beforeWrite } from '../../model/writeOnce.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { UserSummary } from '../../wire/records.ts';
import { choosePeople, peopleText } from '../kit/questions/choosePeople.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { sayChangedMeanwhile, sendSteps, step } from '../kit/questions/sendSteps.ts';
import { squashRuleMessage } from '../kit/words/squashRule.ts';
import type { ActedOn } from './actedOn.ts';
import { chooseLabels } from './chooseLabels.ts';
import { chooseMilestone, chooseTarget } from './create/form.ts';
import { editedName } from './create/forms.ts';

/** Separately editable part of a merge request. */
interface Detail<Value> {
  readonly label: string;
  /** Sorted independently of the server's order. */
  readonly read: (request: MergeRequestDetail) => Value;
  readonly text: (value: Value) => string;
  readonly choose: (on: ActedOn, before: Value) => Promise<Value | undefined>;
  readonly change: (value: Value, now: MergeRequestDetail) => RequestChange;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes a detail once; sends nothing if it differs from the page by now. */
const change = async <Value>(on: ActedOn, detail: Detail<Value>): Promise<void> => {
  const { area, place, request, reload } = on;
  const { label, read, text } = detail;
  const reference = `!${request.iid}`;
  const before = read(request);
  const wanted = await detail.choose(on, before);
  if (wanted === undefined || isSame(wanted, before)) return;
  const now = await beforeWrite(() => readRequest(place));
  if (!isSame(read(now), before)) {
    sayChangedMeanwhile(reference, true, `${label}: ${text(read(now))}`);
    await reload();
    return;
  }
  const isDone = (after: MergeRequestDetail): boolean => isSame(read(after), wanted);
  const write = step(
    () => changeRequest(place, detail.change(wanted, now), isDone),
    (after) => ({ words: `${label}: ${text(read(after))}.`, isAsAsked: isDone(after) }),
  );
  await sendSteps(area, reference, [write], reload);
};

const plain = (people: readonly Pick<UserSummary, 'id' | 'username' | 'name'>[]) =>
  people.map(({ id, username, name }) => ({ id, username, name })).toSorted((one, other) => one.id - other.id);

/** Detail toggled when chosen. */
const flag = (
  label: string,
  read: Detail<boolean>['read'],
  as: Detail<boolean>['change'],
  rule?: string,
): Detail<boolean> => ({
  label,
  read,
  text: (isOn) => rule ?? (isOn ? vscode.l10n.t('Yes') : vscode.l10n.t('No')),
  choose: async (_, before) => (rule === undefined ? !before : undefined),
  change: as,
});

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
  choose: ({ subject }) => chooseMilestone(subject.open),
  change: ({ id }) => ({ milestone_id: id }),
});

/** Toggles draft and ready. */
export const switchDraft = (on: ActedOn): Promise<void> => {
  const as: Detail<boolean>['change'] = (draft, { title }) => ({ title: titleAs(title, draft ? 'draft' : 'ready') });
  return change(on, flag(vscode.l10n.t('Draft'), isDraft, as));
};

export const setLabels = (on: ActedOn): Promise<void> => change(on, labels());

/** Opens title and description in an editor. The text is stored until saved or discarded. */
const editText = async ({ forms, place, request }: ActedOn): Promise<void> => {
  const text = textOf(request);
  const { account, project } = place;
  const name = { account, project, source: editedName(request.iid) };
  const chosen = { target: request.target_branch, isDraft: false, squash: false, removesSource: false };
  const none = { labels: [], assignees: [], reviewers: [], changedAtMs: Date.now() };
  const form = forms.get(name) ?? { ...name, ...chosen, ...none, text, edits: { iid: request.iid, base: text } };
  await forms.keep(form);
  await forms.edit(form);
};

/** Asks for a detail and changes it. */
export const editShown = async (on: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const row = <Value>(detail: Detail<Value>) => ({
    label: detail.label,
    description: visibleLabel(detail.text(detail.read(on.request))),
    run: () => change(on, detail),
  });
  const rule = squashRuleMessage(on.subject.open.project.squash_option);
  const isSquashed = ({ squash }: MergeRequestDetail): boolean => squash === true;
  const isRemoved = (request: MergeRequestDetail): boolean => request.force_remove_source_branch === true;
  const rows = [
    { label: t('Title and Description'), description: visibleLabel(on.request.title), run: () => editText(on) },
    row(target()),
    row(assignees()),
    row(labels()),
    row(milestone()),
    row(flag(t('Squash commits when merging'), isSquashed, (isOn) => ({ squash: isOn }), rule)),
    row(flag(t('Delete the branch after merging'), isRemoved, (isOn) => ({ remove_source_branch: isOn }))),
  ];
  const placeholder = t('Select what to change');
  await (await pickRow(rows, { title: t('Edit !{0}', on.request.iid), placeholder }))?.run();
};
