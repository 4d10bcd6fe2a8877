import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { fileScheme, fileVersionUri } from '../../../../src/host/kit/pages/fileVersions.ts';
import type { OpenProject } from '../../../../src/host/shell/currentProject.ts';
import { git } from '../../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signOut,
} from '../../../support/window/inHost.ts';
import { addAccount } from '../../accounts.ts';
import { forgetProject, openProject } from '../../projects.ts';

describe('a file at a commit', function () {
  this.timeout(60_000);
  const { fs } = vscode.workspace;
  let app: App;
  let open: OpenProject;

  before(async () => {
    app = await activated();
  });

  beforeEach(async () => {
    open = await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
  });

  afterEach(async () => {
    await setFaults([]);
    await forgetProject(app);
    await signOut(app);
  });

  const uriOf = (path: string, ref: string | undefined, project = open.project.id): vscode.Uri =>
    fileVersionUri({ account: open.account.id, project, path, ref });

  const bytesInGit = (ref: string, path: string): Buffer =>
    execFileSync('git', ['-C', sandbox().repository, 'cat-file', 'blob', `${ref}:${path}`]);

  const filesOf = (sha: string): string[] =>
    git(sandbox().repository, 'diff-tree', '--no-commit-id', '--name-only', '-r', '-z', sha)
      .split('\0')
      .filter(Boolean);

  it('has the bytes git has, also of a file that is no text', async () => {
    const sha = sandbox().commits['binary'] ?? '';
    const files = filesOf(sha);
    assert.ok(files.some((file) => bytesInGit(sha, file).includes(0)));
    for (const file of files) {
      const bytes = await fs.readFile(uriOf(file, sha));
      assert.ok(bytesInGit(sha, file).equals(bytes), file);
    }
  });

  it('is read once', async () => {
    const uri = uriOf('package.json', 'v1.0.0');
    await fs.readFile(uri);
    await forgetRequests();
    await fs.readFile(uri);
    await fs.stat(uri);
    // views send other requests
    const read = (await receivedRequests()).filter(({ operation }) => operation === 'getRawFile');
    assert.deepEqual(read, []);
  });

  it('cannot be written, deleted or renamed', async () => {
    const uri = uriOf('README.md', 'main');
    assert.equal(fs.isWritableFileSystem(fileScheme), false);
    const { permissions, type } = await fs.stat(uri);
    assert.deepEqual([permissions, type], [vscode.FilePermission.Readonly, vscode.FileType.File]);
    await assert.rejects(async () => fs.writeFile(uri, Buffer.from('mine')));
    await assert.rejects(async () => fs.delete(uri));
    await assert.rejects(async () => fs.rename(uri, uriOf('README.txt', 'main')));
    const editor = await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('type', { text: 'mine' });
    assert.equal(editor.document.isDirty, false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is empty on the side where it does not exist', async () => {
    assert.equal((await fs.readFile(uriOf('whatever', undefined))).length, 0);
  });

  for (const [what, path, ref] of [
    ['the path', 'no/such/file.ts', 'main'],
    ['the commit', 'README.md', 'f'.repeat(40)],
  ] as const) {
    it(`is said not to exist when ${what} is unknown`, async () => {
      await assert.rejects(
        async () => fs.stat(uriOf(path, ref)),
        (error) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
      );
    });
  }

  it('says what happened when the server cannot give it, and is read again', async () => {
    await setFaults([{ operation: 'getRawFile', fault: 'status', status: 500, body: { message: 'disk' } }]);
    const uri = uriOf('README.md', 'v1.1.0');
    await assert.rejects(async () => fs.readFile(uri), /returned an error: “disk” \(500\)/);
    await setFaults([]);
    assert.ok((await fs.readFile(uri)).length > 0);
  });

  it('says that its account is gone', async () => {
    const uri = uriOf('README.md', 'v2.0.0');
    await app.accounts.remove(open.account.id);
    await assert.rejects(async () => fs.readFile(uri), /The account this file was opened with has been removed\./);
  });
});
