import * as vscode from '../../vscode.ts';
import { soon } from '../../soon.ts';
import type { ShownLine } from './openChangedFiles.ts';

export const isAt = (
  cursor: ShownLine | undefined,
  lines: readonly ShownLine[],
  what: 'line' | 'file' = 'line',
): boolean =>
  lines.some(({ uri, line }) => uri.toString() === cursor?.uri.toString() && (what === 'file' || line === cursor.line));

export const lineIn = (editor: vscode.TextEditor | undefined): ShownLine | undefined =>
  editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };

/** Waits briefly until the cursor is on one of the lines; resolves to its editor. */
export const arrival = (lines: readonly ShownLine[]): Promise<vscode.TextEditor | undefined> =>
  soon(() => {
    const { activeTextEditor: active } = vscode.window;
    return isAt(lineIn(active), lines) ? active : undefined;
  });
