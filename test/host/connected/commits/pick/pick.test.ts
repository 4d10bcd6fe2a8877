import assert from 'node:assert/strict';
import type { App } from '../../../../../src/extension.ts';
import * as vscode from 'vscode';
import { git } from '../../../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signedIn,
  signIn,
  signOut,
} from '../../../../support/window/inHost.ts';
import { isReleaseLike } from '../../../../../src/model/git/branchOrder.ts';
import { branchesContaining } from '../../../../../src/host/kit/questions/branchRow.ts';
import { poll } from '../../../../support/poll.ts';
import { hands } from '../../../hands.ts';

describe('cherry-picking with a message of one’s own', () => {
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app);
  });

  after(async () => {
    await setFaults([]);
    await signOut(app);
  });

  beforeEach(() => setFaults([]));

  const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);

  const openMessage = async (text: string): Promise<vscode.TextEditor> => {
    const open = app.project.open ?? assert.fail('no project is open');
    const { target, commits } = sandbox();
    const pick = {
      action: 'cherryPick',
      project: open.project.id,
      sha: commits['clean'] ?? '',
      branch: target,
    } as const;
    const uri = await app.messageDrafts.open({
      account: open.account.id,
      pick,
      tip: ask('rev-parse', target),
      message: 'not this',
    });
    const editor = await vscode.window.showTextDocument(uri);
    const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => edit.replace(whole, text));
    return editor;
  };

  const sent = async (operation: string): Promise<number> =>
    (await receivedRequests()).filter((request) => request.operation === operation).length;

  it('keeps the text when the server refuses, and sends nothing more', async () => {
    const tip = ask('rev-parse', sandbox().target);
    await setFaults([
      { operation: 'cherryPickCommit', fault: 'status', status: 400, body: { message: 'no', error_code: 'conflict' } },
    ]);
    const { document } = await openMessage('Words that must not be lost');
    await forgetRequests();
    void vscode.commands.executeCommand('graft.commits.applyMessage');
    await poll(async () => (await sent('cherryPickCommit')) === 1 && !document.isDirty, { what: 'the request' });
    assert.equal(document.getText(), 'Words that must not be lost');
    assert.equal(app.messageDrafts.get(document.uri)?.message, 'Words that must not be lost');
    assert.equal(ask('rev-parse', sandbox().target), tip);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const again = await vscode.workspace.openTextDocument(document.uri);
    assert.equal(again.getText(), 'Words that must not be lost');
    await vscode.window.showTextDocument(again);
    await vscode.commands.executeCommand('graft.commits.discardMessage');
    assert.equal(app.messageDrafts.get(document.uri), undefined);
  });
});

describe('choosing the branch of a cherry-pick', () => {
  const user = hands();
  let app: App;

  signedIn((opened) => void (app = opened));

  /** Branches offered for a clean pick, as `name: description`. */
  const offered = async (): Promise<{ readonly rows: readonly string[]; readonly done: Thenable<unknown> }> => {
    const open = app.project.open ?? assert.fail('no project is open');
    const done = vscode.commands.executeCommand('graft.commits.cherryPick', { open, sha: sandbox().commits['clean'] });
    const picker = await user.picker(/Target branch/);
    return { rows: picker.items.map(({ label, description = '' }) => `${label}: ${description}`), done };
  };

  it('offers release branches first, then the newest, and last those that contain the commit', async () => {
    git(sandbox().repository, 'update-ref', 'refs/heads/release/9.9', `refs/heads/${sandbox().target}`);
    const { rows, done } = await offered();
    await user.escape();
    await done;
    git(sandbox().repository, 'update-ref', '-d', 'refs/heads/release/9.9');
    const isLast = (row: string): boolean => /contains the commit|you may not push/.test(row);
    const last = rows.filter(isLast);
    assert.match(rows[1] ?? '', /Several branches…/);
    assert.deepEqual(rows.slice(-last.length), last);
    const fresh = rows.filter((row) => !/recently used|Several branches/.test(row) && !isLast(row));
    const names = fresh.map((row) => row.slice(0, row.indexOf(': ')));
    const firstOther = names.findIndex((name) => !isReleaseLike(name));
    assert.ok(firstOther > 0 && names.slice(firstOther).every((name) => !isReleaseLike(name)), names.join());
    assert.match(rows.find((row) => row.startsWith('main: ')) ?? '', /contains the commit/);
    const target = rows.find((row) => row.startsWith(`${sandbox().target}: `)) ?? '';
    assert.ok(target !== '' && !target.includes('contains the commit'), target);
  });

  it('knows the branches that contain all of many commits', async () => {
    const names = (sha: string) => ['main', ...(sha === '6' ? [] : ['release/1.0'])].map((name) => ({ name }));
    const reader = {
      facts: { refs: async ({ sha }: { readonly sha: string }) => ({ items: names(sha) }) },
      log: app.log,
    };
    const open = app.project.open ?? assert.fail('no project is open');
    const found = await branchesContaining(reader, open, [...'0123456'], new AbortController().signal);
    assert.deepEqual([...found], ['main']);
  });

  it('offers the branch used last first of all', async () => {
    const { done } = await offered();
    await user.step(/Target branch/, new RegExp(`^${sandbox().target}$`));
    await user.picker(/dry run/i);
    await user.escape();
    await done;
    const again = await offered();
    await user.escape();
    await again.done;
    assert.match(again.rows[0] ?? '', new RegExp(`^${sandbox().target}: recently used`));
  });
});
