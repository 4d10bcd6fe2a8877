import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { mayWrite } from '../../model/account.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { differences, needsPremium, stateOf, updateOf } from '../../model/protectedBranches/protectionChange.ts';
import { readRule } from '../../model/protectedBranches/protectionWriting.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { ProtectionArea } from './area.ts';
import { visible } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { chooseRule, chooseWhat } from './chooseRule.ts';
import { editRule, newRule } from './editRule.ts';
import { branchesCovered, type Matches, matchMessage } from './matches.ts';
import { carryOut, lostBy } from './ruleOutcome.ts';
import type { RuleChange } from './outcomeMessages.ts';
import { differenceLine, granteeMessage, ruleLines } from './ruleMessages.ts';
import { premiumRules } from './tier.ts';
import { call } from '../kit/areaCommands.ts';

/** Protects a branch or wildcard (P3). */
export const protect = async (area: ProtectionArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open || !mayChange(open)) return;
  const chosen = await chooseWhat(open);
  if (!chosen) return;
  const former = await cancellable(t('Reading the rules…'), (signal) =>
    readRule({ client: open.client, project: open.project.id }, chosen.name, { signal }).then((rule) => ({ rule })),
  );
  if (!former) return;
  // a project may have its own rule beside the group's
  if (former.rule && former.rule.inherited !== true) {
    await offerToEdit(chosen.name);
    return;
  }
  const premium = await cancellable(t('Checking which settings the server supports…'), (signal) =>
    premiumRules(area, open, signal),
  );
  if (premium === undefined) return;
  const wanted = await editRule(open, undefined, newRule(chosen.name, premium), premium);
  if (!wanted || !(await confirmed(area, open, { kind: 'create', wanted }, chosen.matches))) return;
  try {
    await carryOut(area, open, { kind: 'create', wanted });
  } catch (error) {
    if (requestErrorFacts(error)?.status !== 409) throw error;
    await offerToEdit(wanted.name);
  }
};

/** Edits a rule (P4). */
export const edit = async (area: ProtectionArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const found = await requireRule(area, argument, t('Edit Protection Rule'));
  if (!found) return;
  const { open, rule } = found;
  if (rule.inherited === true) return explainInherited(open, rule);
  const premium = await cancellable(t('Checking which settings the server supports…'), (signal) =>
    premiumRules(area, open, signal),
  );
  if (premium === undefined) return;
  const before = stateOf(rule);
  const wanted = await editRule(open, before, before, premium);
  if (!wanted) return;
  // older releases send no ids of levels, so single ones can't be removed
  const isBound = premium === 'ignored' && needsPremium(differences(before, wanted));
  const kind = isBound || updateOf(rule, wanted) === undefined ? 'replace' : 'change';
  const change = { kind, before: rule, wanted } as const;
  if (await confirmed(area, open, change, undefined)) await carryOut(area, open, change);
};

/** Removes a rule (P5). */
export const unprotect = async (area: ProtectionArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const found = await requireRule(area, argument, t('Unprotect'));
  if (!found) return;
  const { open, rule } = found;
  if (rule.inherited === true) return explainInherited(open, rule);
  const matches = await cancellable(t('Reading the branches of the rule…'), (signal) =>
    branchesCovered(open, rule.name, signal),
  );
  if (matches && (await confirmed(area, open, { kind: 'remove', before: rule }, matches))) {
    await carryOut(area, open, { kind: 'remove', before: rule });
  }
};

/** Confirmation with the changes. */
const confirmed = async (
  area: ProtectionArea,
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
    ...(matches ? ['', matchMessage(rule, matches)] : []),
    ...overlapLines(area, rule),
    ...undoLines(change),
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
          'This server can only change access levels by removing the rule and creating it again. In between, the branch is not protected.',
        ),
      ];
    case 'remove':
      return [
        ...ruleLines(stateOf(change.before)),
        '',
        t('Everyone with push access to the project can then push there, unless another rule applies.'),
      ];
  }
};

/** Warns if the change can't be undone. */
const undoLines = (change: RuleChange): readonly string[] => {
  const lost = change.kind === 'create' ? [] : lostBy(change);
  if (lost.length === 0) return [];
  const names = lost.map(granteeMessage).join(', ');
  return ['', vscode.l10n.t('This can’t be undone here: only GitLab’s settings can add {0} to a rule.', names)];
};

/** The rule of a row or name, read again; otherwise a picker. */
const requireRule = async (
  area: ProtectionArea,
  argument: unknown,
  title: string,
): Promise<{ readonly open: OpenProject; readonly rule: ProtectedBranch } | undefined> => {
  const { t } = vscode.l10n;
  const open = isRuleItem(argument) ? argument.open : await requireProject(area);
  if (!open || !mayChange(open)) return undefined;
  const named = typeof argument === 'string' ? argument : undefined;
  const chosen = isRuleItem(argument)
    ? argument.rule
    : named === undefined
      ? await chooseRule(area, open, title)
      : undefined;
  // reading by name would find the project's own rule, or none
  if (chosen?.inherited === true) return { open, rule: chosen };
  const name = chosen?.name ?? named;
  if (name === undefined) return undefined;
  const read = await cancellable(t('Reading the rule {0}…', visible(name)), (signal) =>
    readRule({ client: open.client, project: open.project.id }, name, { signal }).then((rule) => ({ rule })),
  );
  if (!read) return undefined;
  if (read.rule) return { open, rule: read.rule };
  void vscode.window.showWarningMessage(t('The rule {0} no longer exists.', visible(name)));
  await area.protectedBranches.refresh();
  return undefined;
};

/** Known obstacles: a read-only token, an archived project. */
const mayChange = ({ account, project }: OpenProject): boolean => {
  const { t } = vscode.l10n;
  if (mayWrite(account) === false) {
    void vscode.window.showWarningMessage(readOnlyTokenMessage());
    return false;
  }
  if (project.archived === true) {
    void vscode.window.showWarningMessage(
      t('{0} is archived: its rules cannot be changed.', project.path_with_namespace),
    );
    return false;
  }
  return true;
};

const isRuleItem = (argument: unknown): argument is { readonly open: OpenProject; readonly rule: ProtectedBranch } =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'rule';

const offerToEdit = async (name: string): Promise<void> => {
  const { t } = vscode.l10n;
  const button = t('Edit Rule');
  const words = t('A rule for {0} already exists.', visible(name));
  if ((await vscode.window.showInformationMessage(words, button)) === button) {
    await call('graft.protectedBranches.edit', name);
  }
};

const explainInherited = (open: OpenProject, rule: ProtectedBranch): void => {
  const { t } = vscode.l10n;
  void vscode.window.showInformationMessage(
    t(
      'The rule {0} is inherited from the group of {1}. Change it in the group’s settings.',
      visible(rule.name),
      open.project.path_with_namespace,
    ),
  );
};

/** Other rules for the same branches, from the loaded list; GitLab applies the most permissive. */
const overlapLines = (area: ProtectionArea, rule: string): readonly string[] => {
  const others = (area.protectionRules.whole ?? []).filter(
    ({ name }) => name !== rule && (matchesWildcard(name, rule) || matchesWildcard(rule, name)),
  );
  if (others.length === 0) return [];
  const few = others.slice(0, 5).map(({ name }) => visible(name));
  const names = others.length > few.length ? [...few, '…'] : few;
  return [
    '',
    vscode.l10n.t('Other rules for the same branches: {0}. The most permissive rule applies.', names.join(', ')),
  ];
};
