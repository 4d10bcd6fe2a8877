import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { suggestionBlock } from '../../model/review/suggestion.ts';
import type { App } from '../app.ts';
import { readReviewFile } from './reviewFiles.ts';
import { commentHere } from './writing.ts';

/** Until the box is there, or VS Code has emptied it after one of its buttons was pressed. */
const mostTries = 6;

/**
 * Puts a suggestion with the commented lines into the box: called by a button of the box, or from the keyboard, where
 * it opens the box on the selected lines if none is open.
 */
export const insertSuggestion = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const reply = isReply(argument) ? argument : undefined;
  const { typed } = app.reviews;
  // from a box only its own text tells that it is open: an empty one cannot be told from none
  const isBoxOpen = typed.lastBox !== undefined && typed.lastBox.getText() !== '';
  const lines = reply ? linesOf(reply.thread) : typed.linesOf(isBoxOpen ? typed.lastBox : undefined);
  const file = lines && readReviewFile(lines.uri);
  const document = lines && vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === lines.uri.toString());
  if (lines === undefined || file === undefined || document === undefined) {
    void vscode.window.showInformationMessage(t('Select lines in the diff of a merge request first.'));
    return;
  }
  if (file.side === 'old') {
    void vscode.window.showInformationMessage(
      t('Suggestions change the new version: comment on its side of the diff.'),
    );
    return;
  }
  const { first, last } = lines.span;
  const old = Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first - 1 + index).text);
  // what was in the box already goes on before the block: a button empties the box
  const before = reply?.text.trim() ?? '';
  const text = `${before === '' ? '' : `${before}\n\n`}${suggestionBlock(old)}`;
  if (reply === undefined && !isBoxOpen && !(await commentHere(app))) return;
  await putInto(app, text, reply ? 'lastBox' : 'cursor');
};

const isReply = (argument: unknown): argument is vscode.CommentReply =>
  typeof argument === 'object' && argument !== null && 'thread' in argument && 'text' in argument;

const linesOf = ({ uri, range }: vscode.CommentThread) =>
  range && { uri, span: { side: 'new' as const, first: range.start.line + 1, last: range.end.line + 1 } };

/**
 * Puts a text into a box. Boxes are no text editors to extensions: it is pasted where the cursor is, and after a button
 * was pressed, which takes the cursor away, it goes into the document of the box that was typed into last.
 */
const putInto = async ({ reviews: { typed } }: App, text: string, way: 'cursor' | 'lastBox'): Promise<void> => {
  const isThere = (): boolean =>
    vscode.workspace.textDocuments.some(
      (document) => document.uri.scheme === 'comment' && document.getText().includes(text),
    );
  for (let tries = 0; tries < mostTries; tries += 1) {
    await delay(200);
    if (isThere()) return;
    const box = typed.lastBox;
    if (way === 'cursor') {
      await vscode.commands.executeCommand('default:paste', { text, pasteOnNewLine: false, multicursorText: null });
    } else if (box !== undefined) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(box.uri, box.lineAt(box.lineCount - 1).range.end, text);
      await vscode.workspace.applyEdit(edit);
    }
  }
  if (isThere()) return;
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No comment is being written. The suggestion is in the clipboard.'),
  );
};
