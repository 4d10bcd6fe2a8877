import * as vscode from '../vscode.ts';
import type { FactName, MergeRequestView } from '../../messages/mergeRequestPage.ts';
import { mayWrite } from '../../model/account.ts';
import { textOf } from '../../model/mergeRequests/creating.ts';
import {
  changeMergeRequest,
  isDraft,
  readMergeRequest,
  type MergeRequestChange,
  titleAs,
} from '../../model/mergeRequests/writing.ts';
import { includesRole, ownRole, roles } from '../../model/role.ts';
import { beforeWrite } from '../../model/writeOnce.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { UserSummary } from '../../wire/records.ts';
import { call } from '../kit/areaCommands.ts';
import { choosePeople, peopleText } from '../kit/questions/choosePeople.ts';
import { visible } from '../kit/words/format.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { requireWriting, reportChangedMeanwhile, sendSteps, step } from '../kit/questions/sendSteps.ts';
import { squashRuleMessage } from '../kit/words/squashRule.ts';
import type { OpenProject } from '../shell/currentProject.ts';
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
  readonly change: (value: Value, now: MergeRequestDetail) => MergeRequestChange;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes a detail once; sends nothing if it differs from the page by now. */
const change = async <Value>(on: ActedOn, detail: Detail<Value>): Promise<void> => {
  const { area, place, mergeRequest, reload } = on;
  const { label, read, text } = detail;
  const reference = `!${mergeRequest.iid}`;
  const before = read(mergeRequest);
  const wanted = await detail.choose(on, before);
  if (wanted === undefined || isSame(wanted, before)) return;
  const now = await beforeWrite(() => readMergeRequest(place));
  if (!isSame(read(now), before)) {
    reportChangedMeanwhile(reference, true, `${label}: ${text(read(now))}`);
    await reload();
    return;
  }
  const isDone = (after: MergeRequestDetail): boolean => isSame(read(after), wanted);
  const write = step(
    () => changeMergeRequest(place, detail.change(wanted, now), isDone),
    (after) => ({ words: `${label}: ${text(read(after))}.`, isAsAsked: isDone(after) }),
  );
  await sendSteps(area, reference, [write], reload);
};

const plain = (people: readonly Pick<UserSummary, 'id' | 'username' | 'name'>[]) =>
  people.map(({ id, username, name }) => ({ id, username, name })).toSorted((one, other) => one.id - other.id);

const yesOrNo = (isOn: boolean): string => (isOn ? vscode.l10n.t('Yes') : vscode.l10n.t('No'));

const flag = (label: string, read: Detail<boolean>['read'], as: Detail<boolean>['change']): Detail<boolean> => ({
  label,
  read,
  text: yesOrNo,
  choose: async ({ mergeRequest }, before) => {
    const rows = [before, !before].map((value) => ({ label: yesOrNo(value), value }));
    const title = vscode.l10n.t('Edit !{0}', mergeRequest.iid);
    return (await pickRow(rows, { title, placeholder: label }))?.value;
  },
  change: as,
});

const labels = (): Detail<readonly string[]> => ({
  label: vscode.l10n.t('Labels'),
  read: (mergeRequest) => (mergeRequest.labels ?? []).toSorted(),
  text: (names) => names.map(visible).join(', ') || vscode.l10n.t('none'),
  choose: async ({ subject: { open }, mergeRequest }, current) => {
    const owner = `!${mergeRequest.iid}`;
    return (await chooseLabels(open, { owner, title: vscode.l10n.t('Labels of {0}', owner), current }))?.toSorted();
  },
  change: (names) => ({ labels: names.join(',') }),
});

const target = (): Detail<string> => ({
  label: vscode.l10n.t('Target Branch'),
  read: (mergeRequest) => mergeRequest.target_branch,
  text: visible,
  choose: ({ area, subject, mergeRequest }) =>
    chooseTarget(subject.open, area.context.workspaceState, mergeRequest.source_branch),
  change: (name) => ({ target_branch: name }),
});

const assignees = (): Detail<ReturnType<typeof plain>> => ({
  label: vscode.l10n.t('Assignees'),
  read: (mergeRequest) => plain(mergeRequest.assignees ?? (mergeRequest.assignee ? [mergeRequest.assignee] : [])),
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

const draft = (): Detail<boolean> =>
  flag(vscode.l10n.t('Draft'), isDraft, (isOn, { title }) => ({ title: titleAs(title, isOn ? 'draft' : 'ready') }));

const isSquashed = (mergeRequest: MergeRequestDetail): boolean => mergeRequest.squash === true;

const squash = (): Detail<boolean> =>
  flag(vscode.l10n.t('Squash commits when merging'), isSquashed, (isOn) => ({ squash: isOn }));

const isRemoved = (mergeRequest: MergeRequestDetail): boolean => mergeRequest.force_remove_source_branch === true;

const removal = (): Detail<boolean> =>
  flag(vscode.l10n.t('Delete the branch after merging'), isRemoved, (isOn) => ({ remove_source_branch: isOn }));

/** Toggles draft and ready. */
export const switchDraft = (on: ActedOn): Promise<void> =>
  change(on, { ...draft(), choose: async (_, before) => !before });

/** Opens title and description in an editor. The text is stored until saved or discarded. */
const editText = async ({ forms, place, mergeRequest }: ActedOn): Promise<void> => {
  const text = textOf(mergeRequest);
  const { account, project } = place;
  const name = { account, project, source: editedName(mergeRequest.iid) };
  const chosen = { target: mergeRequest.target_branch, isDraft: false, squash: false, removesSource: false };
  const none = { labels: [], assignees: [], reviewers: [], changedAtMs: Date.now() };
  const form = forms.get(name) ?? { ...name, ...chosen, ...none, text, edits: { iid: mergeRequest.iid, base: text } };
  await forms.keep(form);
  await forms.edit(form);
};

const edits: Readonly<Record<FactName, (on: ActedOn) => Promise<void>>> = {
  text: editText,
  target: (on) => change(on, target()),
  assignees: (on) => change(on, assignees()),
  reviewers: async ({ subject, reload }) => {
    await call('graft.reviews.changeReviewers', subject);
    await reload();
  },
  labels: (on) => change(on, labels()),
  milestone: (on) => change(on, milestone()),
  draft: (on) => change(on, draft()),
  squash: (on) => change(on, squash()),
  branch: (on) => change(on, removal()),
};

/** Asks for a fact and changes it. */
export const editFact = async (on: ActedOn, fact: FactName): Promise<void> => {
  requireWriting(on.subject.open.account);
  await edits[fact](on);
};

const squashRule = ({ project }: OpenProject): string | undefined => squashRuleMessage(project.squash_option);

export const switchViews = (open: OpenProject, mergeRequest: MergeRequestDetail): MergeRequestView['switches'] => {
  if (mergeRequest.state !== 'opened') return [];
  const view = (fact: FactName, { label, read, text }: Detail<boolean>, rule?: string) => {
    return { fact, label, words: rule ?? text(read(mergeRequest)) };
  };
  return [view('draft', draft()), view('squash', squash(), squashRule(open)), view('branch', removal())];
};

/** Facts that the user may change. Without the role of a Developer, authors may not change people, labels and milestone. */
export const editableFacts = (
  open: OpenProject,
  { author, state }: MergeRequestDetail,
  isDeveloper: boolean,
): readonly FactName[] => {
  const { account, project } = open;
  const may = isDeveloper || author?.id === account.userId;
  if (!may || project.archived === true || mayWrite(account) === false) return [];
  if (!['opened', 'closed', 'merged'].includes(state)) return [];
  return [
    'text',
    ...(isDeveloper ? (['assignees', 'reviewers', 'labels', 'milestone'] as const) : []),
    ...(state === 'opened' ? (['target', 'draft', 'branch'] as const) : []),
    ...(state === 'opened' && squashRule(open) === undefined ? (['squash'] as const) : []),
  ];
};

/** The role is that of a Developer or a higher one; an unreadable role is left to the server. */
export const readIsDeveloper = ({ account, client, project }: OpenProject, signal: AbortSignal): Promise<boolean> =>
  ownRole(client, project, account.userId, { signal }).then(
    (role) => includesRole(role, roles.developer) !== false,
    () => !signal.aborted,
  );
