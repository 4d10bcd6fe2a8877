import * as vscode from '../../vscode.ts';

/** Longest wait for VS Code to draw a thread above the line, and the first in a file just opened. */
const nextMs = 1_500;
const firstMs = 8_000;

/** Beyond these the user is probably scrolling. */
const maxReveals = 12;

let following: vscode.Disposable | undefined;

/**
 * Centres a line (0-based), again when threads drawn above push it away and the cursor is still on it. `isDrawn`: the
 * threads are drawn already.
 */
export const showInMiddle = (editor: vscode.TextEditor, line: number, isDrawn: boolean): void => {
  following?.dispose();
  let reveals = 0;
  let waiting: NodeJS.Timeout | undefined;
  const reveal = (): void => {
    reveals += 1;
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
    clearTimeout(waiting);
    const longestMs = isDrawn || reveals > 1 ? nextMs : firstMs;
    waiting = setTimeout(() => void listening.dispose(), longestMs).unref();
  };
  const listening = vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
    if (textEditor !== editor || editor.selection.active.line !== line || reveals === maxReveals) return;
    const isInside = visibleRanges.some(({ start, end }) => start.line <= line && line < end.line);
    if (!isInside) reveal();
  });
  following = listening;
  reveal();
};
