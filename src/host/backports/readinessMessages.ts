import * as vscode from '../vscode.ts';
import type { CheckName, Readiness, ReadinessCheck } from '../../model/backports/readiness.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha } from '../kit/words/format.ts';
import { pipelineMessage } from '../kit/words/pipelineState.ts';
import { countMessage } from './messages.ts';

/** Summary of the checks. */
export const readinessMessage = ({ checks }: Readiness): string => {
  const { t } = vscode.l10n;
  const count = (wanted: ReadinessCheck['state']): number => checks.filter(({ state }) => state === wanted).length;
  const [unknown, notApplicable] = [count('unknown'), count('notApplicable')];
  return [
    t('{0} of {1} ready', count('ready'), checks.length),
    ...(unknown === 0 ? [] : [t('{0} unknown', unknown)]),
    ...(notApplicable === 0 ? [] : [t('{0} not applicable', notApplicable)]),
  ].join(' · ');
};

export const checkName = (name: CheckName): string => {
  const { t } = vscode.l10n;
  switch (name) {
    case 'queue':
      return t('Backports');
    case 'requests':
      return t('Open merge requests');
    case 'pipeline':
      return t('Pipeline');
    case 'protection':
      return t('Protection');
    case 'changelog':
      return t('Changelog');
  }
};

/** A reason that several checks share is given only for the first. */
export const checkMessage = (check: ReadinessCheck, { checks }: Readiness): string => {
  const { t } = vscode.l10n;
  if (check.state === 'unknown') {
    const why = explain(check.error);
    const first = checks.find((each) => each.state === 'unknown' && explain(each.error) === why);
    return first === check ? t('Unknown: {0}', why) : t('Unknown');
  }
  switch (check.name) {
    case 'queue':
      if (check.state === 'notApplicable') return t('The project file names no merge requests for this branch.');
      return check.counts.length === 0
        ? t('No merged merge request is wanted here.')
        : check.counts.map(([state, count]) => countMessage(state, count)).join(' · ');
    case 'requests':
      return mergeRequestsMessage(check);
    case 'pipeline':
      return pipelineMessage(check.status);
    case 'protection':
      return protectionMessage(check);
    case 'changelog':
      if (check.state === 'notApplicable') return t('No version tag tells the next version.');
      return changelogMessage(check);
  }
};

const mergeRequestsMessage = ({ requests, isCut }: Extract<ReadinessCheck, { readonly requests: unknown }>): string => {
  const { many, t } = vscode.l10n;
  const numbers = requests.slice(0, 5).map(({ iid }) => `!${iid}`);
  const named = requests.length > numbers.length || isCut ? `${numbers.join(', ')}, …` : numbers.join(', ');
  if (requests.length === 0) return t('No open merge request.');
  if (isCut) return t('More than {0} are open: {1}', requests.length, named);
  return many(requests.length, '{0} is open: {1}', '{0} are open: {1}', named);
};

const protectionMessage = ({ rules, forcePush }: Extract<ReadinessCheck, { readonly rules: unknown }>): string => {
  const { t } = vscode.l10n;
  const names = rules.map(({ name }) => name).join(', ');
  if (rules.length === 0) return t('No rule protects the branch.');
  if (forcePush === true) return t('Protected by {0}, which allows force push.', names);
  if (forcePush === undefined) return t('Protected by {0}. The server doesn’t report force push.', names);
  return t('Protected by {0}, without force push.', names);
};

const changelogMessage = ({ changelog }: Extract<ReadinessCheck, { readonly changelog: unknown }>): string => {
  const { many, t } = vscode.l10n;
  const { version, changes, lost } = changelog;
  const shown = lost.map(({ sha }) => shortSha(sha)).join(', ');
  const without = lost.length === 0 ? '' : ` ${t('Lost when cherry-picked: the trailer of {0}.', shown)}`;
  if (changes === 0) return t('{0}: no commit has the trailer Changelog.', version) + without;
  return many(changes, '{1}: {0} change', '{1}: {0} changes', version) + (without && `.${without}`);
};

export const checkStateName = ({ state }: ReadinessCheck): string => {
  const { t } = vscode.l10n;
  switch (state) {
    case 'ready':
      return t('Ready');
    case 'notReady':
      return t('Not ready');
    case 'unknown':
      return t('Unknown');
    case 'notApplicable':
      return t('Not applicable');
  }
};

/** Branch and SHA that were checked. */
export const checkedAtMessage = ({ branch, tip }: Readiness): string =>
  vscode.l10n.t('{0} at {1}. Nothing was changed.', branch, shortSha(tip));
