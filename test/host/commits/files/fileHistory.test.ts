import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { forgetRequests, receivedRequests, settledRows, signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { folder, inClone, onServer, titles } from '../browsing.ts';

const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@acme.example', '-c', 'commit.gpgsign=false'];

describe('the history of a file', function () {
  this.timeout(60_000);
  const ui = hands();
  const app = signedIn();

  beforeEach(() => app().commits.setFilter({}));

  afterEach(async () => {
    inClone('reset', '--quiet', '--hard', 'origin/main');
    inClone('clean', '--quiet', '-fd');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const uriOf = (file: string): vscode.Uri => vscode.Uri.file(path.join(folder(), file));
  const ask = (uri: vscode.Uri): Thenable<unknown> => vscode.commands.executeCommand('graft.commits.fileHistory', uri);
  const sourceFile = (): string =>
    inClone('ls-files', 'src').split('\n')[0] ?? assert.fail('the sample has no sources');

  it('is that of git for the file of the editor', async () => {
    const file = sourceFile();
    await vscode.window.showTextDocument(uriOf(file));
    await vscode.commands.executeCommand('graft.commits.fileHistory');
    assert.deepEqual(app().commits.filter, { path: file, follow: true });
    const expected = onServer('log', '--format=%s', 'main', '--', file).split('\n');
    assert.deepEqual((await titles(app())).slice(0, expected.length), expected);
  });

  it('is that of a folder of the explorer', async () => {
    await ask(uriOf('src'));
    assert.equal(app().commits.filter.path, 'src');
    assert.deepEqual(await titles(app()), onServer('log', '-40', '--format=%s', 'main', '--', 'src').split('\n'));
  });

  it('is found under the name the server knows when the file was renamed here', async () => {
    const file = sourceFile();
    inClone('mv', file, 'renamed-here.txt');
    const git = vscode.extensions.getExtension<{ getAPI(version: 1): { repositories: { status(): Promise<void> }[] } }>(
      'vscode.git',
    );
    await git?.exports.getAPI(1).repositories[0]?.status();
    await ask(uriOf('renamed-here.txt'));
    await poll(() => app().commits.filter.path === file, { what: 'the former name' });
  });

  it('says that no commit has a file yet', async () => {
    writeFileSync(uriOf('brand-new.txt').fsPath, 'new\n');
    await ask(uriOf('brand-new.txt'));
    await ui.hears(/^No commit has brand-new\.txt yet\.$/);
    assert.deepEqual(app().commits.filter, {});
  });

  it('says that a file is in no repository, or not on disk', async () => {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'graft-elsewhere-'));
    writeFileSync(path.join(elsewhere, 'stray.txt'), 'stray\n');
    await ask(vscode.Uri.file(path.join(elsewhere, 'stray.txt')));
    await ui.hears(/^stray\.txt is not in a git repository of the open folder\.$/);
    rmSync(elsewhere, { recursive: true });
    await ask(vscode.Uri.parse('untitled:Untitled-1'));
    await ui.hears(/^Untitled-1 is not a file on disk, so it has no history in git\.$/);
    assert.deepEqual(app().commits.filter, {});
  });

  it('is shown from a file of a commit', async () => {
    const [first] = await settledRows(app().commits);
    const [file] = await settledRows(app().commits, first?.row);
    assert.ok(file?.row.kind === 'file');
    await vscode.commands.executeCommand('graft.commits.fileHistory', file.row);
    assert.equal(app().commits.filter.path, file.row.change.newPath);
    assert.ok((await titles(app())).includes(first?.label ?? ''));
  });

  describe('and the commit of a line', () => {
    const lineCommit = (file: string, line: number): Thenable<unknown> =>
      vscode.commands.executeCommand('graft.commits.lineCommit', { uri: uriOf(file), lineNumber: line });

    it('is the one git blames', async () => {
      const file = sourceFile();
      await lineCommit(file, 1);
      const sha = inClone('blame', '-l', '--root', '-L1,1', file).split(' ')[0] ?? '';
      await poll(() => app().commitPages.active?.sha === sha, { what: 'the page of the commit' });
    });

    it('is found at the cursor, counted in the text as it is, not as it was saved', async () => {
      const file = sourceFile();
      const editor = await vscode.window.showTextDocument(uriOf(file));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed just now\n'));
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      await vscode.commands.executeCommand('graft.commits.lineCommit');
      await ui.hears(/^Line 1 is not committed yet\.$/);
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      await vscode.commands.executeCommand('graft.commits.lineCommit');
      const sha = inClone('blame', '-l', '--root', '-L1,1', file).split(' ')[0] ?? '';
      await poll(() => app().commitPages.active?.sha === sha, { what: 'the page of the commit' });
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('is named even when the server does not have it', async () => {
      const file = sourceFile();
      writeFileSync(uriOf(file).fsPath, 'mine alone\n');
      inClone(...asSomebody, 'commit', '--quiet', '-am', 'Only here');
      const sha = inClone('rev-parse', 'HEAD');
      await lineCommit(file, 1);
      const said = await ui.hears(/^The line comes from commit/);
      assert.match(
        said.text,
        new RegExp(
          `commit ${sha.slice(0, 8)} “Only here” by Somebody\\. acme/orchard on .* does not have this commit\\. It may`,
        ),
      );
    });

    it('is none for a file no commit has', async () => {
      writeFileSync(uriOf('brand-new.txt').fsPath, 'new\n');
      await forgetRequests();
      await lineCommit('brand-new.txt', 1);
      await ui.hears(/^No commit has brand-new\.txt yet\.$/);
      assert.deepEqual(
        (await receivedRequests()).filter(({ operation }) => operation === 'getCommit'),
        [],
      );
    });
  });
});
