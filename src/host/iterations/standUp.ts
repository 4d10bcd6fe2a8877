import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { iterationTitle } from '../../model/iterations/iteration.ts';
import { standUpMarkdown } from '../../model/iterations/iterationMarkdown.ts';
import type { IterationIssues } from '../../model/iterations/iterationWork.ts';
import type { IterationsArea } from './area.ts';
import { explain } from '../kit/words/explain.ts';
import { cancellable } from '../kit/progress.ts';
import { type ChosenIteration, chooseIteration } from './chooseIteration.ts';
import { datesMessage, nameOfIteration, timingMessage } from './messages.ts';

/** Copies an iteration with its issues, the user's own first. */
export const copyMarkdown = async (area: IterationsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await chooseIteration(area, argument, t('Copy Which Iteration as Markdown?'));
  if (!chosen) return;
  const read = await cancellable(t('Reading the issues of {0}…', nameOfIteration(chosen.iteration)), (signal) =>
    readWork(area, chosen, signal),
  );
  if (!read) return;
  await copyStandUp(chosen, read.work);
  if (read.error !== undefined) {
    void vscode.window.showWarningMessage(t('Copied without its issues: {0}', explain(read.error)));
  }
};

export const copyStandUp = async (
  { iteration }: Pick<ChosenIteration, 'iteration'>,
  work: IterationIssues | undefined,
): Promise<void> => {
  const { t } = vscode.l10n;
  const dates = datesMessage(iteration);
  const done = work?.issues.filter(({ isOpen }) => !isOpen).length;
  const facts = [
    iterationTitle(iteration) === undefined ? undefined : dates,
    timingMessage(iteration),
    work === undefined || work.isCut || work.issues.length === 0
      ? undefined
      : t('{0} of {1} done', done ?? 0, work.issues.length),
  ].filter((each) => each !== undefined);
  const text = standUpMarkdown({
    name: nameOfIteration(iteration),
    webUrl: iteration.web_url,
    facts,
    work,
    words: {
      mine: t('Mine'),
      others: t('Others'),
      nothing: t('No issues in this iteration.'),
      unknown: t('Its issues could not be read.'),
      cut: t('This list is incomplete: there are more issues.'),
    },
  });
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(t('$(check) Copied as Markdown'), 2_000);
};

interface Read {
  readonly work: IterationIssues | undefined;
  readonly error: unknown;
}

const readWork = async (area: IterationsArea, { subject }: ChosenIteration, signal: AbortSignal): Promise<Read> => {
  try {
    return { work: await area.iterationWork.readIssues(subject, signal), error: undefined };
  } catch (error) {
    if (isCancelled(error)) throw error;
    area.log.error('The issues of an iteration could not be read.', error);
    return { work: undefined, error };
  }
};
