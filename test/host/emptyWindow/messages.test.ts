import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { Account } from '../../../src/model/account.ts';
import { git } from '../../support/git.ts';
import { activated, forgetRequests, receivedWrites, sandbox, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { forgetProject, openProject } from '../projects.ts';

const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
const alike = ['scratch/a-b', 'scratch/a/b'];
const hardNames = [
  ...alike,
  'scratch/#42',
  'scratch/100%-full',
  'scratch/🍐',
  'scratch/a&b=c+d;e',
  'scratch/%2F',
  'Scratch/été',
];

describe('the message of a pick that is being written', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let account: Account;
  const written: vscode.Uri[] = [];

  before(async () => {
    app = await activated();
  });

  beforeEach(async () => {
    for (const name of hardNames) ask('update-ref', `refs/heads/${name}`, `refs/heads/${sandbox().target}`);
    account = await addAccount(app, 'maintainer');
    await openProject(app, account, sandbox().project);
  });

  afterEach(async () => {
    for (const uri of written.splice(0)) {
      if (!app.messageDrafts.get(uri)) continue;
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('graft.commits.discardMessage');
    }
    for (const name of hardNames) ask('update-ref', '-d', `refs/heads/${name}`);
    await forgetProject(app);
    await signOut(app);
  });

  const write = async (branch: string, text: string): Promise<vscode.TextDocument> => {
    const project = app.project.open?.project.id ?? assert.fail('no project is open');
    const pick = { action: 'cherryPick', project, sha: sandbox().commits['clean'] ?? '', branch } as const;
    const tip = ask('rev-parse', `refs/heads/${branch}`);
    const uri = await app.messageDrafts.open({ account: account.id, pick, tip, message: 'Suggested' });
    written.push(uri);
    const editor = await vscode.window.showTextDocument(uri);
    await poll(() => editor.document.getText() === 'Suggested', { what: 'the suggested message' });
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text));
    return editor.document;
  };

  const writes = async (): Promise<number> => (await receivedWrites()).filter(({ method }) => method === 'POST').length;

  for (const branch of hardNames) {
    it(`goes to the branch ${branch}`, async () => {
      const text = `For ${branch}\n\n🍏 with more`;
      await write(branch, text);
      await vscode.commands.executeCommand('graft.commits.applyMessage');
      await ui.hears(/^Cherry-picked onto/);
      assert.equal(ask('log', '-1', '--format=%B', `refs/heads/${branch}`), text);
    });
  }

  it('starts from the suggestion again once one was sent', async () => {
    // as long as the suggestion, whose editor must still notice the change
    await write('scratch/#42', 'Different');
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    await ui.hears(/^Cherry-picked onto/);
    ask('update-ref', 'refs/heads/scratch/#42', `refs/heads/${sandbox().target}`);
    await write('scratch/#42', 'And another');
  });

  it('is another one for another branch, however alike their names are', async () => {
    const documents = [];
    for (const branch of alike) documents.push(await write(branch, `For ${branch}`));
    assert.deepEqual(
      documents.map((document) => document.getText()),
      alike.map((branch) => `For ${branch}`),
    );
  });

  it('is not sent empty, and says so', async () => {
    const { uri } = await write('scratch/#42', ' \n\n ');
    await forgetRequests();
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    assert.deepEqual(
      ui.said().map(({ text }) => text),
      ['The message is empty. Enter a message, or discard it.'],
    );
    assert.equal(await writes(), 0);
    await vscode.commands.executeCommand('graft.commits.discardMessage');
    assert.equal(app.messageDrafts.get(uri), undefined);
    // the active editor is updated a moment after closing
    const isClosed = (): boolean => vscode.window.activeTextEditor?.document.uri.scheme !== 'graft-message';
    await poll(isClosed, { what: 'the editor of the message to close' });
  });

  it('is gone once it was discarded, although an editor that saves by itself saves it once more', async () => {
    const { uri } = await write('scratch/#42', 'Words to discard');
    await vscode.commands.executeCommand('graft.commits.discardMessage');
    await app.messageDrafts.writeFile(uri, Buffer.from('Words that come late'));
    assert.equal(app.messageDrafts.stat(uri).type, vscode.FileType.File);
    assert.equal(app.messageDrafts.get(uri), undefined);
    // starts with the suggestion
    await write('scratch/#42', 'Other words');
  });

  it('is kept when its account is removed, and sent once it is there again', async () => {
    const document = await write('scratch/#42', 'Words to keep');
    await app.accounts.remove(account.id);
    await forgetRequests();
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    assert.deepEqual(
      ui.said().map(({ text }) => text),
      ['The account of this cherry-pick has been removed. Add it again; the message is saved.'],
    );
    assert.equal(await writes(), 0);
    assert.equal(app.messageDrafts.get(document.uri)?.message, 'Words to keep');
    await addAccount(app, 'maintainer');
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    await ui.hears(/^Cherry-picked onto/);
    assert.equal(ask('log', '-1', '--format=%B', 'refs/heads/scratch/#42'), 'Words to keep');
  });

  it('is checked again, and not sent by itself, when the branch has moved', async () => {
    const document = await write('scratch/#42', 'Words to keep');
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.example'];
    const ref = 'refs/heads/scratch/#42';
    const pushed = ask(...author, 'commit-tree', `${ref}^{tree}`, '-p', ref, '-m', 'Quicker');
    ask('update-ref', ref, pushed);
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    const { text, buttons } = await ui.hears(/has moved from/);
    assert.match(text, /It was checked again\. It still applies cleanly\.$/);
    assert.deepEqual(buttons, ['Cherry-Pick']);
    assert.equal(ask('rev-parse', ref), pushed);
    ui.willPress('Cherry-Pick');
    ask('update-ref', ref, ask(...author, 'commit-tree', `${ref}^{tree}`, '-p', ref, '-m', 'And again'));
    await vscode.commands.executeCommand('graft.commits.applyMessage');
    await ui.hears(/^Cherry-picked onto/);
    assert.equal(ask('log', '-1', '--format=%B', ref), 'Words to keep');
    assert.equal(app.messageDrafts.get(document.uri), undefined);
  });
});
