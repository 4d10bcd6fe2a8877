import * as vscode from '../vscode.ts';

/** The folder of this window; undefined where none is open. */
export const openFolder = (): vscode.Uri | undefined => vscode.workspace.workspaceFolders?.[0]?.uri;

/** Under which key the window of a folder finds what it needs to go on with the sample server of the window it replaces. */
export const leftSampleKey = (folder: vscode.Uri | undefined): string => `graft.sample ${String(folder)}`;
