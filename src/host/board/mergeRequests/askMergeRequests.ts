import * as vscode from '../../vscode.ts';
import { projectFilePath } from '../../../model/backports/projectFile.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { inOneLine, shortSha } from '../../kit/words/format.ts';
import type { Summary, SummaryRow } from '../../kit/questions/summary.ts';
import { squashRuleMessage } from '../../kit/words/squashRule.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { trailersNote } from '../messages.ts';
import {
  plansOf,
  proposedSource,
  readExisting,
  type MergeRequestAnswers,
  type MergeRequestTarget,
  splitTargets,
} from './plans.ts';
import {
  firstMistake,
  originMessage,
  type MergeRequestChoice,
  type MergeRequestFile,
  type MergeRequestOrigins,
  unusedFileMessage,
} from './settings.ts';

/** Input of the questions about merge requests. */
export interface Asking {
  readonly open: OpenProject;
  readonly targets: readonly MergeRequestTarget[];
  readonly originals: ReadonlyMap<string, MergeRequest>;
  /** The project file, and the initial values from it and the settings. */
  readonly file: MergeRequestFile;
  readonly settings: MergeRequestChoice;
}

/** One part per merge request, with a unique branch name by the template and the branch that has it already. */
export const namedParts = async (
  { open, targets, originals }: Pick<Asking, 'open' | 'targets' | 'originals'>,
  { template, isOneEach }: Pick<MergeRequestAnswers, 'template' | 'isOneEach'>,
  signal?: AbortSignal,
): Promise<MergeRequestAnswers['parts']> => {
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

const isTaken = ({ existing, isUsed }: MergeRequestAnswers['parts'][number]): boolean =>
  existing !== undefined && !isUsed;

/** Preview of everything that will be created. */
export const mergeRequestSummary = (asking: Asking, answers: MergeRequestAnswers): Summary<string> => {
  const { many, t } = vscode.l10n;
  const { parts } = answers;
  const { project, account } = asking.open;
  const plans = plansOf(answers, asking.originals, account.userId);
  const [first] = plans;
  const taken = parts.filter(isTaken);
  const hasOriginals = asking.originals.size > 0;
  const hasCommits = parts.some(({ commits }) => commits.length > 0);
  const onOff = (isOn: boolean): string => (isOn ? t('Yes') : t('No'));
  const description = first?.details.description ?? '';
  const { origins } = answers;
  const from = (part: keyof MergeRequestOrigins): string => originMessage(origins[part]);
  const mistake = unusedFileMessage(asking.file);
  const several = asking.targets.some(({ commits }) => commits.length > 1);
  const rows: SummaryRow<string>[] = [
    ...parts.map((part, index) => ({ part: `branch ${index}`, icon: 'git-branch', ...partRow(part, from('branch')) })),
    {
      part: 'title',
      icon: 'edit',
      label: t('Title'),
      value: first?.details.title ?? '',
      detail: facts(t('Template: {0}', answers.template.title), from('title')),
    },
    {
      part: 'description',
      icon: 'note',
      label: t('Description'),
      value: description === '' ? t('None') : (description.split('\n', 1)[0] ?? ''),
      detail: facts(from('description'), inOneLine(description.split('\n').slice(1).join('\n'))),
    },
    {
      part: 'labels',
      icon: 'tag',
      label: t('Labels'),
      value: facts(
        answers.labels.length === 0 ? t('None') : answers.labels.join(', '),
        from('labels'),
        hasTaken(asking, answers) ? t('with those of the original merge request') : '',
      ),
    },
    {
      part: 'removesSource',
      label: t('Delete the new branch after merging'),
      value: facts(onOff(answers.removesSource), from('removesSource')),
      isSwitch: true,
    },
    {
      part: 'squash',
      label: t('Squash commits when merging'),
      value: facts(onOff(answers.squash), from('squash')),
      detail: squashRuleMessage(project.squash_option),
      isSwitch: true,
    },
    {
      part: 'assignsMe',
      label: t('Assign to me'),
      value: facts(onOff(answers.assignsMe), from('assignsMe')),
      isSwitch: true,
    },
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
            value: facts(onOff(answers.comments), from('comments')),
            isSwitch: true,
          },
        ]
      : []),
    ...(firstMistake(asking.file) === undefined
      ? []
      : [
          { part: 'file', icon: 'go-to-file', label: t('Open {0}', projectFilePath), value: t('at the first mistake') },
        ]),
  ];
  return {
    title: t('Create Merge Requests in {0}', project.path_with_namespace),
    placeholder: t('Press Enter to create them, or select a row to change it'),
    start: {
      label: many(parts.length, 'Create {0} Merge Request', 'Create {0} Merge Requests'),
      value: t('as {0}', account.username),
      icon: 'git-pull-request-create',
      detail: hasCommits
        ? t('For each: create the branch, test and add its commits, open the merge request')
        : t('The branch is there; only the merge request is new'),
      isBlocked: taken.length > 0,
    },
    rows,
    warnings: [
      ...(mistake === undefined ? [] : [mistake]),
      ...taken.map(({ source }) => t('There is a branch {0} already: select its row', source)),
      ...parts
        .filter(({ isTested }) => !isTested)
        .map(({ target }) => t('{0}: no dry run yet, because you may not push there', target)),
      ...trailersNote(parts.flatMap(({ action, commits }) => (action === 'cherryPick' ? commits : []))),
    ],
  };
};

const facts = (...known: readonly string[]): string => known.filter((words) => words !== '').join(' · ');

/** True if labels of the original merge requests were added automatically. */
const hasTaken = ({ originals, settings }: Asking, { labels, origins }: MergeRequestAnswers): boolean =>
  origins.labels !== 'asked' &&
  [...originals.values()].some((original) =>
    (original.labels ?? []).some((label) => labels.includes(label) && !settings.labels.includes(label)),
  );

const partRow = (
  part: MergeRequestAnswers['parts'][number],
  origin: string,
): Pick<SummaryRow<string>, 'label' | 'value' | 'detail'> => {
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
      existing === undefined
        ? facts(commits, origin === '' ? '' : t('branch name: {0}', origin))
        : isUsed
          ? `${used} ${commits}`
          : t('There is a branch of this name already.'),
  };
};
