import * as vscode from '../vscode.ts';

/** How long VS Code may take to draw the next thread above a line, and the first in a file that was not open. */
const nextMs = 1_500;
const firstMs = 8_000;

/** How often the line is brought back at most. After that, the user is probably scrolling. */
const mostReveals = 12;

let following: vscode.Disposable | undefined;

/**
 * Shows a line, 0-based, in the middle of its editor, so that a thread below it is in sight; again when what is drawn above
 * it a moment later has moved it away, unless the cursor has left it. `isDrawn` says that all of it has been drawn before.
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
    if (textEditor !== editor || editor.selection.active.line !== line || reveals === mostReveals) return;
    const isInside = visibleRanges.some(({ start, end }) => start.line <= line && line < end.line);
    if (!isInside) reveal();
  });
  following = listening;
  reveal();
};
