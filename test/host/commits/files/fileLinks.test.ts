import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { fileVersionUri, readFileVersion } from '../../../../src/host/kit/pages/fileVersions.ts';
import { signedIn } from '../../../support/window/inHost.ts';
import { hands } from '../../hands.ts';
import { folder, inClone } from '../browsing.ts';

describe('the link to a file', function () {
  this.timeout(60_000);
  const ui = hands();
  const file = 'package.json';
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@acme.example', '-c', 'commit.gpgsign=false'];
  const app = signedIn();
  let text: string;

  before(async () => {
    text = inClone('show', `origin/main:${file}`);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    inClone('reset', '--quiet', '--hard', 'origin/main');
    inClone('clean', '--quiet', '-fd');
  });

  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder(), name));
  /** A link without the project's URL. */
  const link = async (...given: readonly unknown[]): Promise<string> => {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('graft.commits.copyFileLink', ...given);
    return (await vscode.env.clipboard.readText()).replace(`${app().project.open?.project.web_url}/-/`, '');
  };
  const select = async (first: number, last: number): Promise<void> => {
    const editor = await vscode.window.showTextDocument(uriOf(file));
    editor.selection = new vscode.Selection(first - 1, 0, last - 1, 1);
  };
  const pushed = (): string => inClone('rev-parse', 'origin/main');

  it('has the lines that are selected, as the newest commit that was pushed counts them', async () => {
    await select(2, 4);
    assert.equal(await link(), `blob/${pushed()}/${file}#L2-4`);
    writeFileSync(uriOf(file).fsPath, `// one more\n${text}\n`);
    inClone(...person, 'commit', '--quiet', '--all', '--message=Mine');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await select(3, 3);
    assert.equal(await link(), `blob/${pushed()}/${file}#L2`);
  });

  it('is to the file where the lines were changed or are not saved, and says so', async () => {
    writeFileSync(uriOf(file).fsPath, `// one more\n${text}\n`);
    await select(1, 2);
    assert.equal(await link(), `blob/${pushed()}/${file}`);
    await ui.hears(/^These lines differ from the newest commit that was pushed, so the link is to the file\.$/);
  });

  it('is to the line of a number, to files and folders of the Explorer, and to the version that is shown', async () => {
    assert.equal(await link({ uri: uriOf(file), lineNumber: 7 }), `blob/${pushed()}/${file}#L7`);
    await select(2, 4);
    assert.equal(await link(uriOf(file), [uriOf(file)]), `blob/${pushed()}/${file}`);
    assert.equal(await link(uriOf('src'), []), `tree/${pushed()}/src`);
    const { account, project } = app().project.open ?? assert.fail('no project');
    const ref = inClone('rev-parse', 'origin/main~2');
    const version = fileVersionUri({ account: account.id, project: project.id, path: file, ref });
    assert.equal(await link(version, []), `blob/${ref}/${file}`);
    assert.equal(await link(version.with({ authority: 'gone' }), []), '');
    await ui.hears(/^The account this file was opened with has been removed\.$/);
  });

  it('is to the newest commit that the server says it has where no remote of the clone leads there', async () => {
    const { account, project, root = assert.fail('no clone') } = app().project.open ?? assert.fail('no project');
    inClone(...person, 'commit', '--quiet', '--allow-empty', '--message=Mine');
    await app().project.choose(account, project, { remote: 'none', root });
    assert.equal(await link(uriOf(file), []), `blob/${pushed()}/${file}`);
    await app().project.detect();
  });

  it('opens here what it leads to, at its commit and lines; a branch in it may hold a slash', async () => {
    const page = `${app().project.open?.project.web_url}/-/`;
    const opened = async (at: string) => {
      await vscode.commands.executeCommand('graft.commits.openLink', `${page}${at}`);
      const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
      return [readFileVersion(document.uri).ref, document.getText().trim(), selection.start.line, selection.end.line];
    };
    assert.deepEqual(await opened(`blob/${pushed()}/${file}#L2-4`), [pushed(), text, 1, 3]);
    const there = inClone('rev-parse', 'origin/release/1.0');
    const older = inClone('show', `${there}:${file}`);
    assert.deepEqual(await opened(`blob/release/1.0/${file}`), [there, older, 0, 0]);
    await vscode.commands.executeCommand('graft.commits.openLink', `${page}blob/nowhere/${file}`);
    await ui.hears(/has no branch, tag or commit of “nowhere\/package\.json”/);
  });

  it('is none where the server lacks the file', async () => {
    writeFileSync(uriOf('brand new.txt').fsPath, 'new\n');
    assert.equal(await link(uriOf('brand new.txt')), '');
    await ui.hears(/^The server does not have brand new\.txt yet\. Commit and push it first\.$/);
  });
});
