import { isUtf8 } from 'node:buffer';
import * as vscode from '../../vscode.ts';
import { isCommentBox, isReply } from '../../kit/pages/commentBox.ts';
import { suggestionBlock } from '../../../model/reviews/suggestion.ts';
import { byteText } from '../../../model/text/shownText.ts';
import { soon } from '../../soon.ts';
import type { ReviewsArea } from '../area.ts';
import { commentHere } from '../drafts/writeComment.ts';

/**
 * Inserts a suggestion with the commented lines into the focused comment editor, or the button's; opens one if needed.
 * Copies it when the editor can't be identified.
 */
export const insertSuggestion = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const reply = isReply(argument) ? argument : undefined;
  const isWritten = await suggest(area, reply);
  // VS Code clears the comment editor once its button's command ends, so this promise never resolves
  if (reply !== undefined && (isWritten || reply.text.trim() !== '')) await new Promise<never>(() => undefined);
};

const suggest = async (area: ReviewsArea, reply: vscode.CommentReply | undefined): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { typed } = area.reviews;
  // only its text proves that an editor is open
  const open = typed.lastBox?.getText() === '' ? undefined : typed.lastBox;
  const lines = reply ? linesOf(reply.thread) : typed.linesOf(open);
  const file = lines && area.reviews.threads.fileOf(lines.uri);
  const document = lines && vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === lines.uri.toString());
  if (lines?.span === undefined || file === undefined || document === undefined) {
    void vscode.window.showInformationMessage(t('Select lines in the diff of a merge request first.'));
    return false;
  }
  if (file.side === 'old') {
    void vscode.window.showInformationMessage(
      t('Suggestions apply to the new version: comment on its side of the diff.'),
    );
    return false;
  }
  const { first, last } = lines.span;
  const bytes = byteText(await vscode.workspace.fs.readFile(lines.uri)).split(/\r\n?|\n/);
  // unsaved edits shift the lines of a file on disk
  const shown = lines.uri.scheme === 'file' ? bytes : bytes.slice(first - 1, last);
  if (!isUtf8(Buffer.from(shown.join('\n'), 'latin1'))) {
    void vscode.window.showInformationMessage(
      t('Lines that are not UTF-8 cannot have a suggestion: applying it would replace their bytes.'),
    );
    return false;
  }
  const text = suggestionBlock(
    Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first - 1 + index).text),
  );
  if (reply === undefined && open === undefined && !(await commentHere(area))) return false;
  const box = reply ? boxWith(reply.text) : open ? boxOf(open) : await soon(boxInFront);
  if (box && (await writeInto(box, text))) return true;
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(t('Suggestion copied. Paste it into your comment.'));
  return false;
};

const linesOf = ({ uri, range }: vscode.CommentThread) =>
  range && { uri, span: { side: 'new' as const, first: range.start.line + 1, last: range.end.line + 1 } };

/** VS Code exposes comment editors as text editors. */
const boxesInSight = (): readonly vscode.TextEditor[] =>
  vscode.window.visibleTextEditors.filter(({ document }) => isCommentBox(document));

/** VS Code doesn't say which editor's button was pressed; undefined when the text is ambiguous. */
const boxWith = (text: string): vscode.TextEditor | undefined => {
  const [only, another] = boxesInSight().filter(({ document }) => document.getText() === text);
  return another === undefined ? only : undefined;
};

const boxOf = (document: vscode.TextDocument): vscode.TextEditor | undefined =>
  boxesInSight().find((editor) => editor.document === document);

const boxInFront = (): vscode.TextEditor | undefined => {
  const { activeTextEditor: active } = vscode.window;
  return active && isCommentBox(active.document) ? active : undefined;
};

/** Inserts at the cursor, on separate lines. */
const writeInto = (box: vscode.TextEditor, text: string): Thenable<boolean> => {
  const { document, selection } = box;
  const { start, end } = selection;
  const before = document.lineAt(start.line).text.slice(0, start.character).trim() === '' ? '' : '\n';
  const after = document.lineAt(end.line).text.slice(end.character).trim() === '' ? '' : '\n';
  return box.edit((edit) => edit.replace(selection, before + text + after));
};
