import { isUtf8 } from 'node:buffer';
import * as vscode from '../../vscode.ts';
import { byteText } from '../../../model/text/shownText.ts';
import { soon } from '../../soon.ts';

export interface Versions {
  readonly left: vscode.Uri | undefined;
  readonly right: vscode.Uri | undefined;
}

export interface ShownAs {
  readonly title: string;
  /** 1-based, on the new side or the only one. */
  readonly line: number | undefined;
  /** 1-based; takes precedence if both sides are drawn. */
  readonly leftLine?: number | undefined;
}

/** Opens a diff editor; for an added or deleted file a plain one, because a diff editor draws an empty changed line. */
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

export const showChanges = async (title: string, files: readonly Versions[]): Promise<void> => {
  const resources = files.map(({ left, right }) => [right ?? left, left, right]);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
  await Promise.all(files.map(({ left, right }) => openInOneEncoding([left, right])));
};

/**
 * Opens read-only versions that are not UTF-8 in one encoding; VS Code would show their bytes as one character. The
 * user's own settings win.
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
    // undefined in Windows-1252
    const encoding = /[\x81\x8d\x8f\x90\x9d]/.test(byteText(whole)) ? 'iso88591' : 'windows1252';
    await Promise.all(sides.map((uri) => openTextDocument(uri, { encoding })));
  } catch {
    // the editor reports its own error
  }
};

/** The left side is hidden in an inline diff. */
const enterLeft = async (left: vscode.Uri, line: number): Promise<void> => {
  if (vscode.workspace.getConfiguration('diffEditor').get('renderSideBySide') === false) return;
  const focus = () => vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
  await focus();
  let attempts = 0;
  const editor = await soon(() => {
    const { activeTextEditor: active } = vscode.window;
    if (active?.document.uri.toString() === left.toString()) return active;
    attempts += 1;
    // a comment thread that VS Code collapses takes the focus back
    if (attempts % 5 === 0) void focus();
    return undefined;
  });
  if (editor === undefined) return;
  const range = startOf(line);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
};

const startOf = (line: number): vscode.Range => new vscode.Range(line - 1, 0, line - 1, 0);
