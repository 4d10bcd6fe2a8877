import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/servers/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { poll } from '../support/poll.ts';
import { switchTheme } from '../support/window/themes.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';
import { sentTo, setFaultsAt } from '../support/servers/sandboxControl.ts';
import { isStored } from '../support/window/windowStorage.ts';

const stable = 'stable/1';

describe('the backport board, from the history to a merged change', function () {
  this.timeout(180_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let page: Frame;
  let start = '';
  let made = '';

  const picture = picturesOf('board', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const cell = (state: string, title: string, branch: string): Locator =>
    page.getByRole('gridcell', { name: new RegExp(`^${state}.*${title} on ${branch}$`) });
  const stableCell = (state: string): Locator => cell(state, '', stable);
  const details = (): Locator => page.getByRole('region', { name: 'Details of the cell' });
  const titleOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);
  const escaped = (sha: string): string => titleOf(sha).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/api/v4/projects/acme%2Forchard${path}`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201);
  };
  const dirtyTab = (): Locator => ui.page.locator('.tabs-container .tab.dirty');
  /** In whichever merge editor pane is drawn. */
  const typedLine = (): Locator => ui.page.locator('.view-line', { hasText: 'resolved by hand' }).first();

  const takeBranch = async (name: string): Promise<void> => {
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill(name);
    const found = ui.quickInput.locator('.monaco-list-row');
    await poll(async () => (await found.allInnerTexts()).join().startsWith(name) && (await found.count()) === 1, {
      what: 'the one branch that was searched for',
    });
    // Space toggles the focused row
    await ui.press('ArrowDown', ' ');
    await ui.quickInput.getByText('1 Selected').waitFor();
    await ui.press('Enter');
  };

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 900 },
      // row menus fail while another page is drawn
      settings: { 'graft.commits.pageSize': 100 },
      signIn: 'preset',
      prepare: (started) => {
        sandbox = started;
        start = ask('rev-parse', sandbox.branches.target);
        for (const branch of ['backport/one', 'backport/two', 'scratch/by-key', stable])
          ask('update-ref', `refs/heads/${branch}`, start);
        made = `cherry-pick-${sandbox.commits.conflict.slice(0, 8)}-stable-1`;
      },
    });
    ({ sandbox, ui } = sample);
    // pushing is blocked: changes need merge requests
    await post('/protected_branches', { name: stable, push_access_level: 0, merge_access_level: 40 });
    await ui.openContainer('Graft');
    await ui.statusItem(/Push allowed/);
  });

  after(() => sample?.stop());

  it('does the whole job by the keyboard alone: a board, its commits and branches, applying', async () => {
    const choose = async (row: string): Promise<void> => {
      await ui.quickInput.locator('.monaco-list-row.focused', { hasText: row }).waitFor();
      await ui.press('Enter');
    };
    /** Types quickly and accepts with the next key. */
    const take = async (question: string, text: string): Promise<void> => {
      await poll(async () => (await ui.quickInputTitle()).placeholder.includes(question), { what: question });
      await ui.quickInputBox.pressSequentially(text);
      await ui.press('Enter');
    };
    await ui.commandByKeyboard('Graft Backport: New Backport Board');
    page = await ui.webview('h1', { text: 'Backport board' });
    await ui.commandByKeyboard('Graft Backport: Add Commits to Backport Board…');
    await choose('Commits…');
    await take('Search the newest commits', sandbox.commits.clean);
    await page.getByText('Add the branches to test on.').waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    await ui.commandByKeyboard('Graft Backport: Add Branches to Backport Board…');
    await take('Tick branches', 'scratch/by-key');
    await cell('Clean', escaped(sandbox.commits.clean), 'scratch/by-key').waitFor();
    // VS Code does not always restore the focus
    await ui.press('Control+1');
    await page.waitForFunction(() => document.hasFocus());
    await ui.press('ArrowDown', ' ');
    await page.locator('.cell.chosen').waitFor();
    await ui.press('a');
    const create = ui.page.locator('.monaco-dialog-box .monaco-button:focus');
    await create.waitFor();
    assert.equal(await create.innerText(), 'Create 1 Commit');
    await ui.press('Enter');
    await page.getByText('1 commit was created on the server.').waitFor();
    assert.equal(ask('rev-parse', 'scratch/by-key^'), start);
    assert.equal(ask('log', '-1', '--format=%s', 'scratch/by-key'), titleOf(sandbox.commits.clean));
    await ui.command('View: Close All Editors');
  });

  it('takes commits by their SHAs and branches by a wildcard, and tests every commit on every branch', async () => {
    await ui.command('Graft Backport: New Backport Board');
    page = await ui.webview('h1', { text: 'Backport board' });
    await ui.command('Graft Backport: Add Commits to Backport Board…');
    await ui.pick('Commits…');
    for (const [index, name] of (['clean', 'conflict', 'alreadyThere', 'markup'] as const).entries()) {
      await ui.quickInputBox.fill(sandbox.commits[name]);
      const row = ui.quickInput.locator('.monaco-list-row', { hasText: sandbox.commits[name].slice(0, 8) });
      await row.waitFor();
      // Space toggles the focused row
      await ui.press('ArrowDown', ' ');
      await ui.quickInput.getByText(`${index + 1} Selected`).waitFor();
    }
    await picture('commits');
    await ui.press('Enter');
    await page.getByRole('rowheader').nth(3).waitFor();
    await ui.command('Graft Backport: Add Branches to Backport Board…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('backport/*');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'All 2 branches that match backport/*' }).click();
    await ui.quickInput.getByText('3 Selected').waitFor();
    await picture('branches');
    await ui.press('Enter');
    for (const branch of ['backport/one', 'backport/two']) {
      await cell('Clean', escaped(sandbox.commits.clean), branch).waitFor();
      await cell('Conflict', escaped(sandbox.commits.conflict), branch).waitFor();
      await cell('Already there', escaped(sandbox.commits.alreadyThere), branch).waitFor();
    }
    await cell('Conflict', escaped(sandbox.commits.conflict), 'backport/one').click();
    await page.locator('.conflictFiles li button').first().waitFor();
    await picture('conflict');
    const clean = cell('Clean', escaped(sandbox.commits.clean), 'backport/one');
    await ui.contextMenu(clean, 'Select or Deselect');
    await poll(async () => (await clean.getAttribute('aria-selected')) === 'true', { what: 'the cell to be selected' });
    await clean.press(' ');
    assert.equal(ask('rev-parse', 'backport/one'), start, 'a test changes nothing');
  });

  it('takes the colours of the theme', async () => {
    const foreground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).color);
    await switchTheme(ui, 'dark');
    const dark = await foreground();
    await switchTheme(ui, 'light');
    await poll(async () => (await foreground()) !== dark, { what: 'a light page' });
    await switchTheme(ui, 'dark');
    await poll(async () => (await foreground()) === dark, { what: 'a dark page' });
  });

  it('checks whether a branch is ready for its release', async () => {
    await ui.command('View: Close All Editors');
    await ui.command('Graft Backport: Show Backport Queue');
    // the queue's branches are offered
    await ui.row('release/1.0', ui.pane('Backport Queue')).waitFor();
    await ui.command('Graft Backport: Check Release Readiness…');
    await ui.pick('release/1.0');
    await ui.quickRow('Protection').waitFor();
    await picture('readiness-list');
    await ui.closeQuickInput();
    await ui.closePane('Backport Queue');
  });

  it('adds to a board the commits that are ticked as missing on a branch, and no other', async () => {
    await ui.command('Graft Commits: Missing on a Branch…');
    await takeBranch('release/1.0');
    const missing = ui.pane('Missing on a Branch');
    await missing.waitFor();
    const [own, commits] = await Promise.all([missing, ui.pane('Commits')].map((pane) => pane.boundingBox()));
    assert.ok(own && commits && own.y < commits.y, 'it stands above the others');
    const [other, wanted] = ['Say which merge requests go to which release', 'Warn when a crate is forgotten'] as const;
    for (const title of [other, wanted, other])
      await (await ui.findRow(title, missing)).locator('.monaco-checkbox').click();
    await ui.paneAction(missing, 'Add Ticked Commits to Board');
    page = await ui.webview('.boardHead');
    await page.getByRole('rowheader', { name: wanted }).waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    await ui.command('Graft Commits: Close Missing Commits');
    await ui.command('View: Close All Editors');
  });

  it('begins with Backport… on a commit, and shows that nobody may push to the branch', async () => {
    const commits = await ui.openPane('Commits');
    const row = await ui.findRow(ask('log', '-1', '--format=%s', sandbox.commits.conflict), commits);
    await ui.contextMenu(row, 'Backport…');
    await takeBranch(stable);
    page = await ui.webview('.boardHead');
    await stableCell('Blocked').click();
    await picture('blocked');
  });

  it('finds the conflict in the clone, and offers to resolve it', async () => {
    await stableCell('Blocked, conflict').click();
    await page.getByRole('button', { name: 'Resolve…' }).waitFor();
    await picture('conflict-in-clone');
  });

  it('puts the file together in the merge editor, where the result can be typed', async () => {
    await page.getByRole('button', { name: 'Resolve…' }).click();
    await ui.acceptInMergeEditor(/^Accept [0-9a-f]{8}$/);
    const result = ui.page.locator('.code-view.result .view-lines').first();
    await result.click();
    await ui.press('Control+Home');
    await ui.page.keyboard.type('resolved by hand');
    await ui.press('Enter');
    await typedLine().waitFor();
    await picture('resolved');
  });

  it('brings back the merge editor with its versions and what was typed after a reload', async () => {
    await poll(() => isStored(ui.page, 'resolved by hand'), { what: 'the text to be stored' });
    await ui.reload();
    await typedLine().waitFor();
    await ui.noConflictsRemaining();
    await picture('reloaded');
    await ui.page.locator('.code-view.result .view-lines').first().click();
    await ui.press('Control+s');
    await dirtyTab().waitFor({ state: 'detached' });
  });

  it('brings back what was saved, and that it is resolved, after the window was killed', async () => {
    await (await ui.tab('→')).click();
    page = await ui.webview('.boardHead');
    await stableCell('Blocked, conflict').click();
    await details().getByRole('button', { name: 'Mark as Resolved' }).click();
    await details().getByRole('button', { name: 'Commit Resolution…' }).waitFor();
    await poll(() => isStored(ui.page, '"isResolved":true'), { what: 'the resolution to be stored' });
    ui = (await sample?.session.crash()) ?? assert.fail('no session');
    await (await ui.tab('→')).click();
    page = await ui.webview('.boardHead');
    await stableCell('Blocked, conflict').click();
    await details().getByRole('button', { name: 'Commit Resolution…' }).waitFor();
    await details().getByRole('listitem').filter({ hasText: 'resolved' }).waitFor();
    await picture('after-a-crash');
  });

  it('commits the resolution on a new branch, though the answer is lost, and once', async () => {
    await setFaultsAt(sandbox.url, [{ operation: 'createCommit', fault: 'resetAfter', times: 1 }]);
    const before = await sentTo(sandbox.url, 'createCommit');
    await details().getByRole('button', { name: 'Commit Resolution…' }).click();
    await ui.page.locator('.multiDiffEntry', { hasText: 'resolved by hand' }).first().waitFor();
    await picture('result');
    await ui.pick('Commit on a new branch');
    await ui.input(made);
    await ui.modal('Create Commit');
    await ui.notification('Committed on');
    // closing the merge editors has recreated the page
    page = await ui.webview('[aria-label="Report: Applied"]');
    await page.getByText('1 commit was created on the server.').waitFor();
    await page.getByText('The connection dropped, but the commit is on the branch.').waitFor();
    assert.equal((await sentTo(sandbox.url, 'createCommit')) - before, 1);
    assert.equal(ask('rev-parse', `${made}~1`), start);
    assert.match(ask('diff', start, made), /^\+resolved by hand/m);
    await stableCell('Resolved').waitFor();
    await picture('committed');
  });

  it('makes the merge request of it, and follows its pipeline', async () => {
    await ui.answer('Committed on', 'Create Merge Request');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'Create 1 Merge Request' }).click();
    await page.getByText('The merge request was created.').waitFor();
    await stableCell('!\\d+').click();
    const head = ask('rev-parse', made);
    for (const state of ['running', 'success']) {
      await post(`/statuses/${head}`, { state, name: 'build', ref: made });
      await details().getByRole('button', { name: 'Read the merge requests again' }).click();
      await details().getByText(`pipeline: ${state}`).waitFor();
    }
    await picture('pipeline-passed');
    assert.equal(ask('rev-parse', stable), start, 'the branch waits for the merge');
  });

  it('merges it, and git has the change on the protected branch', async () => {
    await details().getByRole('button', { name: 'Merge…' }).click();
    await ui.modal('Merge');
    await stableCell('!\\d+ merged').waitFor();
    assert.equal(ask('rev-parse', `${stable}^1`), start);
    assert.match(ask('diff', start, stable), /^\+resolved by hand/m);
    assert.match(ask('log', '-1', '--format=%B', `${stable}^2`), /cherry picked from commit [0-9a-f]{40}/);
    await picture('merged');
  });
});
