import { isUtf8 } from 'node:buffer';
import * as vscode from '../vscode.ts';
import { byteText } from '../../model/shownText.ts';
import { soon } from '../soon.ts';

/** The versions of a changed file; undefined on the side where there is no file. */
export interface Versions {
  readonly left: vscode.Uri | undefined;
  readonly right: vscode.Uri | undefined;
}

/** How a change is shown: lines are 1-based, and the cursor is put on them. */
export interface ShownAs {
  readonly title: string;
  /** A line of the new side, or of the only one there is. */
  readonly line: number | undefined;
  /** A line of the old side beside it: the cursor goes there, where both sides are drawn. */
  readonly leftLine?: number | undefined;
}

/**
 * Shows what has changed in a file, at a line where one is given. A file that was added or deleted is shown as it is: a
 * diff editor would draw the side without a file as an empty line that was changed.
 */
export const showChange = async ({ left, right }: Versions, { title, line, leftLine }: ShownAs): Promise<void> => {
  const { t } = vscode.l10n;
  await openInOneEncoding([left, right]);
  const options = { preview: true, ...(line === undefined ? {} : { selection: startOf(line) }) };
  if (left && right) {
    await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
    if (leftLine !== undefined) await enterLeft(left, leftLine);
  } else if (right) await vscode.commands.executeCommand('vscode.open', right, options, t('{0} added', title));
  else if (left) await vscode.commands.executeCommand('vscode.open', left, options, t('{0} deleted', title));
};

/** Shows files side by side in one editor. It is there before files that are not UTF-8 have been found. */
export const showChanges = async (title: string, files: readonly Versions[]): Promise<void> => {
  const resources = files.map(({ left, right }) => [right ?? left, left, right]);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
  await Promise.all(files.map(({ left, right }) => openInOneEncoding([left, right])));
};

/**
 * Opens read-only versions of a file that are not UTF-8 in one encoding: left alone, VS Code shows all their bytes as the
 * same character, unless the user has set another encoding, or has it guess.
 */
export const openInOneEncoding = async (versions: readonly (vscode.Uri | undefined)[]): Promise<void> => {
  const { fs, getConfiguration, openTextDocument } = vscode.workspace;
  const files = getConfiguration('files');
  if (files.get('encoding') !== 'utf8' || files.get('autoGuessEncoding') === true) return;
  const sides = versions.filter((uri) => uri && fs.isWritableFileSystem(uri.scheme) === false) as vscode.Uri[];
  try {
    const contents = await Promise.all(sides.map((uri) => fs.readFile(uri)));
    const whole = Buffer.concat(contents);
    if (contents.every((bytes) => isUtf8(bytes)) || whole.includes(0)) return;
    // these are no characters of Windows-1252
    const encoding = /[\x81\x8d\x8f\x90\x9d]/.test(byteText(whole)) ? 'iso88591' : 'windows1252';
    await Promise.all(sides.map((uri) => openTextDocument(uri, { encoding })));
  } catch {
    // the editor says why it cannot show it
  }
};

/** VS Code opens a diff editor with the cursor on the right side; the left one is hidden where both are one. */
const enterLeft = async (left: vscode.Uri, line: number): Promise<void> => {
  if (vscode.workspace.getConfiguration('diffEditor').get('renderSideBySide') === false) return;
  const focus = () => vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
  await focus();
  let looks = 0;
  const editor = await soon(() => {
    const { activeTextEditor: active } = vscode.window;
    if (active?.document.uri.toString() === left.toString()) return active;
    looks += 1;
    // a thread that VS Code folds at this moment gives the focus back to the side it is on
    if (looks % 5 === 0) void focus();
    return undefined;
  });
  if (editor === undefined) return;
  const range = startOf(line);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
};

const startOf = (line: number): vscode.Range => new vscode.Range(line - 1, 0, line - 1, 0);
