import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { ReviewComment } from '../../../../src/host/reviews/threads/comments.ts';
import { forgetRequests } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { begunThread, drawn, forecast, requestRow, reviewed, reviewWindow, sent, storeOf } from '../reviewHands.ts';

describe('a file on disk that a merge request changes', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const ui = hands();

  const root = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const onDisk = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), path);
  const git = (...args: readonly string[]) => promisify(execFile)('git', [...args], { cwd: root().fsPath });
  const begin = async (path: string, line: number): Promise<void> => {
    const selection = new vscode.Range(line - 1, 2, line - 1, 3);
    await vscode.window.showTextDocument(onDisk(path), { selection });
    await vscode.commands.executeCommand('graft.reviews.comment');
  };

  const onDiskThreads = () => window().reviews.threads.threads.filter(({ uri }) => uri.scheme === 'file');
  const add = (uri: vscode.Uri, text: string, line: number) =>
    vscode.commands.executeCommand('graft.reviews.addToReview', { thread: begunThread(uri, line), text });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await git('checkout', '--quiet', '--', '.');
    ui.forget();
  });

  it('has the threads of the merge request of its branch and takes comments, whatever was edited', async () => {
    const app = window();
    await requestRow(app, /ripeness-forecast/, reviewed);
    const editor = await vscode.window.showTextDocument(onDisk(forecast));
    const thread = await poll(() => onDiskThreads().find(({ range }) => range?.start.line === 6), {
      what: 'the thread in the file',
    });
    assert.match((thread.comments[0] as ReviewComment).source, /Does a week begin/);
    await forgetRequests();
    assert.ok(await editor.edit((change) => change.insert(new vscode.Position(0, 0), '// not saved\n')));
    await poll(() => thread.range?.start.line === 7, { what: 'the thread to be shifted' });
    await add(editor.document.uri, 'From the file', 3);
    await poll(() => drawn(app).includes('Pending|From the file'), { what: 'the draft' });
    const draft = storeOf(app).drafts.find(({ note }) => note === 'From the file') ?? assert.fail();
    assert.equal(draft.position?.new_line, 2);
    await storeOf(app).remove(draft);
    await add(editor.document.uri, 'On a line of my own', 1);
    await ui.hears(/^You have changed these lines: !5 does not have them\./);
    for (const kept of app.reviews.unsent.of(storeOf(app).place)) await app.reviews.unsent.remove(kept);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.window.showTextDocument(onDisk('README.md'));
    assert.deepEqual([await sent('getRawFile'), await sent('listMergeRequestDiffs')], [0, 0]);
    await git('switch', '--quiet', '--detach');
    await app.repositories.reread(root());
    await poll(() => onDiskThreads().length === 0, { what: 'the threads to go with the branch' });
    await git('switch', '--quiet', '-');
    await app.repositories.reread(root());
    await requestRow(app, /ripeness-forecast/, reviewed);
  });

  it('says why a comment does not begin', async () => {
    const path = onDisk(forecast).fsPath;
    await begin('README.md', 1);
    await ui.hears(/^!5 does not change README\.md\.$/);
    await writeFile(path, (await readFile(path, 'utf8')).replace('Math.ceil', 'Math.floor'));
    const document = await vscode.workspace.openTextDocument(onDisk(forecast));
    await poll(() => document.getText().includes('Math.floor'), { what: 'the document to be read again' });
    await begin(forecast, 7);
    await ui.hears(/^You have changed these lines: !5 does not have them\.$/);
  });
});
