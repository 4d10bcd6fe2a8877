import * as vscode from '../vscode.ts';
import type { Grantee } from '../../model/grantee.ts';
import type { Difference, RuleState } from '../../model/protectedBranches/protectionChange.ts';
import { visible } from '../kit/words/format.ts';
import { entryMessage } from '../kit/words/rightsMessages.ts';
import { roleName } from '../kit/words/roleNames.ts';

/** A role includes all higher ones. */
export const granteeMessage = (grantee: Grantee): string => {
  const { t } = vscode.l10n;
  switch (grantee.kind) {
    case 'role':
      return grantee.level === 30
        ? t('Developers + Maintainers')
        : grantee.level === 40
          ? t('Maintainers')
          : grantee.level === 60
            ? t('Administrators')
            : roleName(grantee.level);
    case 'user':
      return t('user {0}', grantee.name === '' ? grantee.id : visible(grantee.name));
    case 'group':
      return t('group {0}', grantee.name === '' ? grantee.id : visible(grantee.name));
    case 'deployKey':
      return grantee.name === '' ? t('deploy key {0}', grantee.id) : t('deploy key “{0}”', visible(grantee.name));
    case 'other':
      return entryMessage(grantee.entry);
  }
};

/** An empty list means no one. */
export const listMessage = (list: readonly Grantee[] | undefined): string =>
  list === undefined
    ? vscode.l10n.t('unknown')
    : list.length === 0
      ? vscode.l10n.t('no one')
      : list.map(granteeMessage).join(', ');

export const flagMessage = (flag: boolean | undefined): string => {
  const { t } = vscode.l10n;
  return flag === undefined ? t('unknown') : flag ? t('yes') : t('no');
};

export const partLabels = (): Readonly<Record<Difference['what'], string>> => {
  const { t } = vscode.l10n;
  return {
    push: t('May push'),
    merge: t('May merge'),
    unprotect: t('May unprotect'),
    forcePush: t('Force push'),
    codeOwners: t('Code owners must approve'),
  };
};

/** Such as `May push: Maintainers → Developers + Maintainers`. */
export const differenceLine = (difference: Difference): string => {
  const label = partLabels()[difference.what];
  return difference.what === 'forcePush' || difference.what === 'codeOwners'
    ? `${label}: ${flagMessage(difference.before)} → ${flagMessage(difference.after)}`
    : `${label}: ${listMessage(difference.before)} → ${listMessage(difference.after)}`;
};

export const ruleLines = (rule: RuleState): readonly string[] => {
  const labels = partLabels();
  return [
    `${labels.push}: ${listMessage(rule.push)}`,
    `${labels.merge}: ${listMessage(rule.merge)}`,
    ...(rule.unprotect === undefined ? [] : [`${labels.unprotect}: ${listMessage(rule.unprotect)}`]),
    `${labels.forcePush}: ${flagMessage(rule.allowForcePush)}`,
    ...(rule.codeOwners === undefined ? [] : [`${labels.codeOwners}: ${flagMessage(rule.codeOwners)}`]),
  ];
};
