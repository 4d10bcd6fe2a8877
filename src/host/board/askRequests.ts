import * as vscode from '../vscode.ts';
import { refNameProblem } from '../../model/refName.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { askText } from '../kit/askText.ts';
import { shortSha } from '../kit/format.ts';
import { pickRow } from '../kit/pickRow.ts';
import type { Review, ReviewRow } from '../kit/review.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import {
  plansOf,
  proposedSource,
  readExisting,
  type RequestAnswers,
  type RequestTarget,
  splitTargets,
} from './requestPlans.ts';

/** What questions about merge requests work with. */
export interface Asking {
  readonly open: OpenProject;
  readonly targets: readonly RequestTarget[];
  readonly originals: ReadonlyMap<string, MergeRequest>;
}

/** Parts with the names the template gives them, and what is under these names. */
export const namedParts = async (
  { open, targets, originals }: Asking,
  { template, isOneEach }: Pick<RequestAnswers, 'template' | 'isOneEach'>,
  signal?: AbortSignal,
): Promise<RequestAnswers['parts']> => {
  const names = new Set<string>();
  const parts = splitTargets(targets, isOneEach).map((part) => {
    const proposed = proposedSource(template, part, originals);
    let source = proposed;
    for (let number = 2; names.has(source); number += 1) source = `${proposed}-${number}`;
    names.add(source);
    return { ...part, source };
  });
  return Promise.all(
    parts.map(async (part) => ({ ...part, existing: await readExisting(open, part, signal), isUsed: false })),
  );
};

const isTaken = ({ existing, isUsed }: RequestAnswers['parts'][number]): boolean => existing !== undefined && !isUsed;

/** All that will be made, to be looked at and changed before it is. */
export const requestReview = (asking: Asking, answers: RequestAnswers): Review<string> => {
  const { t } = vscode.l10n;
  const { parts } = answers;
  const { project, account } = asking.open;
  const plans = plansOf(answers, asking.originals, account.userId);
  const [first] = plans;
  const taken = parts.filter(isTaken);
  const hasOriginals = asking.originals.size > 0;
  const hasCommits = parts.some(({ commits }) => commits.length > 0);
  const onOff = (isOn: boolean): string => (isOn ? t('Yes') : t('No'));
  const description = first?.details.description ?? '';
  const several = asking.targets.some(({ commits }) => commits.length > 1);
  const rows: ReviewRow<string>[] = [
    ...parts.map((part, index) => ({ part: `branch ${index}`, icon: 'git-branch', ...partRow(part) })),
    {
      part: 'title',
      icon: 'edit',
      label: t('Title'),
      value: first?.details.title ?? '',
      detail: t('Template: {0}', answers.template.title),
    },
    {
      part: 'description',
      icon: 'note',
      label: t('Description'),
      value: description === '' ? t('None') : (description.split('\n', 1)[0] ?? ''),
      detail: description.split('\n').slice(1).join(' ⏎ ').slice(0, 400),
    },
    {
      part: 'labels',
      icon: 'tag',
      label: t('Labels'),
      value: answers.labels.length === 0 ? t('None') : answers.labels.join(', '),
    },
    {
      part: 'removesSource',
      label: t('Delete the new branch after merging'),
      value: onOff(answers.removesSource),
      isSwitch: true,
    },
    { part: 'squash', label: t('Squash commits when merging'), value: onOff(answers.squash), isSwitch: true },
    { part: 'assignsMe', label: t('Assign to me'), value: onOff(answers.assignsMe), isSwitch: true },
    ...(several
      ? [
          {
            part: 'isOneEach',
            label: t('One merge request for each commit'),
            value: onOff(answers.isOneEach),
            isSwitch: true,
          },
        ]
      : []),
    ...(hasOriginals
      ? [
          {
            part: 'takesOver',
            label: t('Same milestone and reviewers as the original merge request'),
            value: onOff(answers.takesOver),
            isSwitch: true,
          },
          {
            part: 'comments',
            label: t('Comment on the original merge request with links to the new ones'),
            value: onOff(answers.comments),
            isSwitch: true,
          },
        ]
      : []),
  ];
  return {
    title: t('Create Merge Requests in {0}', project.path_with_namespace),
    placeholder: t('Press Enter to create them, or select a row to change it'),
    start: {
      label: parts.length === 1 ? t('Create 1 Merge Request') : t('Create {0} Merge Requests', parts.length),
      value: t('as {0}', account.username),
      icon: 'git-pull-request-create',
      detail: hasCommits
        ? t('A new branch each, the commits after a dry run, then the merge request')
        : t('The branch is there; only the merge request is new'),
      isBlocked: taken.length > 0,
    },
    rows,
    warnings: [
      ...taken.map(({ source }) => t('There is a branch {0} already: select its row', source)),
      ...parts
        .filter(({ isTested }) => !isTested)
        .map(({ target }) => t('{0}: no dry run yet, because you may not push there', target)),
    ],
  };
};

const partRow = (part: RequestAnswers['parts'][number]): Pick<ReviewRow<string>, 'label' | 'value' | 'detail'> => {
  const { t } = vscode.l10n;
  const { existing, isUsed } = part;
  const commits = part.commits.map(({ sha, title }) => `${shortSha(sha)} ${title}`).join(', ');
  const used =
    existing?.request === undefined
      ? t('Uses the branch that is there.')
      : t('Uses the branch that is there and its merge request !{0}.', existing.request.iid);
  return {
    label: part.target,
    value: `← ${part.source}`,
    detail:
      existing === undefined ? commits : isUsed ? `${used} ${commits}` : t('There is a branch of this name already.'),
  };
};

/** The answers after a part was asked for again. */
export const changeRequests = async (
  asking: Asking,
  answers: RequestAnswers,
  part: string,
): Promise<RequestAnswers> => {
  const { t } = vscode.l10n;
  const { template } = answers;
  switch (part) {
    case 'removesSource':
    case 'squash':
    case 'assignsMe':
    case 'takesOver':
    case 'comments':
      return { ...answers, [part]: !answers[part] };
    case 'isOneEach': {
      const next = { ...answers, isOneEach: !answers.isOneEach };
      return { ...next, parts: await namedParts(asking, next) };
    }
    case 'title': {
      const title = await askText({
        title: t('Title of the Merge Request'),
        prompt: t('{branch} is the target branch, {title} the title of the original. Also: {sha}, {original}.', {
          branch: '{branch}',
          title: '{title}',
          sha: '{sha}',
          original: '{original}',
        }),
        value: template.title,
        problem: (text) => (text === '' ? t('Enter a title.') : undefined),
      });
      return title === undefined ? answers : { ...answers, template: { ...template, title } };
    }
    case 'description': {
      const description = await chooseDescription(asking, answers);
      return description === undefined ? answers : { ...answers, template: { ...template, description } };
    }
    case 'labels': {
      const labels = await askText({
        title: t('Labels'),
        prompt: t('Names with commas between them'),
        value: answers.labels.join(', '),
        problem: () => undefined,
      });
      return labels === undefined ? answers : { ...answers, labels: labelsOf(labels) };
    }
    default:
      return changeBranch(asking, answers, Number(part.replace('branch ', '')));
  }
};

const labelsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');

const chooseDescription = async (asking: Asking, answers: RequestAnswers): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const { account } = asking.open;
  const shown = (description: string): string => {
    const [plan] = plansOf(
      { ...answers, template: { ...answers.template, description } },
      asking.originals,
      account.userId,
    );
    return (plan?.details.description ?? '').split('\n').join(' ⏎ ').slice(0, 400);
  };
  const row = (label: string, description: string) => ({ label, detail: shown(description), value: description });
  const choices = [
    row(
      t('As the Settings Say'),
      vscode.workspace.getConfiguration('graft.mergeRequests', asking.open.root).get('description', ''),
    ),
    row(t('List of Commits'), '{commits}'),
    row(t('Original Description'), '{original}\n\n{description}'),
    row(t('None'), ''),
  ];
  const chosen = await pickRow(choices, {
    title: t('Description of the Merge Request'),
    placeholder: t('Choose what it says; the text can be edited on the server later'),
    active: choices.find(({ value }) => value === answers.template.description),
  });
  return chosen?.value;
};

const changeBranch = async (asking: Asking, answers: RequestAnswers, index: number): Promise<RequestAnswers> => {
  const { t } = vscode.l10n;
  const part = answers.parts[index];
  if (part === undefined) return answers;
  const put = (change: Partial<typeof part>): RequestAnswers => ({
    ...answers,
    parts: answers.parts.map((each, at) => (at === index ? { ...each, ...change } : each)),
  });
  const { existing, source, target } = part;
  if (existing !== undefined) {
    const use = {
      label: t('Use the Branch {0}', source),
      detail:
        existing.request === undefined
          ? t('The commits are added on top of {0}.', shortSha(existing.tip))
          : t(
              'The commits are added on top of {0}; its merge request !{1} gets them.',
              shortSha(existing.tip),
              existing.request.iid,
            ),
    };
    const rename = { label: t('Choose Another Name…') };
    const chosen = await pickRow([use, rename], {
      title: target,
      placeholder: t('There is a branch {0} already', source),
    });
    if (chosen === undefined) return answers;
    if (chosen === use) return put({ isUsed: true });
  }
  const name = await askText({
    title: t('New Branch for {0}', target),
    prompt: t('The commits go onto this branch, and the merge request asks to merge it into {0}.', target),
    value: source,
    problem(text) {
      if (refNameProblem(text) !== undefined) return t('“{0}” is not a valid branch name.', text);
      if (text === target) return t('This is the target branch.');
      const isDouble = answers.parts.some((other, at) => at !== index && other.source === text);
      return isDouble ? t('Another merge request has this branch.') : undefined;
    },
  });
  if (name === undefined) return answers;
  return put({ source: name, existing: await readExisting(asking.open, { source: name, target }), isUsed: false });
};
