import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { Account } from '../../../../src/model/account.ts';
import { listCommits } from '../../../../src/wire/commits.ts';
import { branchRef } from '../../../../src/wire/refName.ts';
import { git } from '../../../support/git.ts';
import { activated, sandbox, setFaults, settledRows, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { click, forgetProject, openProject, texts, titles } from '../../projects.ts';

const subjects = (...args: readonly string[]): string[] =>
  git(sandbox().repository, 'log', '--format=%s', ...args)
    .split('\n')
    .filter(Boolean);

describe('a list of commits', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let account: Account;

  before(async () => {
    app = await activated();
    account = await addAccount(app, 'maintainer');
  });

  after(() => signOut(app));

  afterEach(async () => {
    await setFaults([]);
    await app.commits.setFilter({});
    await forgetProject(app);
  });

  const openOrchard = () => openProject(app, account, sandbox().project);

  describe('of a repository without commits', () => {
    beforeEach(() => openProject(app, account, 'acme/empty'));

    afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

    it('says so, which is no error', async () => {
      assert.deepEqual(await texts(app.commits), ['The repository is empty: there are no commits yet.']);
      await app.commits.refresh();
      assert.deepEqual(await texts(app.commits), ['The repository is empty: there are no commits yet.']);
    });

    it('has no commit and no branch to choose, and the pickers say so', async () => {
      void vscode.commands.executeCommand('graft.commits.cherryPick');
      const commits = await ui.picker(/^Cherry-pick which commit/);
      assert.deepEqual(
        commits.items.map(({ label }) => label),
        ['$(info) There are no commits in acme/empty yet.'],
      );
      await ui.escape();
      void vscode.commands.executeCommand('graft.commits.filter');
      await ui.enter(await ui.picker(/^Filter Commits/), /^Branch, tag or range/);
      const branches = await ui.picker(/^Commits of which branch, tag or range/);
      assert.deepEqual(
        branches.items.map(({ label }) => label),
        ['$(info) The project has no branches and no tags.'],
      );
    });
  });

  describe('of a project whose default branch is gone', () => {
    const repository = (): string => path.resolve(sandbox().repository, '../tools/seedling.git');

    beforeEach(async () => {
      git(repository(), 'branch', 'trunk', 'main');
      git(repository(), 'update-ref', '-d', 'refs/heads/main');
      await openProject(app, account, 'acme/tools/seedling');
    });

    afterEach(() => git(repository(), 'branch', '--move', 'trunk', 'main'));

    it('names the branch, and lets another one be chosen', async () => {
      assert.deepEqual(await texts(app.commits), [
        'The default branch of acme/tools/seedling, “main”, does not exist.',
        'Choose a branch or tag…',
      ]);
      const [, choice] = await settledRows(app.commits);
      assert.ok(choice);
      const chosen = click(choice.item);
      await ui.enter(await ui.picker(/^Commits of which branch, tag or range/), /^trunk$/);
      await chosen;
      const expected = git(repository(), 'log', '--format=%s', 'trunk').split('\n');
      assert.deepEqual(await titles(app), expected);
    });

    it('is empty for its default branch, not for its filter', async () => {
      await app.commits.setFilter({ path: 'README.md' });
      const [first] = await texts(app.commits);
      assert.equal(first, 'The default branch of acme/tools/seedling, “main”, does not exist.');
    });
  });

  it('of a project that keeps its code to itself is no empty repository', async () => {
    await openProject(app, account, 'acme/empty');
    const body = { message: '404 Repository Not Found' };
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 404, body, times: 1 }]);
    await app.commits.refresh();
    const [row] = await texts(app.commits);
    assert.match(row ?? '', /^Commits could not be loaded · /);
  });

  it('shows a commit without a hash among the others, and asks nothing about it', async () => {
    await openOrchard();
    const { items } = await app.clients.of(account).send(listCommits, { id: sandbox().project, per_page: 2 });
    const body = [{ ...items[0], id: null, short_id: null }, items[1]];
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 200, body, times: 1 }]);
    await app.commits.refresh();
    const [without, other] = await settledRows(app.commits);
    assert.deepEqual([without?.label, other?.label], [items[0]?.title, items[1]?.title]);
    assert.deepEqual([without?.item.command, without?.item.contextValue], [undefined, undefined]);
    assert.equal(without?.item.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.equal(other?.item.contextValue, 'commit');
  });

  describe('of a branch', () => {
    for (const name of ['fix/100%-full-crates', 'feature/🍐-pear-season']) {
      it(`named ${name} is chosen by its name, and is the list git gives`, async () => {
        await openOrchard();
        void vscode.commands.executeCommand('graft.commits.filter');
        await ui.enter(await ui.picker(/^Filter Commits/), /^Branch, tag or range/);
        const picker = await ui.picker(/^Commits of which branch, tag or range/);
        ui.type(picker, name);
        const labels = (): string[] => picker.items.map(({ label }) => label);
        await poll(() => labels().join() === `branches,${name}` && !picker.busy, { what: 'the branch' });
        picker.activeItems = picker.items.slice(1);
        await ui.enter(picker, new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
        await poll(() => app.commits.filter.ref === branchRef(name), { what: 'the filter' });
        assert.deepEqual(await titles(app), subjects('-40', `refs/heads/${name}`));
        await app.commits.setFilter({ ref: `main..${name}` });
        assert.deepEqual(await titles(app), subjects(`main..refs/heads/${name}`));
      });
    }

    it('that is not there is an empty list that says so', async () => {
      await openOrchard();
      await app.commits.setFilter({ ref: 'no/such/branch' });
      const words = 'acme/orchard has no branch, tag or commit “no/such/branch”.';
      await poll(async () => (await texts(app.commits)).join() === words, { what: words });
    });
  });

  describe('of a server in trouble', () => {
    it('shows that it loads, then what happened, and is there after a retry', async () => {
      await openOrchard();
      // reads are sent up to three times
      await setFaults([{ operation: 'listCommits', fault: 'resetBefore', delayMs: 150, times: 3 }]);
      await app.commits.setFilter({ ref: 'main' });
      assert.deepEqual(
        (await app.commits.getChildren()).map(({ kind }) => kind),
        ['loading'],
      );
      const [row, ...others] = await settledRows(app.commits);
      assert.deepEqual(others, []);
      assert.match(
        row?.text ?? '',
        /^Commits could not be loaded · 127\.0\.0\.1:\d+ can’t be reached \(E[A-Z]+\)\. Check your network\./,
      );
      assert.ok(typeof row?.item.tooltip === 'string' && row.item.tooltip.includes('Click to try again.'));
      await click(row.item);
      assert.deepEqual(await titles(app), subjects('-40', 'main'));
    });

    it('says when the token is no longer accepted, and loads once the account has a good one', async () => {
      await openOrchard();
      const body = { error: 'invalid_token', error_description: 'Token was revoked.' };
      await setFaults([{ operation: 'listCommits', fault: 'status', status: 401, body }]);
      await app.commits.setFilter({ ref: 'main' });
      assert.match(
        (await texts(app.commits))[0] ?? '',
        /rejects the token: “Token was revoked\.” \(401\)\. Sign in again with a valid token\./,
      );
      const [row] = await settledRows(app.commits);
      assert.deepEqual(
        [row?.item.command?.command, row?.item.command?.arguments],
        ['graft.accounts.add', [sandbox().url]],
      );
      await setFaults([]);
      await addAccount(app, 'maintainer');
      await poll(async () => (await titles(app)).length > 0, { what: 'the commits to load by themselves' });
    });

    it('shows a commit whose files cannot be read, and reads them when it is opened again', async () => {
      await openOrchard();
      const [first] = await settledRows(app.commits);
      await setFaults([{ operation: 'listCommitDiff', fault: 'status', status: 500, body: { message: 'broken' } }]);
      const [row] = await settledRows(app.commits, first?.row);
      assert.match(row?.text ?? '', /^Files could not be loaded · .* returned an error: “broken” \(500\)/);
      await setFaults([]);
      const files = await settledRows(app.commits, first?.row);
      assert.ok(files.every(({ row: { kind } }) => kind === 'file') && files.length > 0);
    });
  });

  describe('of a project the role does not reach', () => {
    const as = async (token: string, project: string): Promise<void> => {
      await openProject(app, await addAccount(app, token), project);
    };

    it('is refused to a guest, in the words of the server', async () => {
      await as('guest', 'acme/tools/seedling');
      const why = / · 127\.0\.0\.1:\d+ denied access: “403 Forbidden”\. Your role in the project may be too low/;
      const [commits, ...others] = await texts(app.commits);
      const [rules] = await texts(app.protectedBranches);
      assert.deepEqual(others, []);
      assert.match(commits ?? '', new RegExp(`^Commits could not be loaded${why.source}`));
      assert.match(rules ?? '', new RegExp(`^Protected branches could not be loaded${why.source}`));
    });
  });
});
