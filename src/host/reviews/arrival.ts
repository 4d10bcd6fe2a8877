import * as vscode from '../vscode.ts';
import { showInMiddle } from '../kit/middle.ts';
import { soon } from '../soon.ts';
import type { ShownLine } from './changedFiles.ts';

/** Whether the cursor is on one of the lines, or in one of their files. */
export const isAt = (
  cursor: ShownLine | undefined,
  lines: readonly ShownLine[],
  what: 'line' | 'file' = 'line',
): boolean =>
  lines.some(({ uri, line }) => uri.toString() === cursor?.uri.toString() && (what === 'file' || line === cursor.line));

/** The cursor of an editor. */
export const lineIn = (editor: vscode.TextEditor | undefined): ShownLine | undefined =>
  editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };

/**
 * Waits a moment until the cursor is on one of the lines that are being shown, and keeps that line in the middle while
 * threads are drawn around it.
 */
export const arriveAt = async (lines: readonly ShownLine[]): Promise<void> => {
  const editor = await soon(() => {
    const { activeTextEditor: active } = vscode.window;
    return isAt(lineIn(active), lines) ? active : undefined;
  });
  if (editor) showInMiddle(editor, editor.selection.active.line);
};
