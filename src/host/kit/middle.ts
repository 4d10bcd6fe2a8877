import * as vscode from '../vscode.ts';

/** How long VS Code may take to draw the threads of a file that was opened just now. */
const drawingMs = 1_500;

/**
 * Shows a line, 0-based, in the middle of its editor, so that a thread below it is in sight; again when what is drawn above
 * it a moment later has moved it away, unless the cursor has left it.
 */
export const showInMiddle = (editor: vscode.TextEditor, line: number): void => {
  const reveal = (): void =>
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
  reveal();
  const following = vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
    if (textEditor !== editor || editor.selection.active.line !== line) return;
    const isInside = visibleRanges.some(({ start, end }) => start.line <= line && line < end.line);
    if (!isInside) reveal();
  });
  setTimeout(() => void following.dispose(), drawingMs).unref();
};
