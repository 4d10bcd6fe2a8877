import * as vscode from '../../vscode.ts';

const otherSaveMs = 5_000;

/**
 * Saves a document; false on failure. VS Code refuses while another save, such as auto save, is running: awaits that
 * one.
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
