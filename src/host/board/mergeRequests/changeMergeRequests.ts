import * as vscode from '../../vscode.ts';
import { askText } from '../../kit/questions/askText.ts';
import { branchNameProblem } from '../../kit/questions/branchNameProblem.ts';
import { inOneLine, shortSha } from '../../kit/words/format.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { openProjectFile } from '../../kit/pages/projectFile.ts';
import { type Asking, namedParts } from './askMergeRequests.ts';
import { plansOf, readExisting, type MergeRequestAnswers } from './plans.ts';
import { firstMistake } from './settings.ts';

/** Asks for one part again; returns the changed answers. */
export const changeMergeRequests = async (
  asking: Asking,
  answers: MergeRequestAnswers,
  part: string,
): Promise<MergeRequestAnswers> => {
  const { t } = vscode.l10n;
  const { template } = answers;
  switch (part) {
    case 'removesSource':
    case 'squash':
    case 'assignsMe':
    case 'takesOver':
    case 'comments':
      return { ...changed(answers, part), [part]: !answers[part] };
    case 'file': {
      const mistake = firstMistake(asking.file);
      if (mistake !== undefined) await openProjectFile(asking.open, mistake.commit, mistake.problem);
      return answers;
    }
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
      return title === undefined ? answers : { ...changed(answers, part), template: { ...template, title } };
    }
    case 'description': {
      const description = await chooseDescription(asking, answers);
      return description === undefined
        ? answers
        : { ...changed(answers, part), template: { ...template, description } };
    }
    case 'labels': {
      const labels = await askText({
        title: t('Labels'),
        prompt: t('Names with commas between them'),
        value: answers.labels.join(', '),
        problem: () => undefined,
      });
      return labels === undefined ? answers : { ...changed(answers, part), labels: labelsOf(labels) };
    }
    default:
      return changeBranch(asking, answers, Number(part.replace('branch ', '')));
  }
};

const changed = (answers: MergeRequestAnswers, part: string): MergeRequestAnswers => ({
  ...answers,
  origins: part in answers.origins ? { ...answers.origins, [part]: 'asked' } : answers.origins,
});

const labelsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');

const chooseDescription = async (asking: Asking, answers: MergeRequestAnswers): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const { account } = asking.open;
  const shown = (description: string): string => {
    const [plan] = plansOf(
      { ...answers, template: { ...answers.template, description } },
      asking.originals,
      account.userId,
    );
    return inOneLine(plan?.details.description ?? '');
  };
  const row = (label: string, description: string) => ({ label, detail: shown(description), value: description });
  const choices = [
    row(t('As It Was Set Up'), asking.settings.template.description),
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

const changeBranch = async (
  asking: Asking,
  answers: MergeRequestAnswers,
  index: number,
): Promise<MergeRequestAnswers> => {
  const { t } = vscode.l10n;
  const part = answers.parts[index];
  if (part === undefined) return answers;
  const put = (change: Partial<typeof part>): MergeRequestAnswers => ({
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
      const bad = branchNameProblem(text);
      if (bad !== undefined) return bad;
      if (text === target) return t('This is the target branch.');
      const isDouble = answers.parts.some((other, at) => at !== index && other.source === text);
      return isDouble ? t('Another merge request has this branch.') : undefined;
    },
  });
  if (name === undefined) return answers;
  const named = put({
    source: name,
    existing: await readExisting(asking.open, { source: name, target }),
    isUsed: false,
  });
  return changed(named, 'branch');
};
