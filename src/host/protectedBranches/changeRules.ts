import * as vscode from 'vscode';
import { requestFailure } from '../../client/errors.ts';
import { covers, isWildcard } from '../../model/branchPattern.ts';
import { differences, needsPremium, stateOf } from '../../model/protectionChange.ts';
import { readRule } from '../../model/protectionWriting.ts';
import { refNameProblem } from '../../model/refName.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { listProtectedBranches, type ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { App } from '../app.ts';
import { visible, visibleLabel } from '../format.ts';
import { cancellable } from '../progress.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { requireProject } from '../project/requireProject.ts';
import { searchPick } from '../searchPick.ts';
import { editRule, newRule } from './editRule.ts';
import { branchesCovered, type Matches, matchWords } from './matches.ts';
import { carryOut, type RuleChange } from './ruleOutcome.ts';
import { differenceLine, listWords, ruleLines } from './ruleWords.ts';
import { premiumRules } from './tier.ts';

/** Protects a branch, or all that match a wildcard (P3). */
export const protect = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(app);
  if (!open) return;
  const chosen = await chooseWhat(open);
  if (!chosen) return;
  const former = await cancellable(t('Reading the rules…'), (signal) =>
    readRule({ client: open.client, project: open.project.id }, chosen.name, { signal }).then((rule) => ({ rule })),
  );
  if (!former) return;
  if (former.rule) {
    await offerToEdit(chosen.name);
    return;
  }
  const premium = await cancellable(t('Asking what the server takes…'), (signal) => premiumRules(app, open, signal));
  if (premium === undefined) return;
  const wanted = await editRule(open, undefined, newRule(chosen.name, premium), premium);
  if (!wanted || !(await confirmed(app, open, { kind: 'create', wanted }, chosen.matches))) return;
  try {
    await carryOut(app, open, { kind: 'create', wanted });
  } catch (error) {
    if (requestFailure(error)?.status !== 409) throw error;
    await offerToEdit(wanted.name);
  }
};

/** Changes a rule (P4): the one of the row, or one that is chosen. */
export const edit = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const found = await requireRule(app, argument, t('Edit Protection Rule'));
  if (!found) return;
  const { open, rule } = found;
  if (rule.inherited === true) return sayInherited(open, rule);
  const premium = await cancellable(t('Asking what the server takes…'), (signal) => premiumRules(app, open, signal));
  if (premium === undefined) return;
  const before = stateOf(rule);
  const wanted = await editRule(open, before, before, premium);
  if (!wanted) return;
  const kind = premium === 'ignored' && needsPremium(differences(before, wanted)) ? 'replace' : 'change';
  const change = { kind, before: rule, wanted } as const;
  if (await confirmed(app, open, change, undefined)) await carryOut(app, open, change);
};

/** Removes a rule (P5): the one of the row, or one that is chosen. */
export const unprotect = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const found = await requireRule(app, argument, t('Unprotect'));
  if (!found) return;
  const { open, rule } = found;
  if (rule.inherited === true) return sayInherited(open, rule);
  const matches = await cancellable(t('Reading the branches of the rule…'), (signal) =>
    branchesCovered(open, rule.name, signal),
  );
  if (matches && (await confirmed(app, open, { kind: 'remove', before: rule }, matches))) {
    await carryOut(app, open, { kind: 'remove', before: rule });
  }
};

/** A branch or wildcard, with a live list of the branches it covers. */
const chooseWhat = (open: OpenProject): Promise<{ readonly name: string; readonly matches: Matches } | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<{ readonly name: string; readonly matches: Matches }>({
    title: t('Protect Branches'),
    placeholder: t('Name of a branch, or a wildcard such as release/*'),
    empty: (text) =>
      text === ''
        ? t('The project has no branches.')
        : t('“{0}” cannot be the name of a branch, nor a wildcard.', text),
    search: async (text, signal) => {
      const problem = text === '' ? undefined : refNameProblem(text.replaceAll('*', 'x'));
      if (problem !== undefined) return [];
      // without a sign of a wildcard the text is also a beginning to choose from
      const matches = await branchesCovered(open, text === '' ? '*' : text, signal);
      const own = { name: text, matches };
      const offered =
        text === '' || isWildcard(text)
          ? matches.names
          : (await branchesCovered(open, `*${text}*`, signal)).names.filter((name) => name !== text);
      return [
        ...(text === ''
          ? []
          : [
              {
                label: `$(${isWildcard(text) ? 'regex' : 'shield'}) ${t('Protect {0}', visibleLabel(text))}`,
                detail: visibleLabel(matchWords(text, matches)),
                value: own,
              },
            ]),
        ...offered.slice(0, 100).map((name) => ({
          label: visibleLabel(name),
          description: isWildcard(text) ? t('covered by the wildcard') : '',
          value: { name, matches: { names: [name], more: false } },
        })),
      ];
    },
  });
};

/** Shows a change before it is sent: before and after, in plain words. */
const confirmed = async (
  app: App,
  open: OpenProject,
  change: RuleChange,
  matches: Matches | undefined,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const name = visible('wanted' in change ? change.wanted.name : change.before.name);
  const words: Readonly<Record<RuleChange['kind'], { readonly question: string; readonly button: string }>> = {
    create: { question: t('Protect {0} in {1}?', name, open.project.path_with_namespace), button: t('Protect') },
    change: { question: t('Change the rule {0}?', name), button: t('Save') },
    replace: { question: t('Replace the rule {0}?', name), button: t('Replace') },
    remove: { question: t('Remove the protection of {0}?', name), button: t('Unprotect') },
  };
  const { question, button } = words[change.kind];
  const rule = 'wanted' in change ? change.wanted.name : change.before.name;
  const detail = [
    ...changeLines(change),
    ...(matches ? ['', matchWords(rule, matches)] : []),
    ...overlapLines(app, rule),
  ];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail: detail.join('\n') }, button);
  return answer === button;
};

const changeLines = (change: RuleChange): readonly string[] => {
  const { t } = vscode.l10n;
  switch (change.kind) {
    case 'create':
      return ruleLines(change.wanted);
    case 'change':
      return differences(stateOf(change.before), change.wanted).map(differenceLine);
    case 'replace':
      return [
        ...differences(stateOf(change.before), change.wanted).map(differenceLine),
        '',
        t(
          'This server changes levels only by removing the rule and creating it again. In between, the branch is not protected.',
        ),
      ];
    case 'remove':
      return [
        ...ruleLines(stateOf(change.before)),
        '',
        t('Afterwards everybody who may push to the project may push there, unless another rule covers it.'),
      ];
  }
};

/** The rule of a row or of a name, read anew; without one the user chooses. */
const requireRule = async (
  app: App,
  argument: unknown,
  title: string,
): Promise<{ readonly open: OpenProject; readonly rule: ProtectedBranch } | undefined> => {
  const { t } = vscode.l10n;
  const open = isRuleItem(argument) ? argument.open : await requireProject(app);
  if (!open) return undefined;
  const name = isRuleItem(argument) ? argument.rule.name : typeof argument === 'string' ? argument : undefined;
  if (name === undefined) {
    const rule = await chooseRule(open, title);
    return rule && { open, rule };
  }
  const read = await cancellable(t('Reading the rule {0}…', visible(name)), (signal) =>
    readRule({ client: open.client, project: open.project.id }, name, { signal }).then((rule) => ({ rule })),
  );
  if (!read) return undefined;
  if (read.rule) return { open, rule: read.rule };
  void vscode.window.showWarningMessage(t('The rule {0} is gone: somebody else has removed it.', visible(name)));
  await app.protectedBranches.refresh();
  return undefined;
};

const chooseRule = (open: OpenProject, title: string): Promise<ProtectedBranch | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<ProtectedBranch>({
    title,
    placeholder: t('Rule in {0}: type to search', open.project.path_with_namespace),
    empty: (text) => (text === '' ? t('No branch is protected.') : t('No rule matches “{0}”.', text)),
    search: async (text, signal) => {
      const wanted = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const rules = await everyItem(eachPage(open.client, listProtectedBranches, wanted, { signal }));
      return rules.map((rule) => ({
        label: `$(${isWildcard(rule.name) ? 'regex' : 'shield'}) ${visibleLabel(rule.name)}`,
        description: visibleLabel(t('push: {0}', listWords(stateOf(rule).push))),
        value: rule,
      }));
    },
  });
};

const isRuleItem = (argument: unknown): argument is { readonly open: OpenProject; readonly rule: ProtectedBranch } =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'rule';

const offerToEdit = async (name: string): Promise<void> => {
  const { t } = vscode.l10n;
  const button = t('Edit It');
  const words = t('There is a rule for {0} already.', visible(name));
  if ((await vscode.window.showInformationMessage(words, button)) === button) {
    await vscode.commands.executeCommand('graft.protectedBranches.edit', name);
  }
};

const sayInherited = (open: OpenProject, rule: ProtectedBranch): void => {
  const { t } = vscode.l10n;
  void vscode.window.showInformationMessage(
    t(
      'The rule {0} comes from the group of {1}; it is changed in the settings of the group.',
      visible(rule.name),
      open.project.path_with_namespace,
    ),
  );
};

/** Says which other rules are for the same branches, as far as the list is read: of several, the one that lets most counts. */
const overlapLines = (app: App, rule: string): readonly string[] => {
  const others = (app.protectionRules.whole ?? []).filter(
    ({ name }) => name !== rule && (covers(name, rule) || covers(rule, name)),
  );
  if (others.length === 0) return [];
  const few = others.slice(0, 5).map(({ name }) => visible(name));
  const names = others.length > few.length ? [...few, '…'] : few;
  return [
    '',
    vscode.l10n.t(
      'Other rules for the same branches: {0}. Where several apply, the one that lets most counts.',
      names.join(', '),
    ),
  ];
};
