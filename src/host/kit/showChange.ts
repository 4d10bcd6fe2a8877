import * as vscode from '../vscode.ts';

/** The versions of a changed file; undefined on the side where there is no file. */
export interface Versions {
  readonly left: vscode.Uri | undefined;
  readonly right: vscode.Uri | undefined;
}

/**
 * Shows what has changed in a file, at a line of the new side where one is given (1-based). A file that was added or
 * deleted is shown as it is: a diff editor would draw the side without a file as an empty line that was changed.
 */
export const showChange = async (
  { left, right }: Versions,
  { title, line }: { readonly title: string; readonly line: number | undefined },
): Promise<void> => {
  const { t } = vscode.l10n;
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  const options = { preview: true, ...(selection ? { selection } : {}) };
  if (left && right) await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
  else if (right) await vscode.commands.executeCommand('vscode.open', right, options, t('{0} added', title));
  else if (left) await vscode.commands.executeCommand('vscode.open', left, options, t('{0} deleted', title));
};
