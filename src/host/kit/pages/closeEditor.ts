import * as vscode from '../../vscode.ts';
import { saveDocument } from './saveDocument.ts';

/** Saves first, so that VS Code doesn't ask. */
export const closeEditor = async (uri: vscode.Uri): Promise<void> => {
  const isMeant = (other: vscode.Uri): boolean => other.toString() === uri.toString();
  const document = vscode.workspace.textDocuments.find((each) => isMeant(each.uri));
  if (document) await saveDocument(document);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && isMeant(input.uri)),
  );
};
