import * as vscode from '../vscode.ts';

/** How long another save of a document is waited for, in milliseconds. */
const otherSaveMs = 5_000;

/**
 * Saves what is typed into a document; false when it could not be saved. While VS Code asks extensions about a save, such
 * as an automatic one, it refuses others: that save is waited for, and has what was typed meanwhile.
 */
export const saveDocument = async (document: vscode.TextDocument): Promise<boolean> => {
  const otherSave = Promise.withResolvers<void>();
  const listener = vscode.workspace.onDidSaveTextDocument((saved) => saved === document && otherSave.resolve());
  let timer: NodeJS.Timeout | undefined;
  try {
    if (await document.save()) return true;
    timer = setTimeout(otherSave.resolve, otherSaveMs);
    await otherSave.promise;
    return !document.isDirty || (await document.save());
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
};
