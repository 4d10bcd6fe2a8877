import * as vscode from '../vscode.ts';

/** Closes the tabs of a document, whichever has the focus, without VS Code's question: it is saved first. */
export const closeEditor = async (uri: vscode.Uri): Promise<void> => {
  const isMeant = (other: vscode.Uri): boolean => other.toString() === uri.toString();
  await vscode.workspace.textDocuments.find((document) => isMeant(document.uri))?.save();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && isMeant(input.uri)),
  );
};
