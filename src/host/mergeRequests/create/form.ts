import * as vscode from '../../vscode.ts';
import { eachPage, everyItem } from '../../../client/eachPage.ts';
import { partsOfText, readTemplate, type ServerBranch } from '../../../model/mergeRequests/creating.ts';
import { titleAs } from '../../../model/mergeRequests/writing.ts';
import { listMilestones } from '../../../wire/planning.ts';
import { listBranches } from '../../../wire/projects.ts';
import { targetRows } from '../../kit/questions/branchRow.ts';
import { choosePeople, peopleText } from '../../kit/questions/choosePeople.ts';
import { inOneLine, visibleLabel } from '../../kit/words/format.ts';
import { lastUsedBranches } from '../../kit/questions/lastUsedBranches.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { cancellable } from '../../kit/progress.ts';
import type { Summary, SummaryRow } from '../../kit/questions/summary.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import { squashRuleMessage } from '../../kit/words/squashRule.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { chooseLabels } from '../chooseLabels.ts';
import type { Form } from './forms.ts';
import type { Apart, OwnBranch, OwnChanges } from './ownBranch.ts';

/** A form's branch and projects, as read on opening. */
export interface Subject {
  readonly open: OpenProject;
  /** Target project. */
  readonly into: OpenProject;
  readonly memento: vscode.Memento;
  readonly branch: OwnBranch;
  readonly server: ServerBranch;
  /** Undefined if the server lacks the branch or the clone lacks its tip. */
  readonly apart: Apart | undefined;
}

/** `changes`: undefined if the clone lacks the target branch. */
export interface Answers {
  readonly subject: Subject;
  readonly form: Form;
  readonly changes: OwnChanges | undefined;
}

export type Part =
  | 'text'
  | 'template'
  | 'into'
  | 'target'
  | 'changes'
  | 'isDraft'
  | 'labels'
  | 'milestone'
  | 'assignees'
  | 'reviewers'
  | 'squash'
  | 'removesSource'
  | 'isCollaborative';

/** Number of commits to push; undefined for a new branch. */
export const toPush = ({ server, apart }: Subject): number | undefined =>
  server.tip === undefined ? undefined : (apart?.ahead ?? 0);

/** Review of everything to be sent. */
export const formSummary = ({ subject, form, changes }: Answers): Summary<Part> => {
  const { many, t } = vscode.l10n;
  const { open, into, server, branch } = subject;
  const isFork = into.project.id !== open.project.id;
  const isSame = form.source === form.target && !isFork;
  const { title, description } = partsOfText(form.text);
  const none = t('none');
  const rule = squashRuleMessage(into.project.squash_option);
  const ahead = toPush(subject);
  const row = (part: Part, icon: string, label: string, value: string, detail?: string): SummaryRow<Part> => ({
    part,
    icon,
    label,
    value,
    detail,
  });
  const toggle = (part: Part, label: string, isOn: boolean, detail?: string): SummaryRow<Part> => {
    const value = isOn ? t('Yes') : t('No');
    return { part, label, value, detail, isSwitch: true };
  };
  const allows = t('Allow commits from members who can merge to the target branch');
  const rows: SummaryRow<Part>[] = [
    row('text', 'edit', t('Title and Description'), title, inOneLine(description)),
    ...(server.templates?.length ? [row('template', 'note', t('Description Template'), t('Choose…'))] : []),
    ...(open.project.forked_from_project
      ? [row('into', 'repo-forked', t('Target Project'), into.project.path_with_namespace)]
      : []),
    row('target', 'git-branch', t('Target Branch'), form.target),
    row('changes', 'diff-multiple', t('Changes'), changesText(changes, isFork), t('Select to compare the branches')),
    toggle('isDraft', t('Draft'), form.isDraft),
    row('reviewers', 'person', t('Reviewers'), peopleText(form.reviewers)),
    row('assignees', 'account', t('Assignees'), peopleText(form.assignees)),
    row('labels', 'tag', t('Labels'), form.labels.join(', ') || none),
    row('milestone', 'milestone', t('Milestone'), form.milestone?.title ?? none),
    toggle('removesSource', t('Delete the branch after merging'), form.removesSource),
    toggle('squash', t('Squash commits when merging'), form.squash, rule),
    ...(server.mayCollaborate ? [toggle('isCollaborative', allows, form.isCollaborative !== false)] : []),
  ];
  const { behind = 0 } = subject.apart ?? {};
  return {
    title: t('New Merge Request in {0}', into.project.path_with_namespace),
    placeholder: t('Press Enter to create it, or select a row to change it'),
    start: {
      label: t('Create Merge Request'),
      value: `${form.source} → ${form.target}`,
      icon: 'git-pull-request-create',
      detail:
        ahead === undefined
          ? t('Pushes the new branch to {0} first, then creates it as {1}', branch.remote, open.account.username)
          : ahead > 0
            ? many(
                ahead,
                'Pushes {0} commit to {1} first, then creates it as {2}',
                'Pushes {0} commits to {1} first, then creates it as {2}',
                branch.remote,
                open.account.username,
              )
            : t('as {0}', open.account.username),
      isBlocked: title === '' || isSame,
    },
    rows,
    warnings: [
      ...(title === '' ? [t('Enter a title: select its row')] : []),
      ...(isSame ? [t('A branch cannot be merged into itself: choose another target')] : []),
      ...(changes?.commits.length === 0 ? [t('{0} has no commit that {1} lacks', form.source, form.target)] : []),
      ...(server.tip !== undefined && subject.apart === undefined
        ? [t('The server has commits of {0} that your clone lacks: pull first', form.source)]
        : []),
      ...(behind > 0
        ? [many(behind, 'The server has {0} commit more: pull first', 'The server has {0} commits more: pull first')]
        : []),
      ...(server.isDeveloper
        ? []
        : [
            t(
              'You are no Developer of {0}: the server may ignore people, labels and milestone',
              into.project.path_with_namespace,
            ),
          ]),
      ...server.open.map(({ iid, target_branch: target }) => t('!{0} already asks to merge it into {1}', iid, target)),
    ],
  };
};

const changesText = (changes: OwnChanges | undefined, isFork: boolean): string => {
  const { many, t } = vscode.l10n;
  if (changes === undefined && isFork)
    return t('unknown: your clone lacks the target branch, fetch it from its project');
  if (changes === undefined) return t('unknown: your clone lacks the target branch');
  const { commits, files } = changes;
  return [
    many(commits.length, '{0} commit', '{0} commits'),
    many(files.length, '{0} file', '{0} files'),
    ...commits.slice(0, 3).map(({ title }) => title),
  ].join(' · ');
};

/** Title with the draft prefix. */
export const titleOf = ({ text, isDraft }: Form): string =>
  isDraft ? titleAs(partsOfText(text).title, 'draft') : partsOfText(text).title;

/** Asks for a part; the same form when cancelled. */
export const changeForm = async (
  { subject, form, changes }: Answers,
  part: Exclude<Part, 'text' | 'changes'>,
): Promise<Form> => {
  const { t } = vscode.l10n;
  const { open, into } = subject;
  const { client, project } = into;
  const own = project.id === open.project.id ? form.source : undefined;
  switch (part) {
    case 'isDraft':
    case 'removesSource':
      return { ...form, [part]: !form[part] };
    case 'isCollaborative':
      return { ...form, isCollaborative: form.isCollaborative === false };
    case 'into':
      return chooseInto(subject, form);
    case 'squash':
      return squashRuleMessage(project.squash_option) === undefined ? { ...form, squash: !form.squash } : form;
    case 'assignees':
      return { ...form, assignees: [...(await choose(subject, t('Assignees'), form.assignees))] };
    case 'reviewers':
      return { ...form, reviewers: [...(await choose(subject, t('Reviewers'), form.reviewers, changes?.owners))] };
    case 'target':
      return { ...form, target: (await chooseTarget(into, subject.memento, own)) ?? form.target };
    case 'template': {
      const names = subject.server.templates ?? [];
      const rows = names.map((name) => ({ label: visibleLabel(name), name }));
      const row = await pickRow(rows, {
        title: t('Description Template'),
        placeholder: t('It replaces the description'),
      });
      if (row === undefined) return form;
      const content = await readTemplate(client, project.id, row.name);
      return { ...form, text: `${partsOfText(form.text).title}\n\n${content.trim()}` };
    }
    case 'labels': {
      const chosen = { owner: project.path_with_namespace, title: t('Labels'), current: form.labels };
      const labels = await chooseLabels(into, chosen);
      return labels === undefined ? form : { ...form, labels: [...labels] };
    }
    case 'milestone': {
      const chosen = await chooseMilestone(into);
      return chosen === undefined ? form : { ...form, milestone: chosen.id === 0 ? undefined : chosen };
    }
  }
};

/** Asks for an active milestone; id 0 for none, undefined when cancelled. */
export const chooseMilestone = async ({ client, project }: OpenProject): Promise<Form['milestone']> => {
  const { t } = vscode.l10n;
  const known = await cancellable(t('Reading the milestones of {0}…', project.path_with_namespace), (signal) =>
    everyItem(eachPage(client, listMilestones, { id: project.id, per_page: 100 }, { signal })),
  );
  if (known === undefined) return undefined;
  const rows = [
    { label: t('None'), milestone: { id: 0, title: '' } },
    ...known
      .filter(({ state }) => state === 'active')
      .map(({ id, title, due_date: due }) => ({
        label: visibleLabel(title),
        description: due ?? '',
        milestone: { id, title },
      })),
  ];
  return (await pickRow(rows, { title: t('Milestone'), placeholder: t('Select its milestone') }))?.milestone;
};

const choose = (
  { into, memento }: Subject,
  title: string,
  before: Form['reviewers'],
  owners: readonly string[] = [],
): ReturnType<typeof choosePeople<Form['reviewers'][number]>> =>
  choosePeople(into, into.project.id, { title, adding: title, before, memento, owners });

/** Asks for the target project; what the other one does not have is reset. */
const chooseInto = async ({ open, into }: Subject, form: Form): Promise<Form> => {
  const { t } = vscode.l10n;
  const { id, path_with_namespace: path, forked_from_project: parent } = open.project;
  const projects = [...(parent ? [parent] : []), { id, path_with_namespace: path }];
  const rows = projects.map((one) => ({ label: visibleLabel(one.path_with_namespace), id: one.id }));
  const row = await pickRow(rows, { title: t('Target Project'), placeholder: t('Select the project to merge into') });
  if (row === undefined || row.id === into.project.id) return form;
  return { ...form, into: row.id, target: '', labels: [], milestone: undefined, reviewers: [] };
};

/** Asks for the target branch, without a source branch of the same project; undefined when cancelled. */
export const chooseTarget = async (
  open: OpenProject,
  memento: vscode.Memento,
  source: string | undefined,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const lastUsed = lastUsedBranches(memento, open);
  const chosen = await searchPick<string>({
    title: t('Target Branch'),
    placeholder: t('Target branch in {0}: type to search', open.project.path_with_namespace),
    empty: (text) => (text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text)),
    search: async (text, signal) => {
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listBranches, parameters, { signal });
      const others = items.filter(({ name }) => name !== source);
      return targetRows(others, lastUsed.get(), {}).map(({ name, ...row }) => ({ ...row, value: name }));
    },
  });
  if (chosen !== undefined) await lastUsed.add([chosen]);
  return chosen;
};
