import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { suggestionBlock } from '../../model/review/suggestion.ts';
import type { App } from '../app.ts';
import { readReviewFile } from './reviewFiles.ts';
import { commentHere, isReply } from './writing.ts';

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
  if (reply === undefined) {
    if (isBoxOpen || (await commentHere(app))) await pasteInto(text);
    return;
  }
  const box = boxOf(app, reply);
  if (box === undefined) {
    await copied(text);
    return;
  }
  // VS Code empties the box once its command has ended
  void refill(box, text).catch(async (error: unknown) => {
    app.log.error('A suggestion could not be put into its box.', error);
    await copied(text);
  });
};

const linesOf = ({ uri, range }: vscode.CommentThread) =>
  range && { uri, span: { side: 'new' as const, first: range.start.line + 1, last: range.end.line + 1 } };

/**
 * The box a button was pressed in; undefined when it cannot be told from others. VS Code does not name it: it is the
 * one that says what the command was given, among those of threads that have begun, or of those that have comments.
 */
const boxOf = ({ reviews: { typed } }: App, { thread, text }: vscode.CommentReply): vscode.TextDocument | undefined => {
  const boxes = typed.boxes(thread.comments.length === 0 ? 'begun' : 'replies');
  const [box, another] = boxes.filter((each) => each.getText().trim() === text.trim());
  return another === undefined ? box : undefined;
};

/** Puts a text into a box that VS Code is about to empty. */
const refill = async (box: vscode.TextDocument, text: string): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    await delay(200);
    if (box.isClosed) break;
    if (box.getText().includes(text)) return;
    if (box.getText().trim() !== '' && tries + 1 < mostTries) continue;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(box.uri, new vscode.Range(0, 0, box.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
  if (!box.getText().includes(text)) await copied(text);
};

/** Pastes a text where the cursor is: boxes are no text editors to extensions. */
const pasteInto = async (text: string): Promise<void> => {
  const isThere = (): boolean =>
    vscode.workspace.textDocuments.some(
      (document) => document.uri.scheme === 'comment' && document.getText().includes(text),
    );
  for (let tries = 0; tries < mostTries; tries += 1) {
    await delay(200);
    if (isThere()) return;
    await vscode.commands.executeCommand('default:paste', { text, pasteOnNewLine: false, multicursorText: null });
  }
  if (!isThere()) await copied(text);
};

const copied = async (text: string): Promise<void> => {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The box of this comment was not found. Your text with the suggestion is in the clipboard: paste it.',
    ),
  );
};
