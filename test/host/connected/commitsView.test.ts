import assert from 'node:assert/strict';
import type { App } from '../../../src/host/app.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/inHost.ts';
import { git } from '../../support/git.ts';

describe('the Commits view', () => {
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app);
  });

  after(() => signOut(app));

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

  it('keeps the commits it has when a refresh fails, and says so below them', async () => {
    const before = await titles();
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 500, times: 1 }]);
    await app.commits.refresh();
    const rows = await settledRows(app.commits);
    assert.deepEqual(
      rows.map(({ row, label }) => (row.kind === 'commit' ? label : row.kind)),
      [...before, 'failed'],
    );
  });

  it('shows nothing of an account that was removed', async () => {
    await settledRows(app.commits);
    await signOut(app);
    assert.deepEqual(await app.commits.getChildren(), []);
    assert.deepEqual(app.commits.loaded, []);
    await signIn(app);
  });
});
