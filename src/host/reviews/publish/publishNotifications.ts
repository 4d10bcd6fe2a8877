import * as vscode from '../../vscode.ts';
import type { Outcome } from '../../../model/reviews/outcomes.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { type ReviewSubject, webUrlOf } from '../subject.ts';
import { isGood, outcomeLink, outcomeMessage } from './outcomeMessages.ts';
import { reportTitle } from './publicationReports.ts';

/** Reports a publication, with a button to open the review. */
export const notifyOutcomes = (subject: ReviewSubject, outcomes: readonly Outcome[], show: () => void): void => {
  const { t } = vscode.l10n;
  const { iid } = subject.request;
  const bad = outcomes.find((outcome) => !isGood(outcome));
  const shown = bad && outcomeMessage(bad);
  const link = bad && outcomeLink(bad, webUrlOf(subject));
  const open = t('Open Review');
  const browse = t('Open in Browser');
  const answered = shown
    ? vscode.window.showWarningMessage(
        `!${iid}: ${reportTitle(outcomes)}. ${shown.what}: ${shown.words} ${shown.advice ?? ''}`.trim(),
        ...(link === undefined ? [open] : [browse, open]),
      )
    : vscode.window.showInformationMessage(
        outcomes.length === 1 ? t('Published to !{0}.', iid) : t('Published {0} drafts to !{1}.', outcomes.length, iid),
        open,
      );
  void answered.then((answer) => {
    if (answer === open) show();
    else if (answer === browse) void openInBrowser(link ?? '');
  });
};

/** Reports an interrupted publication, with a button to look up its outcome. */
export const notifyInterrupted = (iid: number, show: () => Promise<unknown>): void => {
  const { t } = vscode.l10n;
  const open = t('Show Result');
  const words = t('The window closed while it was publishing your review of !{0}.', iid);
  void vscode.window.showWarningMessage(words, open).then((answer) => (answer === open ? show() : undefined));
};

/** Reports the outcome of an interrupted publication, before the next one. */
export const notifyEarlier = (iid: number, outcomes: readonly Outcome[]): void => {
  const { t } = vscode.l10n;
  const message = t('!{0}: an earlier publication was interrupted when its window closed.', iid);
  if (outcomes.every(isGood)) void vscode.window.showInformationMessage(`${message} ${reportTitle(outcomes)}.`);
  else {
    const counts = t('{0}. Check the rest in the review.', reportTitle(outcomes));
    void vscode.window.showWarningMessage(`${message} ${counts}`);
  }
};
