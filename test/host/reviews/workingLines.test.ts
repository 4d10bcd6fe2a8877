import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { readReviewFile } from '../../../src/host/reviews/files/reviewFiles.ts';
import { hands } from '../hands.ts';
import { forecast, reviewed, reviewWindow } from './reviewHands.ts';

describe('a comment on lines of a file on disk', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const ui = hands();
  let app: App;

  const root = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const onDisk = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), path);
  const git = (...args: readonly string[]) => promisify(execFile)('git', [...args], { cwd: root().fsPath });
  const begin = async (path: string, lines: readonly [number, number]): Promise<void> => {
    const selection = new vscode.Range(lines[0] - 1, 2, lines[1] - 1, 3);
    await vscode.window.showTextDocument(onDisk(path), { selection });
    await vscode.commands.executeCommand('graft.reviews.comment');
  };

  before(() => {
    app = window();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await git('checkout', '--quiet', '--', '.');
    ui.forget();
  });

  it('leads to the lines they are in the merge request of its branch', async () => {
    const path = onDisk(forecast).fsPath;
    await writeFile(path, `// mine\n// too\n${await readFile(path, 'utf8')}`);
    await begin(forecast, [8, 9]);
    await ui.hears(/^Lines 6 to 7 of !5 are selected\.$/);
    const editor = vscode.window.visibleTextEditors.find(({ document }) => readReviewFile(document.uri) !== undefined);
    const file = editor && readReviewFile(editor.document.uri);
    assert.deepEqual([file?.iid, file?.newPath, file?.side], [reviewed, forecast, 'new']);
    assert.deepEqual([editor?.selection.start.line, editor?.selection.end.line], [5, 6]);
  });

  it('says why it does not begin, and opens nothing', async () => {
    const path = onDisk(forecast).fsPath;
    await begin('README.md', [1, 1]);
    await ui.hears(/^!5 does not change README\.md\.$/);
    const editor = await vscode.window.showTextDocument(onDisk(forecast));
    assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// not saved\n')));
    await vscode.commands.executeCommand('graft.reviews.comment');
    await ui.hears(/^Save the file first/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Math.ceil', 'Math.floor'));
    await begin(forecast, [7, 7]);
    await ui.hears(/^You have changed these lines: !5 does not have them\.$/);
    assert.ok(vscode.window.visibleTextEditors.every(({ document: { uri } }) => readReviewFile(uri) === undefined));
    assert.ok(app.project.open);
  });
});
