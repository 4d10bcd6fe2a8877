import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../../src/extension.ts';
import {
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signedIn,
  signIn,
  signOut,
} from '../../../../support/window/inHost.ts';
import { git } from '../../../../support/git.ts';
import { delay, poll } from '../../../../support/poll.ts';
import { asksAnew } from '../../../askAgain.ts';

describe('the Commits view', () => {
  let app: App;

  signedIn((opened) => void (app = opened));

  beforeEach(async () => {
    await setFaults([]);
    await app.commits.setFilter({});
  });

  const subjects = (...args: readonly string[]): string[] =>
    git(sandbox().repository, 'log', '--format=%s', ...args)
      .split('\n')
      .filter(Boolean);

  const titles = async (): Promise<string[]> =>
    (await settledRows(app.commits)).flatMap(({ row, label }) => (row.kind === 'commit' ? [label] : []));

  it('needs one request for its first page', async () => {
    await settledRows(app.commits);
    await forgetRequests();
    await app.commits.setFilter({});
    await settledRows(app.commits);
    const lists = (await receivedRequests()).filter(({ operation }) => operation === 'listCommits');
    assert.equal(lists.length, 1);
  });

  it('shows the commits of the default branch in the order of the server', async () => {
    assert.deepEqual(await titles(), subjects('-40', 'main'));
  });

  it('follows the branch that is checked out unless a filter names one, and reads nothing again without need', async () => {
    const clone = app.project.open?.root ?? assert.fail('no clone');
    const { target } = sandbox();
    const switchTo = (...names: readonly string[]) => {
      git(clone.fsPath, 'switch', '--quiet', ...names);
      return app.repositories.reread(clone);
    };
    const isOn = (words: string) =>
      poll(() => app.commits.description.startsWith(`${words} · `), { what: `${words} in ${app.commits.description}` });
    try {
      await switchTo(target);
      await isOn(`${target} (checked out)`);
      assert.deepEqual(await titles(), subjects('-40', target));
      await app.commits.setFilter({ ref: 'main' });
      await titles();
      await switchTo('--create', 'mine');
      assert.deepEqual(await titles(), subjects('-40', 'main'));
      await app.commits.setFilter({});
      await isOn('main (the server does not have mine)');
      assert.deepEqual(await titles(), subjects('-40', 'main'));
    } finally {
      await switchTo('main');
    }
    await isOn('main (checked out)');
    await titles();
    await forgetRequests();
    await app.project.find();
    assert.ok((await receivedRequests()).every(({ operation }) => operation !== 'listCommits'));
  });

  it('appends the next page and keeps the rows before it', async () => {
    await settledRows(app.commits);
    const before = app.commits.loaded;
    await app.commits.loadMore();
    assert.deepEqual(await titles(), subjects('-80', 'main'));
    assert.ok(
      before.every((row, index) => app.commits.loaded[index] === row),
      'a row was replaced by a copy',
    );
  });

  it('narrows the list by ref, path, author, dates and first parent', async () => {
    const { target } = sandbox();
    await app.commits.setFilter({ ref: `${target}..main` });
    assert.deepEqual(await titles(), subjects('-40', `${target}..main`));
    await app.commits.setFilter({ path: 'README.md' });
    assert.deepEqual(await titles(), subjects('-40', 'main', '--', 'README.md'));
    await app.commits.setFilter({ firstParent: true });
    assert.deepEqual(await titles(), subjects('-40', '--first-parent', 'main'));
    const author = git(sandbox().repository, 'log', '-1', '--format=%an', 'main');
    await app.commits.setFilter({ author });
    assert.deepEqual(await titles(), subjects('-40', `--author=${author}`, 'main'));
  });

  it('says when no commit matches', async () => {
    await app.commits.setFilter({ path: 'no/such/file' });
    assert.deepEqual(
      (await settledRows(app.commits)).map(({ text }) => text),
      ['No commit matches the filter.'],
    );
  });

  it('remembers the filter of the project', async () => {
    await app.commits.setFilter({ path: 'README.md' });
    await app.project.detect();
    assert.deepEqual(app.commits.filter, { path: 'README.md' });
  });

  it('shows the files of a commit as git names them', async () => {
    const rename = sandbox().commits['rename'] ?? '';
    await app.commits.setFilter({ ref: rename });
    const [first] = await settledRows(app.commits);
    assert.ok(first);
    const files = await settledRows(app.commits, first.row);
    const expected = git(sandbox().repository, 'diff-tree', '--no-commit-id', '--name-only', '-r', '-M', rename);
    const shown = files.map(({ row }) => (row.kind === 'file' ? row.change.newPath : row.kind));
    assert.deepEqual(shown.sort(), expected.split('\n').sort());
    assert.ok(files.some(({ row }) => row.kind === 'file' && row.change.kind === 'renamed'));
  });

  it('turns a failed list into an error row that says why and tries again', async () => {
    await setFaults([
      {
        operation: 'listCommits',
        fault: 'status',
        status: 500,
        body: { message: '500 Internal Server Error' },
        times: 1,
      },
    ]);
    await app.commits.setFilter({ ref: 'main' });
    const [row, ...others] = await settledRows(app.commits);
    assert.deepEqual(others, []);
    assert.match(row?.text ?? '', /^Commits could not be loaded · .*500 Internal Server Error/);
    assert.equal(row?.item.contextValue, 'failed');
    assert.equal(row?.item.command?.command, 'graft.commits.refresh');
    await app.commits.refresh();
    assert.deepEqual(await titles(), subjects('-40', 'main'));
  });

  it('keeps the commits it has when a refresh fails, and says so above them', async () => {
    const before = await titles();
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 500, times: 1 }]);
    await app.commits.refresh();
    const rows = await settledRows(app.commits);
    assert.deepEqual(
      rows.map(({ row, label }) => (row.kind === 'commit' ? label : row.kind)),
      ['failed', ...before],
    );
  });

  /** Number of requests for pipeline states, of all commits or one. */
  const statesAsked = async (sha = ''): Promise<number> =>
    (await receivedRequests()).filter(({ operation, path }) => operation === 'getCommit' && path.includes(sha)).length;

  it('reads the pipeline states of the rows in sight by itself when the user signs in again', async () => {
    await vscode.commands.executeCommand('graft.commits.focus');
    await settledRows(app.commits);
    await poll(async () => (await statesAsked()) > 0, { what: 'the states of the rows in sight' });
    await signOut(app);
    await forgetRequests();
    await signIn(app);
    await poll(async () => (await statesAsked()) > 0, { what: 'the states of the rows in sight' });
  });

  it('reads them by itself when the account gets another token', async () => {
    await setFaults([{ operation: 'getCommit', fault: 'status', status: 401 }]);
    const only = git(sandbox().repository, 'rev-parse', `${sandbox().target}~2`);
    await forgetRequests();
    await app.commits.setFilter({ ref: `${only}~1..${only}` });
    // earlier rows may still be loading
    await poll(async () => (await statesAsked(only)) === 1, { what: 'the state of the only row' });
    const [account] = app.accounts.list();
    const token = (await app.accounts.token(account?.id ?? '')) ?? assert.fail('nobody is signed in');
    await setFaults([]);
    await forgetRequests();
    await app.accounts.add(account ?? assert.fail(), token);
    await poll(async () => (await statesAsked(only)) > 0, { what: 'the states of the rows in sight' });
  });

  it('asks anew for commits and states when it is refreshed, whatever answers are still awaited', async () => {
    await settledRows(app.commits);
    await asksAnew('graft.commits.refresh', 'listCommits');
    assert.deepEqual(await titles(), subjects('-40', 'main'));
    const states = async (): Promise<readonly string[]> =>
      (await receivedRequests()).flatMap(({ operation, path }) => (operation === 'getCommit' ? [path] : []));
    // until then the window shows the previous test's rows, already loaded
    const newest = git(sandbox().repository, 'rev-parse', 'main');
    await poll(async () => (await statesAsked(newest)) > 0, { what: 'the window to show this list' });
    // reads are limited: hanging ones block all others
    await setFaults([{ operation: 'getCommit', fault: 'hang' }]);
    await forgetRequests();
    await vscode.commands.executeCommand('graft.commits.refresh');
    const [held] = await poll(async () => ((await states()).length > 0 ? states() : undefined), {
      what: 'states to be held',
    });
    await setFaults([]);
    await vscode.commands.executeCommand('graft.commits.refresh');
    await poll(async () => (await states()).filter((path) => path === held).length > 1, {
      what: 'the state to be asked for anew',
    });
  });

  it('is not drawn anew where project and commits are as they were, so that menus keep their rows', async () => {
    await settledRows(app.commits);
    // change events are batched: let those of earlier rows pass
    await delay(200);
    const { open } = app.project;
    let redrawn = 0;
    const listening = app.commits.onDidChangeTreeData((rows) => {
      if (rows === undefined) redrawn += 1;
    });
    await app.project.find();
    await app.commits.refresh();
    await delay(200);
    listening.dispose();
    assert.notEqual(app.project.open, open, 'it was looked for');
    assert.equal(redrawn, 0);
  });

  it('shows nothing of an account that was removed', async () => {
    await settledRows(app.commits);
    await signOut(app);
    assert.deepEqual(await app.commits.getChildren(), []);
    assert.deepEqual(app.commits.loaded, []);
    await signIn(app);
  });
});
