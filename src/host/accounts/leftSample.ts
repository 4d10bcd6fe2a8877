import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from '../vscode.ts';

/** The folder of this window; undefined where none is open. */
export const openFolder = (): vscode.Uri | undefined => vscode.workspace.workspaceFolders?.[0]?.uri;

/**
 * Where the window of a folder finds what it needs to go on with the sample server of the window it replaces. A file: what
 * an editor in a browser is given to store it writes a moment later, which may be when the window has gone.
 */
export const leftSampleFile = (
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  folder: vscode.Uri | undefined,
): string => {
  const name = createHash('sha256').update(String(folder)).digest('hex');
  return join(globalStorageUri.fsPath, 'samples', `${name}.json`);
};
