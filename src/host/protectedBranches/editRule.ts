import * as vscode from '../vscode.ts';
import { type Difference, differences, type RuleState } from '../../model/protectedBranches/protectionChange.ts';
import { visible } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { type Summary, confirmAnswers, type SummaryRow } from '../kit/questions/summary.ts';
import { chooseGrantees } from './chooseGrantees.ts';
import { flagMessage, listMessage, partLabels } from './ruleMessages.ts';
import type { PremiumRules } from './tier.ts';

/** GitLab's defaults. */
export const newRule = (name: string, premium: PremiumRules): RuleState => ({
  name,
  push: [{ kind: 'role', level: 40 }],
  merge: [{ kind: 'role', level: 40 }],
  unprotect: premium === 'ignored' ? undefined : [{ kind: 'role', level: 40 }],
  allowForcePush: false,
  codeOwners: undefined,
});

type Part = Difference['what'];

/** Edits a rule in a review; `before` is undefined for a new one. Undefined when closed. */
export const editRule = (
  open: OpenProject,
  before: RuleState | undefined,
  start: RuleState,
  premium: PremiumRules,
): Promise<RuleState | undefined> =>
  confirmAnswers<RuleState, Part>(start, {
    show: (wanted) => reviewOf(before, wanted, premium),
    async change(wanted, part) {
      if (part === 'forcePush') return { ...wanted, allowForcePush: wanted.allowForcePush !== true };
      if (part === 'codeOwners') return { ...wanted, codeOwners: wanted.codeOwners !== true };
      return { ...wanted, [part]: await chooseGrantees(open, part, wanted[part] ?? [], premium) };
    },
  });

const reviewOf = (before: RuleState | undefined, wanted: RuleState, premium: PremiumRules): Summary<Part> => {
  const { many, t } = vscode.l10n;
  const labels = partLabels();
  const changed = before ? differences(before, wanted) : [];
  const row = (part: Part, icon: string, value: string): SummaryRow<Part> => {
    const change = changed.find(({ what }) => what === part);
    return {
      part,
      icon,
      label: labels[part],
      value: change ? t('{0} · was: {1}', value, beforeWords(change)) : value,
      isSwitch: part === 'forcePush' || part === 'codeOwners',
    };
  };
  const start =
    before === undefined
      ? { icon: 'check', label: t('Review and protect…'), value: '' }
      : changed.length === 0
        ? { icon: 'circle-slash', label: t('No changes yet'), value: '', isBlocked: true }
        : { icon: 'check', label: t('Review and save…'), value: many(changed.length, '{0} change', '{0} changes') };
  return {
    title: before ? t('Edit the Rule {0}', visible(wanted.name)) : t('Protect {0}', visible(wanted.name)),
    placeholder: t('Choose a setting to change, then review'),
    start,
    rows: [
      row('push', 'repo-push', listMessage(wanted.push)),
      row('merge', 'git-merge', listMessage(wanted.merge)),
      ...(premium === 'ignored' || wanted.unprotect === undefined
        ? []
        : [row('unprotect', 'unlock', listMessage(wanted.unprotect))]),
      row('forcePush', 'warning', flagMessage(wanted.allowForcePush)),
      ...(premium === 'ignored' ? [] : [row('codeOwners', 'law', flagMessage(wanted.codeOwners ?? false))]),
    ],
  };
};

const beforeWords = (change: Difference): string =>
  change.what === 'forcePush' || change.what === 'codeOwners' ? flagMessage(change.before) : listMessage(change.before);
