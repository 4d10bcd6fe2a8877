import * as vscode from '../vscode.ts';

/** Characters of a text that the question shows. */
const mostShown = 500;

/** Asks before a text is thrown away that no server has. */
export const confirmDiscard = async (text: string): Promise<boolean> => {
  const { t } = vscode.l10n;
  const yes = t('Discard');
  const question = t('Discard this unsaved comment?');
  const detail = text.slice(0, mostShown);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
};
