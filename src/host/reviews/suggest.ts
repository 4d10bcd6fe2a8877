import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { suggestionBlock } from '../../model/review/suggestion.ts';
import type { App } from '../app.ts';
import { readReviewFile } from './reviewFiles.ts';
import { commentHere } from './writing.ts';

/** How long the box takes to be there, or to be emptied by VS Code after one of its buttons was pressed. */
const triesOf50Ms = 40;

/**
 * Puts a suggestion with the commented lines into the box: called by a button of the box, or from the keyboard, where
 * it opens the box on the selected lines if none is open.
 */
export const insertSuggestion = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const reply = isReply(argument) ? argument : undefined;
  const { typed } = app.reviews;
  const open = typed.activeBox;
  const lines = reply ? linesOf(reply.thread) : typed.linesOf(open?.document);
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
  if (reply) return putInto(text, () => emptyBox(app));
  if (open === undefined && !(await commentHere(app))) return;
  await putInto(text, () => typed.activeBox ?? emptyBox(app));
};

const isReply = (argument: unknown): argument is vscode.CommentReply =>
  typeof argument === 'object' && argument !== null && 'thread' in argument && 'text' in argument;

const linesOf = ({ uri, range }: vscode.CommentThread) =>
  range && { uri, span: { side: 'new' as const, first: range.start.line + 1, last: range.end.line + 1 } };

/** The box whose button was pressed, once VS Code has emptied it. */
const emptyBox = ({ reviews: { typed } }: App): vscode.TextEditor | undefined =>
  typed.lastBox?.document.getText() === '' ? typed.lastBox : undefined;

const putInto = async (text: string, find: () => vscode.TextEditor | undefined): Promise<void> => {
  for (let tries = 0; tries < triesOf50Ms; tries += 1) {
    await delay(50);
    const box = find();
    if (box === undefined) continue;
    const isDone = await box.edit((edit) => edit.insert(box.selection.active, text));
    await delay(50);
    if (isDone && box.document.getText().includes(text)) return;
  }
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No comment is being written. The suggestion is in the clipboard.'),
  );
};
