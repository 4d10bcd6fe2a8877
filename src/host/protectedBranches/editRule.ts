import * as vscode from 'vscode';
import { type Difference, differences, type RuleState } from '../../model/protectionChange.ts';
import { visible } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { choose, chooseGrantees } from './chooseGrantees.ts';
import { flagWords, listWords, partLabels } from './ruleWords.ts';
import type { PremiumRules } from './tier.ts';

/** A rule with the usual levels, to begin with. */
export const newRule = (name: string, premium: PremiumRules): RuleState => ({
  name,
  push: [{ kind: 'role', level: 40 }],
  merge: [{ kind: 'role', level: 40 }],
  unprotect: premium === 'ignored' ? undefined : [{ kind: 'role', level: 40 }],
  allowForcePush: false,
  codeOwners: undefined,
});

type Row = vscode.QuickPickItem & { readonly part?: Difference['what'] | 'save' };

/**
 * Lets the user make a rule up: each part is a row, the last leads on. `before` is the rule of the server, or undefined
 * for one that is new. Undefined when the user gave up.
 */
export const editRule = async (
  open: OpenProject,
  before: RuleState | undefined,
  start: RuleState,
  premium: PremiumRules,
): Promise<RuleState | undefined> => {
  const { t } = vscode.l10n;
  let wanted = start;
  let active = 0;
  for (;;) {
    const rows = partRows(before, wanted, premium);
    const row = await choose(rows, active, {
      title: before ? t('Edit the Rule {0}', visible(wanted.name)) : t('Protect {0}', visible(wanted.name)),
      placeholder: t('Choose what to change; nothing is sent before you have seen it'),
    });
    if (row?.part === undefined) return undefined;
    active = rows.indexOf(row);
    switch (row.part) {
      case 'save':
        return wanted;
      case 'forcePush':
        wanted = { ...wanted, allowForcePush: wanted.allowForcePush !== true };
        break;
      case 'codeOwners':
        wanted = { ...wanted, codeOwners: wanted.codeOwners !== true };
        break;
      default:
        wanted = { ...wanted, [row.part]: await chooseGrantees(open, row.part, wanted[row.part] ?? [], premium) };
    }
  }
};

const partRows = (before: RuleState | undefined, wanted: RuleState, premium: PremiumRules): readonly Row[] => {
  const { t } = vscode.l10n;
  const labels = partLabels();
  const changed = before ? differences(before, wanted) : [];
  const row = (part: Difference['what'], icon: string, value: string): Row => {
    const change = changed.find(({ what }) => what === part);
    return {
      label: `$(${icon}) ${labels[part]}`,
      description: change ? t('{0} · was: {1}', value, beforeWords(change)) : value,
      part,
    };
  };
  return [
    row('push', 'repo-push', listWords(wanted.push)),
    row('merge', 'git-merge', listWords(wanted.merge)),
    ...(premium === 'ignored' || wanted.unprotect === undefined
      ? []
      : [row('unprotect', 'unlock', listWords(wanted.unprotect))]),
    row('forcePush', 'warning', flagWords(wanted.allowForcePush)),
    ...(premium === 'ignored' ? [] : [row('codeOwners', 'law', flagWords(wanted.codeOwners ?? false))]),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    before && changed.length === 0
      ? { label: `$(circle-slash) ${t('Nothing is changed yet')}` }
      : {
          label: before ? `$(check) ${t('Review and save…')}` : `$(check) ${t('Review and protect…')}`,
          description: before ? t('{0} changed', changed.length) : '',
          part: 'save',
        },
  ];
};

const beforeWords = (change: Difference): string =>
  change.what === 'forcePush' || change.what === 'codeOwners' ? flagWords(change.before) : listWords(change.before);
