import * as vscode from 'vscode';
import { type KeptOutcome, reportTitle } from './publishReports.ts';

/** Tells what came of a publication; a button leads to the review page. */
export const sayOutcomes = (iid: number, outcomes: readonly KeptOutcome[], show: () => void): void => {
  const { t } = vscode.l10n;
  const [bad] = outcomes.filter(({ tone }) => tone !== 'good');
  const open = t('Open Review Page');
  const said = bad
    ? vscode.window.showWarningMessage(
        `!${iid}: ${reportTitle(outcomes)}. ${bad.what}: ${bad.words} ${bad.advice ?? ''}`.trim(),
        open,
      )
    : vscode.window.showInformationMessage(
        outcomes.length === 1 ? t('Published to !{0}.', iid) : t('Published {0} drafts to !{1}.', outcomes.length, iid),
        open,
      );
  void said.then((answer) => {
    if (answer === open) show();
  });
};
