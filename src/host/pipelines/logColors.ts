import * as vscode from '../vscode.ts';
import type { LogLine, LogStyle } from '../../model/jobLog.ts';

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

/** Colours logs in sight as the theme colours its terminal. `linesOf` gives the lines of a document of the scheme. */
export const colorLogs = (
  scheme: string,
  linesOf: (uri: vscode.Uri) => Promise<readonly LogLine[]>,
): vscode.Disposable => {
  const types = new Map<string, vscode.TextEditorDecorationType>();
  const typeOf = ({ color, isBold }: LogStyle): vscode.TextEditorDecorationType => {
    const key = JSON.stringify([color, isBold]);
    const theme = `terminal.ansi${(color ?? 0) > 7 ? 'Bright' : ''}${names[(color ?? 0) % 8] ?? ''}`;
    const style = {
      ...(color === undefined ? {} : { color: new vscode.ThemeColor(theme) }),
      ...(isBold === true ? { fontWeight: 'bold' } : {}),
    };
    const type = types.get(key) ?? vscode.window.createTextEditorDecorationType(style);
    types.set(key, type);
    return type;
  };
  const color = async (editor: vscode.TextEditor): Promise<void> => {
    const { document, visibleRanges } = editor;
    if (document.uri.scheme !== scheme) return;
    const lines = await linesOf(document.uri);
    const first = visibleRanges[0]?.start.line ?? 0;
    const pieces = lines.slice(first, (visibleRanges.at(-1)?.end.line ?? 0) + 1).flatMap(({ spans }, index) =>
      spans.map(({ start, end, style }) => {
        return { type: typeOf(style), range: new vscode.Range(first + index, start, first + index, end) };
      }),
    );
    const ranges = Map.groupBy(pieces, ({ type }) => type);
    for (const type of types.values()) editor.setDecorations(type, ranges.get(type)?.map(({ range }) => range) ?? []);
  };
  const all = (): void => vscode.window.visibleTextEditors.forEach((editor) => void color(editor));
  return vscode.Disposable.from(
    { dispose: () => types.forEach((type) => type.dispose()) },
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => void color(textEditor)),
    vscode.window.onDidChangeVisibleTextEditors(all),
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => uri.scheme === scheme && all()),
  );
};
