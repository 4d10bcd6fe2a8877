import * as vscode from '../../vscode.ts';
import { unknownMembers } from '../../../model/grantee.ts';
import type { BranchRights, CodeOwners, Reason, Right } from '../../../model/protectedBranches/branchRights.ts';
import { roles } from '../../../model/role.ts';
import type { AccessLevel } from '../../../wire/protectedBranches.ts';
import { visible } from './format.ts';
import { roleName } from './roleNames.ts';

/** Differ in shape, not only in colour. */
export const verdictIcons: Readonly<Record<Right['verdict'], string>> = {
  yes: 'check',
  no: 'lock',
  unknown: 'question',
};

export const verdictWord = ({ verdict }: Right): string => {
  const { t } = vscode.l10n;
  return verdict === 'yes' ? t('Yes') : verdict === 'no' ? t('No') : t('Unknown');
};

export const pushSentence = ({ branch, push }: BranchRights): string => {
  const { t } = vscode.l10n;
  const name = visible(branch);
  const why = reasonMessage(push.reason);
  switch (push.verdict) {
    case 'yes':
      return t('You may push to {0}: {1}.', name, why);
    case 'no':
      return t('You may not push to {0}: {1}.', name, why);
    case 'unknown':
      return t('It is unknown whether you may push to {0}: {1}.', name, why);
  }
};

/** A phrase to follow a colon. */
export const reasonMessage = (reason: Reason): string => {
  const { t } = vscode.l10n;
  switch (reason.kind) {
    case 'archived':
      return t('the project is archived');
    case 'notProtected':
      return reason.has === undefined || reason.has >= roles.developer
        ? t('the branch is not protected')
        : t('requires Developer; you are {0}', roleName(reason.has));
    case 'allowed':
      return allowedMessage(reason.by, reason.rule);
    case 'noOne':
      return t('blocked for everyone');
    case 'others':
      if (reason.needs === undefined) return t('allowed for others only');
      return reason.has === undefined
        ? t('requires {0}', roleName(reason.needs))
        : t('requires {0}; you are {1}', roleName(reason.needs), roleName(reason.has));
    case 'forceForbidden':
      return t('the rule does not allow it');
    case 'inherited':
      return t('the rule {0} comes from the group', visible(reason.rule));
    case 'server':
      return t('as reported by the server');
    case 'rulesUnread':
      return t('the rules could not be read');
    case 'roleUnknown':
      return t('your role is unknown');
    case 'customRole':
      return t('a custom role may allow it');
    case 'entryUnknown':
      return t('the rule {0} names {1}', visible(reason.rule), entryMessage(reason.entry));
    case 'groupUnknown':
      return t('your membership in {0} is unknown', visible(reason.group));
    case 'notReported':
      return t('the server does not report it');
  }
};

const allowedMessage = (by: AccessLevel, rule: string): string => {
  const { t } = vscode.l10n;
  if (by.user_id != null) return t('allowed for you (rule {0})', visible(rule));
  const name =
    by.access_level_description ?? (by.group_id == null ? roleName(by.access_level ?? 0) : String(by.group_id));
  return by.group_id != null
    ? t('allowed for the group {1} (rule {0})', visible(rule), visible(name))
    : t('allowed for {1} (rule {0})', visible(rule), visible(name));
};

/** A custom role, an unknown level, or fields of a newer release. */
export const entryMessage = (entry: AccessLevel): string => {
  const { t } = vscode.l10n;
  const { member_role_id: role, member_role_name: name, access_level: level } = entry;
  if (role != null) return name == null ? t('the custom role {0}', role) : t('the custom role “{0}”', visible(name));
  const unknown = unknownMembers(entry).map(([member, value]) => `${member}: ${JSON.stringify(value)}`);
  return unknown.length === 0 ? roleName(level ?? null) : t('an unknown entry ({0})', cut(unknown.join(', ')));
};

const cut = (text: string): string => visible(text.length > 100 ? `${text.slice(0, 100)}…` : text);

const codeOwnerMessage = (owners: Exclude<CodeOwners, { readonly kind: 'notReported' }>): string => {
  const { t } = vscode.l10n;
  switch (owners.kind) {
    case 'required':
      return t('approval required (rule {0})', visible(owners.rule));
    case 'notRequired':
      return t('approval not required');
    case 'unknown':
      return `${t('Unknown')}: ${reasonMessage({ kind: 'rulesUnread' })}`;
  }
};

export interface RightLine {
  readonly key: 'push' | 'merge' | 'forcePush' | 'unprotect' | 'codeOwners' | 'role';
  readonly label: string;
  readonly value: string;
  readonly icon: string;
}

export const rightLines = (rights: BranchRights): readonly RightLine[] => {
  const { t } = vscode.l10n;
  const line = (key: RightLine['key'], label: string, right: Right): RightLine => ({
    key,
    label,
    value: `${verdictWord(right)}: ${reasonMessage(right.reason)}`,
    icon: verdictIcons[right.verdict],
  });
  return [
    line('push', t('Push'), rights.push),
    line('merge', t('Merge'), rights.merge),
    line('forcePush', t('Force push'), rights.forcePush),
    ...(rights.unprotect === undefined ? [] : [line('unprotect', t('Unprotect'), rights.unprotect)]),
    ...(rights.codeOwners.kind === 'notReported'
      ? []
      : [
          {
            key: 'codeOwners',
            label: t('Code owners'),
            value: codeOwnerMessage(rights.codeOwners),
            icon: rights.codeOwners.kind === 'unknown' ? verdictIcons.unknown : 'law',
          } as const,
        ]),
    {
      key: 'role',
      label: t('Your role'),
      value:
        rights.level === undefined
          ? t('unknown')
          : rights.isCustom === true
            ? t('custom role based on {0}', roleName(rights.level))
            : roleName(rights.level),
      icon: 'account',
    },
  ];
};
