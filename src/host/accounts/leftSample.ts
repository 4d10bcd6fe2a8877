import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from '../vscode.ts';

export const openFolder = (): vscode.Uri | undefined => vscode.workspace.workspaceFolders?.[0]?.uri;

/**
 * State for the window that replaces the sample server's. A file, because VS Code for the Web delays writes to
 * mementos, perhaps until the window is gone.
 */
export const leftSampleFile = (
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  folder: vscode.Uri | undefined,
): string => {
  const name = createHash('sha256').update(String(folder)).digest('hex');
  return join(globalStorageUri.fsPath, 'samples', `${name}.json`);
};
