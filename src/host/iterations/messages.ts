import * as vscode from '../vscode.ts';
import { dayNumber, iterationTiming, iterationTitle, today } from '../../model/iterations/iteration.ts';
import type { IterationsRefused, IterationState } from '../../model/iterations/iterationScope.ts';
import type { IterationFacts } from '../../model/iterations/iterationWork.ts';
import type { Iteration } from '../../wire/iterations.ts';
import type { ListFilter } from './lists.ts';

const dayMs = 86_400_000;

/** Localised; undefined without dates. */
export const datesMessage = (
  { start_date: from, due_date: to }: Pick<Iteration, 'start_date' | 'due_date'>,
  now = new Date(),
): string | undefined => {
  const { t } = vscode.l10n;
  const [start, due] = [dayNumber(from), dayNumber(to)];
  const year = `${now.getFullYear()}`;
  const isThisYear = [from, to].every((date) => date == null || date.startsWith(year));
  const format = new Intl.DateTimeFormat(vscode.env.language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  if (start !== undefined && due !== undefined && start <= due) return format.formatRange(start * dayMs, due * dayMs);
  if (start !== undefined) return t('from {0}', format.format(start * dayMs));
  return due === undefined ? undefined : t('until {0}', format.format(due * dayMs));
};

/** Title, else dates, else number. */
export const nameOfIteration = (iteration: Iteration): string =>
  iterationTitle(iteration) ??
  datesMessage(iteration) ??
  vscode.l10n.t('Iteration {0}', iteration.iid ?? iteration.sequence ?? iteration.id);

/** `6 days left`, `in 3 days`, `ended 2 days ago`; undefined without dates. */
export const timingMessage = (iteration: Iteration, day = today()): string | undefined => {
  const { many, t } = vscode.l10n;
  const timing = iterationTiming(iteration, day);
  switch (timing.kind) {
    case 'left':
      return timing.days === 0 ? t('last day') : many(timing.days, '{0} day left', '{0} days left');
    case 'begins':
      return timing.days === 0 ? t('starts today') : many(timing.days, 'in {0} day', 'in {0} days');
    case 'ended':
      return timing.days === 0
        ? t('ended today')
        : timing.days === 1
          ? t('ended yesterday')
          : t('ended {0} days ago', timing.days);
    case 'unknown':
      return undefined;
  }
};

export const progressMessage = ({ progress }: IterationFacts): string | undefined => {
  const { t } = vscode.l10n;
  if (progress === undefined) return undefined;
  return progress.total === 0 ? t('no issues') : t('{0}/{1} done', progress.done, progress.total);
};

export const ownIssuesMessage = (count: number): string => {
  const { many, t } = vscode.l10n;
  return count === 0
    ? t('no open issues assigned to you')
    : many(count, '{0} open issue assigned to you', '{0} open issues assigned to you');
};

export const stateNames = (): Readonly<Record<IterationState, string>> => {
  const { t } = vscode.l10n;
  return {
    all: t('any'),
    opened: t('open: upcoming or current'),
    current: t('current'),
    upcoming: t('upcoming'),
    closed: t('closed'),
  };
};

/** One sentence per filter. */
export const filterMessages = ({ state, search, updatedAfter, updatedBefore }: ListFilter): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    ...(search === '' ? [] : [t('Title or cadence contains “{0}”.', search)]),
    ...(state === 'all' ? [] : [t('State: {0}.', stateNames()[state])]),
    ...(updatedAfter === undefined ? [] : [t('Updated since {0}.', updatedAfter)]),
    ...(updatedBefore === undefined ? [] : [t('Updated until {0}.', updatedBefore)]),
  ];
};

/** Reason, advice and icon. */
export const iterationRefusalMessage = ({
  reason,
  place: { path },
}: IterationsRefused): { readonly label: string; readonly advice: string; readonly icon: string } => {
  const { t } = vscode.l10n;
  switch (reason) {
    case 'noGroup':
      return {
        label: t('This project is not in a group'),
        advice: t('Iterations belong to groups, and “{0}” is a personal namespace. Choose a group.', path),
        icon: 'info',
      };
    case 'build':
      return {
        label: t('This server has no iterations'),
        advice: t('Iterations require GitLab Premium or Ultimate; this is the Community Edition.'),
        icon: 'info',
      };
    case 'release':
      return {
        label: t('This server has no iterations'),
        advice: t('Iterations require GitLab 13.5 or later, Premium or Ultimate.'),
        icon: 'info',
      };
    case 'tier':
      return {
        label: t('The plan of {0} does not include iterations', path),
        advice: t('Iterations require GitLab Premium or Ultimate. Choose a group that has it, or ask its owner.'),
        icon: 'info',
      };
    case 'role':
      return {
        label: t('You are not a member of {0}', path),
        advice: t('Only members of a group see its iterations. Ask for access, or choose another group.'),
        icon: 'lock',
      };
    case 'tierOrRole':
      return {
        label: t('You don’t have access to the iterations of {0}', path),
        advice: t(
          'Iterations require GitLab Premium or Ultimate, and a role in the group. The server doesn’t report which one is missing.',
        ),
        icon: 'lock',
      };
    case 'hidden':
      return {
        label: t('{0} does not exist, or you don’t have access', path),
        advice: t('The group was removed or renamed, or you have no access to it. Choose another group.'),
        icon: 'lock',
      };
    case 'scope':
      return {
        label: t('The token can’t read iterations'),
        advice: t('Iterations require a token with the scope read_api or api. Create one and add the account again.'),
        icon: 'key',
      };
  }
};
