import * as vscode from '../../vscode.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { type KeptOutcome, reportTitle } from './publishReports.ts';

/** Reports a publication, with a button to open the review. */
export const sayOutcomes = (iid: number, outcomes: readonly KeptOutcome[], show: () => void): void => {
  const { t } = vscode.l10n;
  const [bad] = outcomes.filter(({ tone }) => tone !== 'good');
  const open = t('Open Review');
  const browse = t('Open in Browser');
  const said = bad
    ? vscode.window.showWarningMessage(
        `!${iid}: ${reportTitle(outcomes)}. ${bad.what}: ${bad.words} ${bad.advice ?? ''}`.trim(),
        ...(bad.link === undefined ? [open] : [browse, open]),
      )
    : vscode.window.showInformationMessage(
        outcomes.length === 1 ? t('Published to !{0}.', iid) : t('Published {0} drafts to !{1}.', outcomes.length, iid),
        open,
      );
  void said.then((answer) => {
    if (answer === open) show();
    else if (answer === browse) void openInBrowser(bad?.link ?? '');
  });
};

/** Reports an interrupted publication, with a button to look up its outcome. */
export const sayInterrupted = (iid: number, show: () => Promise<unknown>): void => {
  const { t } = vscode.l10n;
  const open = t('Show Result');
  const words = t('The window closed while it was publishing your review of !{0}.', iid);
  void vscode.window.showWarningMessage(words, open).then((answer) => (answer === open ? show() : undefined));
};

/** Reports the outcome of an interrupted publication, before the next one. */
export const sayEarlier = (iid: number, outcomes: readonly KeptOutcome[]): void => {
  const { t } = vscode.l10n;
  const good = outcomes.filter(({ tone }) => tone === 'good').length;
  const rest = outcomes.length - good;
  const message = t('!{0}: an earlier publication was interrupted when its window closed.', iid);
  if (rest === 0) void vscode.window.showInformationMessage(`${message} ${reportTitle(outcomes)}.`);
  else {
    const counts = t('{0}. Check the rest in the review.', reportTitle(outcomes));
    void vscode.window.showWarningMessage(`${message} ${counts}`);
  }
};
