import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import {
  type ComparedPart,
  type Comparison,
  type Difference,
  type Fact,
  type NotComparedReason,
  type PartResult,
  type RuleFacts,
  verdictOf,
} from '../../../model/transfers/move/comparison.ts';
import { type MoveDetails, targetPath } from '../../../model/transfers/move/details.ts';
import { visible } from '../../kit/words/format.ts';
import { markdownCell } from '../jobPage/failedTable.ts';
import { spanText } from '../messages.ts';
import { roleName } from '../../kit/words/roleNames.ts';
import { notTravelling } from './transferable.ts';

/** Comparison of source and target as Markdown. */
export const moveReport = (job: Job, details: MoveDetails, comparison: Comparison): string => {
  const { t } = vscode.l10n;
  const { source, target } = details;
  const from = `${instanceName(job.baseUrl)}/${source.path}`;
  const to = `${instanceName(target.baseUrl)}/${targetPath(details)}`;
  const differences = comparison.parts.filter(({ result }) => result.kind === 'different');
  const failed = job.failedRelations.length;
  return [
    `# ${t('Move of {0}', markdownCell(visible(source.path)))}`,
    '',
    `**${summaryMessage(verdictOf(comparison))}**`,
    '',
    `- ${t('From')}: ${markdownCell(visible(from))}${release(source.release)}`,
    `- ${t('To')}: ${markdownCell(visible(to))}${release(target.release)}`,
    `- ${t('Compared')}: ${new Date(comparison.atMs).toISOString()}`,
    ...(job.endedAtMs === undefined ? [] : [`- ${t('Duration')}: ${spanText(job.endedAtMs - job.startedAtMs)}`]),
    ...(failed === 0 ? [] : [`- ${t('Items the server could not import: {0}', failed >= 100 ? '100+' : failed)}`]),
    '',
    `| ${t('Part')} | ${t('Result')} | ${t('Details')} |`,
    '| --- | --- | --- |',
    ...comparison.parts.map((part) => `| ${partName(part.part)} | ${resultWord(part)} | ${resultDetails(part)} |`),
    '',
    ...differences.flatMap(differenceSection),
    `## ${t('Not included in archives')}`,
    '',
    t('These were not compared. Set them up in the new project if you need them.'),
    '',
    ...notTravelling().map((words) => `- ${words}`),
    '',
  ].join('\n');
};

const summaryMessage = (verdict: ReturnType<typeof verdictOf>): string => {
  const { t } = vscode.l10n;
  if (verdict === 'same') return t('No differences found.');
  return verdict === 'different'
    ? t('Differences found: see the tables below.')
    : t('No differences found, but not everything could be compared.');
};

const release = (version: string | undefined): string => (version === undefined ? '' : ` (GitLab ${version})`);

export const partName = (part: ComparedPart): string => {
  const { t } = vscode.l10n;
  const names: Readonly<Record<ComparedPart, string>> = {
    defaultBranch: t('Default branch'),
    branches: t('Branches and their heads'),
    tags: t('Tags'),
    protectedBranches: t('Protected branches'),
    mergeRequests: t('Merge requests by state'),
    issues: t('Issues by state'),
    labels: t('Project labels'),
    milestones: t('Milestones'),
    description: t('Description'),
    visibility: t('Visibility'),
    archived: t('Archived'),
  };
  return names[part];
};

const resultWord = ({ result }: PartResult): string => {
  const { t } = vscode.l10n;
  if (result.kind === 'same') return t('same');
  return result.kind === 'different' ? `**${t('different')}**` : t('not compared');
};

const isOne: readonly ComparedPart[] = ['defaultBranch', 'description', 'visibility', 'archived'];

const resultDetails = ({ part, result, inherited }: PartResult): string => {
  const { t } = vscode.l10n;
  const above =
    inherited === undefined
      ? []
      : [t('Rules inherited from groups of the source are omitted ({0}); archives don’t include them.', inherited)];
  const words =
    result.kind === 'notCompared'
      ? result.reasons.map(reasonMessage)
      : result.kind === 'different'
        ? [differenceCount(part, result.first.length + result.more)]
        : isOne.includes(part)
          ? []
          : [result.count === 0 ? t('none on either side') : t('{0} compared', result.count)];
  return [...words, ...above].map(markdownCell).join(' ');
};

const differenceCount = (part: ComparedPart, count: number): string => {
  const { many, t } = vscode.l10n;
  if (isOne.includes(part)) return t('see below');
  return many(count, '{0} difference', '{0} differences');
};

const sideWord = (side: NotComparedReason['side']): string =>
  side === 'source' ? vscode.l10n.t('The source') : vscode.l10n.t('The target');

const reasonMessage = (reason: NotComparedReason): string => {
  const { t } = vscode.l10n;
  const side = sideWord(reason.side);
  switch (reason.kind) {
    case 'tooMany':
      return t('{0} has more than {1}.', side, reason.limit);
    case 'notCounted':
      return t('{0} doesn’t count that many.', side);
    case 'notRead':
      return reason.status === undefined
        ? t('{0} was not read: {1}.', side, visible(reason.words))
        : t('{0} was not read: {1} ({2}).', side, visible(reason.words), reason.status);
  }
};

const differenceSection = ({ part, result }: PartResult): readonly string[] => {
  if (result.kind !== 'different') return [];
  const { t } = vscode.l10n;
  const row = ({ name, source, target }: Difference): string =>
    `| ${[nameMessage(part, name), factMessage(source), factMessage(target)].map(markdownCell).join(' | ')} |`;
  return [
    `## ${partName(part)}`,
    '',
    `| ${t('Name')} | ${t('Source')} | ${t('Target')} |`,
    '| --- | --- | --- |',
    ...result.first.map(row),
    '',
    ...(result.more === 0 ? [] : [t('And {0} more.', result.more), '']),
    ...(part === 'protectedBranches'
      ? [
          t(
            'Users, groups and deploy keys are compared by number only, because IDs differ between servers. Those missing on the target are omitted from its rules.',
          ),
          '',
        ]
      : []),
  ];
};

const nameMessage = (part: ComparedPart, name: string): string => {
  const { t } = vscode.l10n;
  if (isOne.includes(part)) return partName(part);
  if (part !== 'mergeRequests' && part !== 'issues') return visible(name);
  const states: Readonly<Record<string, string>> = {
    opened: t('open'),
    merged: t('merged'),
    closed: t('closed'),
    locked: t('locked'),
  };
  return (Object.hasOwn(states, name) ? states[name] : undefined) ?? visible(name);
};

const factMessage = (fact: Fact | undefined): string => {
  const { t } = vscode.l10n;
  if (fact === undefined) return t('missing');
  if (typeof fact === 'boolean') return fact ? t('yes') : t('no');
  if (typeof fact === 'object') return ruleMessage(fact);
  const text = visible(String(fact));
  return text === '' ? t('empty') : text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const ruleMessage = ({ push, merge, unprotect, forcePush, codeOwners, named }: RuleFacts): string => {
  const { t } = vscode.l10n;
  const roles = (levels: readonly number[]): string =>
    levels.length === 0 ? t('no role') : levels.map(roleName).join(', ');
  return [
    t('push: {0}', roles(push)),
    t('merge: {0}', roles(merge)),
    ...(unprotect === undefined ? [] : [t('unprotect: {0}', roles(unprotect))]),
    ...(forcePush ? [t('force push allowed')] : []),
    ...(codeOwners === true ? [t('code owners must approve')] : []),
    ...(named.users > 0 ? [t('{0} users', named.users)] : []),
    ...(named.groups > 0 ? [t('{0} groups', named.groups)] : []),
    ...(named.deployKeys > 0 ? [t('{0} deploy keys', named.deployKeys)] : []),
    ...(named.others > 0 ? [t('{0} others', named.others)] : []),
  ].join('; ');
};
