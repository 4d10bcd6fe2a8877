import * as vscode from '../vscode.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { type KeptOutcome, reportTitle } from './publishReports.ts';

/** Tells what came of a publication; a button leads to the review page. */
export const sayOutcomes = (iid: number, outcomes: readonly KeptOutcome[], show: () => void): void => {
  const { t } = vscode.l10n;
  const [bad] = outcomes.filter(({ tone }) => tone !== 'good');
  const open = t('Open Review Page');
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

/** Tells what came of a publication that was cut off when a window closed, before the next one is sent. */
export const sayEarlier = (iid: number, outcomes: readonly KeptOutcome[]): void => {
  const { t } = vscode.l10n;
  const good = outcomes.filter(({ tone }) => tone === 'good').length;
  const rest = outcomes.length - good;
  const message = t('!{0}: an earlier publication was interrupted when its window closed.', iid);
  if (rest === 0) void vscode.window.showInformationMessage(`${message} ${reportTitle(outcomes)}.`);
  else {
    const counts = t('{0}. Check the rest on the review page.', reportTitle(outcomes));
    void vscode.window.showWarningMessage(`${message} ${counts}`);
  }
};
