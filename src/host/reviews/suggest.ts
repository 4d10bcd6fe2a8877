import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from '../vscode.ts';
import { isCommentBox } from '../kit/commentBox.ts';
import { suggestionBlock } from '../../model/reviews/suggestion.ts';
import type { ReviewsArea } from './area.ts';
import { readReviewFile } from './reviewFiles.ts';
import { commentHere, isReply } from './writing.ts';

/** Until the box is there. */
const mostTries = 6;

/**
 * Puts a suggestion with the commented lines into the box the cursor is in; opens the box on the selected lines if none
 * is open. Called by a button of a box, gives the suggestion to the clipboard and leaves the box as it is.
 */
export const insertSuggestion = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const reply = isReply(argument) ? argument : undefined;
  await suggest(area, reply);
  // VS Code empties a box once its command has ended: what was typed must stay, so this one does not end
  if (reply !== undefined && reply.text.trim() !== '') await new Promise<never>(() => undefined);
};

const suggest = async (area: ReviewsArea, reply: vscode.CommentReply | undefined): Promise<void> => {
  const { t } = vscode.l10n;
  const { typed } = area.reviews;
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
      t('Suggestions apply to the new version: comment on its side of the diff.'),
    );
    return;
  }
  const { first, last } = lines.span;
  const old = Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first - 1 + index).text);
  const text = suggestionBlock(old);
  if (reply === undefined) {
    if (isBoxOpen || (await commentHere(area))) await pasteInto(text);
    return;
  }
  // a button takes the cursor out of its box, and VS Code does not name the box: another might be filled
  await copied(text, t('Suggestion copied. Paste it into your comment.'));
};

const linesOf = ({ uri, range }: vscode.CommentThread) =>
  range && { uri, span: { side: 'new' as const, first: range.start.line + 1, last: range.end.line + 1 } };

/** Pastes a text where the cursor is: boxes are no text editors to extensions. */
const pasteInto = async (text: string): Promise<void> => {
  let isThere = false;
  // what a box holds does not tell: by then the user may have typed into it
  const following = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    isThere ||= isCommentBox(document) && contentChanges.some((each) => each.text.replaceAll('\r', '').includes(text));
  });
  for (let tries = 0; tries < mostTries && !isThere; tries += 1) {
    await delay(200);
    if (!isThere)
      await vscode.commands.executeCommand('default:paste', { text, pasteOnNewLine: false, multicursorText: null });
  }
  following.dispose();
  if (!isThere) await copied(text, vscode.l10n.t('No comment is open. The suggestion is in the clipboard.'));
};

const copied = async (text: string, words: string): Promise<void> => {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(words);
};
