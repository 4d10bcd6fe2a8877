import * as vscode from '../vscode.ts';
import { isCommentBox } from '../kit/commentBox.ts';
import { mostAround, suggestionBlock } from '../../model/reviews/suggestion.ts';
import type { ReviewsArea } from './area.ts';
import { boxesInSight, boxOfReply, nextBox, threadOfBox } from './boxes.ts';
import { readReviewFile } from './reviewFiles.ts';
import { commentHere, isReply } from './writing.ts';

/** Lines of a document, counted from 1, both included. */
interface Lines {
  readonly uri: vscode.Uri;
  readonly first: number;
  readonly last: number;
}

/**
 * Writes a suggestion into the box the cursor is in, or whose button was pressed; opens the box on the selected lines if
 * none is open. It replaces the lines that are selected around the commented one, or the commented lines.
 */
export const insertSuggestion = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const reply = isReply(argument) ? argument : undefined;
  const isWritten = await suggest(area, reply);
  // VS Code empties a box once the command of its button has ended: what is in it must stay, so this one does not end
  if (reply !== undefined && (isWritten || reply.text.trim() !== '')) await new Promise<never>(() => undefined);
};

const suggest = async (area: ReviewsArea, reply: vscode.CommentReply | undefined): Promise<boolean> => {
  const { t } = vscode.l10n;
  const active = vscode.window.activeTextEditor;
  const box = reply ? boxOfReply(area.reviews.threads, reply) : boxOf(area, active);
  const lines = reply ? linesOf(reply.thread) : box ? linesOfBox(area, box.document) : selected(active);
  const document = lines && vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === lines.uri.toString());
  const side = lines && readReviewFile(lines.uri)?.side;
  if (lines === undefined || document === undefined || side === undefined) {
    void vscode.window.showInformationMessage(
      box
        ? t('VS Code does not tell which lines this comment is on. Press the button Insert Suggestion below it.')
        : t('Select lines in the diff of a merge request first.'),
    );
    return false;
  }
  if (side === 'old') {
    void vscode.window.showInformationMessage(
      t('Suggestions apply to the new version: comment on its side of the diff.'),
    );
    return false;
  }
  const { first, last } = around(lines);
  const below = last - lines.last;
  if (lines.last - first > mostAround || below > mostAround) {
    void vscode.window.showInformationMessage(
      t('A suggestion replaces at most {0} lines above the commented line and as many below it.', mostAround),
    );
    return false;
  }
  const old = Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first - 1 + index).text);
  const text = suggestionBlock(old, below);
  const before = boxesInSight();
  if (box === undefined && (reply !== undefined || !(await commentHere(area)))) {
    // VS Code does not name the box of a button: another might be filled
    if (reply !== undefined) await copied(text, t('Suggestion copied. Paste it into your comment.'));
    return false;
  }
  const target = box ?? (await nextBox(before));
  if (target !== undefined && (await write(target, text))) return true;
  await copied(text, t('No comment is open. The suggestion is in the clipboard.'));
  return false;
};

/** The box the cursor is in, or the one that is open on the selected lines. */
const boxOf = (area: ReviewsArea, active: vscode.TextEditor | undefined): vscode.TextEditor | undefined => {
  if (active === undefined || isCommentBox(active.document)) return active;
  const lines = selected(active);
  return boxesInSight().find(({ document }) => {
    const known = area.reviews.typed.knownLinesOf(document);
    return (
      known !== undefined &&
      known.uri.toString() === lines?.uri.toString() &&
      known.span.first === lines.first &&
      known.span.last === lines.last
    );
  });
};

const linesOf = ({ uri, range }: vscode.CommentThread): Lines | undefined =>
  range && { uri, first: range.start.line + 1, last: range.end.line + 1 };

const linesOfBox = (area: ReviewsArea, box: vscode.TextDocument): Lines | undefined => {
  const { threads, typed } = area.reviews;
  const known = typed.knownLinesOf(box);
  if (known !== undefined) return { uri: known.uri, first: known.span.first, last: known.span.last };
  const thread = threadOfBox(threads, box, typed.draftIn(box));
  return thread && linesOf(thread);
};

/** The selected lines of a document of a merge request. A selection that ends before a line's first letter leaves it out. */
const selected = (editor: vscode.TextEditor | undefined): Lines | undefined => {
  if (editor === undefined || readReviewFile(editor.document.uri) === undefined) return undefined;
  const { start, end } = editor.selection;
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { uri: editor.document.uri, first: start.line + 1, last };
};

/** The lines to replace: those selected, where the commented one is among them. */
const around = (lines: Lines): Lines => {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === lines.uri.toString(),
  );
  const chosen = editor?.selection.isEmpty === false ? selected(editor) : undefined;
  return chosen && chosen.first <= lines.last && lines.last <= chosen.last ? chosen : lines;
};

/** Writes a block where the cursor of a box is, on lines of its own. Answers false when the box has gone. */
const write = async (box: vscode.TextEditor, block: string): Promise<boolean> => {
  const { start, end } = box.selection;
  const before = box.document.lineAt(start.line).text.slice(0, start.character);
  const after = box.document.lineAt(end.line).text.slice(end.character);
  const text = `${before === '' ? '' : '\n'}${block}${after === '' ? '' : '\n'}`;
  return box.edit((edit) => edit.replace(new vscode.Range(start, end), text));
};

const copied = async (text: string, words: string): Promise<void> => {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(words);
};
