import * as vscode from '../vscode.ts';

/** How long another save of a document is waited for, in milliseconds. */
const otherSaveMs = 5_000;

/**
 * Saves what is typed into a document; false when it could not be saved. While VS Code asks extensions about a save, such
 * as an automatic one, it refuses others: that save is waited for, and has what was typed meanwhile.
 */
export const saveDocument = async (document: vscode.TextDocument): Promise<boolean> => {
  let tell: (() => void) | undefined;
  const otherSave = new Promise<void>((resolve) => (tell = resolve));
  const listener = vscode.workspace.onDidSaveTextDocument((saved) => saved === document && tell?.());
  let timer: NodeJS.Timeout | undefined;
  try {
    if (await document.save()) return true;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, otherSaveMs)));
    await Promise.race([otherSave, waited]);
    return !document.isDirty || (await document.save());
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
};
