import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lateFiles, lateTexts } from '../../../../src/host/kit/late.ts';

describe('what is loaded when it is first used', () => {
  const counted = () => {
    let listening = 0;
    const event = (): vscode.Disposable => {
      listening += 1;
      return new vscode.Disposable(() => (listening -= 1));
    };
    return { event, count: () => listening };
  };

  it('is loaded once and listened to until it is disposed, for texts', async () => {
    const { event, count } = counted();
    let loads = 0;
    const texts = lateTexts('graft-late-text', async () => {
      loads += 1;
      return { onDidChange: event, provideTextDocumentContent: ({ path }) => `about ${path}` };
    });
    assert.deepEqual([loads, count()], [0, 0]);
    for (const name of ['/one', '/two']) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`graft-late-text:${name}`));
      assert.equal(document.getText(), `about ${name}`);
    }
    assert.deepEqual([loads, count()], [1, 1]);
    texts.dispose();
    assert.equal(count(), 0);
  });

  it('is loaded once and listened to until it is disposed, for files', async () => {
    const { event, count } = counted();
    let loads = 0;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 7 };
    const files = lateFiles('graft-late-file', async () => {
      loads += 1;
      return { onDidChangeFile: event, stat: () => stat } as unknown as vscode.FileSystemProvider;
    });
    for (const name of ['/one', '/two']) {
      assert.equal((await vscode.workspace.fs.stat(vscode.Uri.parse(`graft-late-file:${name}`))).size, 7);
    }
    assert.deepEqual([loads, count()], [1, 1]);
    files.dispose();
    assert.equal(count(), 0);
  });
});
