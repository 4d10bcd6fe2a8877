import * as vscode from '../vscode.ts';

/** Characters of a text that the question shows. */
const mostShown = 500;

/** Asks before a text is thrown away that no server has. */
export const confirmDiscard = async (
  text: string,
  question = vscode.l10n.t('Discard this unsaved comment?'),
): Promise<boolean> => {
  const yes = vscode.l10n.t('Discard');
  const detail = text.slice(0, mostShown);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
};
