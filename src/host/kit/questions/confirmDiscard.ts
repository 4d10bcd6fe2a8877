import * as vscode from '../../vscode.ts';

const maxShown = 500;

/** Confirms discarding an unsaved comment. */
export const confirmDiscard = async (
  text: string,
  question = vscode.l10n.t('Discard this unsaved comment?'),
): Promise<boolean> => {
  const yes = vscode.l10n.t('Discard');
  const detail = text.slice(0, maxShown);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
};
