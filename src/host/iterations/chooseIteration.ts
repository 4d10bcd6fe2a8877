import * as vscode from '../vscode.ts';
import { newestFirst } from '../../model/iterations/iterationPages.ts';
import { IterationsRefused } from '../../model/iterations/iterationScope.ts';
import type { Iteration } from '../../wire/iterations.ts';
import type { IterationsArea } from './area.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import type { IssueItem, IterationItem } from './rows.ts';
import { datesMessage, nameOfIteration, iterationRefusalMessage, timingMessage } from './messages.ts';
import type { IterationSubject } from './work.ts';

export interface ChosenIteration {
  readonly subject: IterationSubject;
  readonly iteration: Iteration;
}

const maxResults = 50;

/** Returns the iteration of a tree row; without one, asks: current iterations first, others by search. */
export const chooseIteration = async (
  area: IterationsArea,
  argument: unknown,
  title: string,
): Promise<ChosenIteration | undefined> => {
  if (isIterationItem(argument)) return argument;
  const open = await requireProject(area);
  if (!open) return undefined;
  const { t } = vscode.l10n;
  return searchPick<ChosenIteration>({
    title,
    placeholder: t('Choose a current iteration, or search by title or cadence'),
    empty: (text) =>
      text === '' ? t('No current iteration. Type to search all.') : t('No iteration matches “{0}”.', text),
    search: async (text, signal) => {
      const filter = { state: text === '' ? ('current' as const) : ('all' as const), search: text };
      const read = newestFirst(
        (page) => area.iterationLists.read(open, filter, { page, pageSize: maxResults, signal }),
        maxResults,
      );
      const { items } = await withAdvice(() => read(1, signal));
      const place = area.iterationLists.placeOf(open);
      return items.map((iteration) => ({
        label: `$(calendar) ${visibleLabel(nameOfIteration(iteration))}`,
        description: [timingMessage(iteration), datesMessage(iteration)]
          .filter((each) => each !== undefined)
          .join(' · '),
        value: { subject: { open, place, id: iteration.id }, iteration },
      }));
    },
  });
};

/** Rethrows a refusal as an error with a localized message. */
export const withAdvice = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IterationsRefused)) throw error;
    const { label, advice } = iterationRefusalMessage(error);
    throw new Error(`${label}. ${advice}`, { cause: error });
  }
};

const hasKind = (argument: unknown, kind: string): boolean =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === kind;

export const isIterationItem = (argument: unknown): argument is IterationItem => hasKind(argument, 'iteration');

export const isIssueItem = (argument: unknown): argument is IssueItem => hasKind(argument, 'iterationIssue');
