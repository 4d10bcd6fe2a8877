import * as vscode from 'vscode';
import { newestFirst } from '../../model/iterationPages.ts';
import { IterationsRefused } from '../../model/iterationScope.ts';
import type { Iteration } from '../../wire/iterations.ts';
import type { App } from '../app.ts';
import { visibleLabel } from '../format.ts';
import { requireProject } from '../project/requireProject.ts';
import { searchPick } from '../searchPick.ts';
import type { IssueItem, IterationItem } from './rows.ts';
import { datesWords, nameOfIteration, refusalWords, timingWords } from './words.ts';
import type { IterationSubject } from './work.ts';

/** An iteration somebody wants to do something with. */
export interface ChosenIteration {
  readonly subject: IterationSubject;
  readonly iteration: Iteration;
}

const mostOffered = 50;

/** The iteration of a row, or the one the user chooses: the current ones first, any other by search. */
export const iterationSubject = async (
  app: App,
  argument: unknown,
  title: string,
): Promise<ChosenIteration | undefined> => {
  if (isIterationItem(argument)) return argument;
  const open = await requireProject(app);
  if (!open) return undefined;
  const { t } = vscode.l10n;
  return searchPick<ChosenIteration>({
    title,
    placeholder: t('The current iterations, or search titles and series'),
    empty: (text) =>
      text === '' ? t('No iteration is running. Type to search all.') : t('No iteration matches “{0}”.', text),
    search: async (text, signal) => {
      const filter = { state: text === '' ? ('current' as const) : ('all' as const), search: text };
      const read = newestFirst(
        (page) => app.iterationLists.read(open, filter, { page, pageSize: mostOffered, signal }),
        mostOffered,
      );
      const { items } = await inWords(() => read(1, signal));
      const place = app.iterationLists.placeOf(open);
      return items.map((iteration) => ({
        label: `$(calendar) ${visibleLabel(nameOfIteration(iteration))}`,
        description: [timingWords(iteration), datesWords(iteration)].filter((each) => each !== undefined).join(' · '),
        value: { subject: { open, place, id: iteration.id }, iteration },
      }));
    },
  });
};

/** Does work; where iterations are not to be had, the error says why and what to do. */
export const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IterationsRefused)) throw error;
    const { label, advice } = refusalWords(error);
    throw new Error(`${label}. ${advice}`, { cause: error });
  }
};

const hasKind = (argument: unknown, kind: string): boolean =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === kind;

/** Whether a command was given the row of an iteration. */
export const isIterationItem = (argument: unknown): argument is IterationItem => hasKind(argument, 'iteration');

/** Whether a command was given the row of an issue. */
export const isIssueItem = (argument: unknown): argument is IssueItem => hasKind(argument, 'iterationIssue');
