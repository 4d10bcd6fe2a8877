import * as vscode from '../../vscode.ts';

interface Question {
  readonly question: string;
  readonly title: string;
}

/** Asks which of two texts to keep, with a diff on request; undefined if dismissed. */
export const chooseText = async (
  { question, title }: Question,
  theirs: string,
  own: string,
): Promise<'mine' | 'theirs' | undefined> => {
  const { t } = vscode.l10n;
  const [overwrite, compare, keep] = [t('Overwrite with Mine'), t('Compare'), t('Keep Server Version')];
  const detail = t('On the server:\n{0}\n\nYours:\n{1}', theirs.slice(0, 1_500), own.slice(0, 1_500));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, overwrite, compare, keep);
  if (answer === overwrite) return 'mine';
  if (answer === keep) return 'theirs';
  if (answer !== compare) return undefined;
  const [left, right] = await Promise.all(
    [theirs, own].map((content) => vscode.workspace.openTextDocument({ language: 'markdown', content })),
  );
  if (left && right) await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, title);
  const after = await vscode.window.showWarningMessage(t('Which text do you want to keep?'), overwrite, keep);
  return after === overwrite ? 'mine' : after === keep ? 'theirs' : undefined;
};
