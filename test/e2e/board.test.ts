import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Frame, Locator } from 'playwright-core';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import { otherThemes, pictureTheme, switchTheme } from '../support/themes.ts';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('the backport board, as a user works with it', function () {
  this.timeout(180_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let page: Frame;
  let start = '';

  const picture = picturesOf('board', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const cell = (state: RegExp | string, title: string, branch: string): Locator =>
    page.getByRole('gridcell', { name: new RegExp(`^${String(state)}.*${title} on ${branch}$`) });
  const titleOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);
  const escaped = (sha: string): string => titleOf(sha).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

  /** A branch of the server that the clone does not have: it has taken commits in every way. */
  const takenBy = (branch: string, { commits }: RunningSandbox): void => {
    let tip = start;
    const add = (message: string, tree: string, of?: string): void => {
      const [name = '', email = '', date = ''] =
        of === undefined
          ? ['S', 's@acme.example', '2026-11-20T10:00:00Z']
          : ask('log', '-1', '--format=%an%n%ae%n%aI', of).split('\n');
      const env = { ...process.env, GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
      const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
      const args = ['-C', sandbox.repository, ...person, 'commit-tree', tree, '-p', tip, '-m', message];
      tip = execFileSync('git', args, { encoding: 'utf8', env }).trim();
    };
    const picked = (sha: string): string =>
      `${ask('log', '-1', '--format=%B', sha)}\n\n(cherry picked from commit ${sha})`;
    add(picked(commits.markup), `${start}~1^{tree}`);
    add(picked(commits.conflict), `${start}^{tree}`);
    add(`Revert\n\nThis reverts commit ${tip}.`, `${start}^{tree}`);
    add(ask('log', '-1', '--format=%B', commits.binary), `${start}^{tree}`, commits.binary);
    ask('update-ref', `refs/heads/${branch}`, tip);
  };

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 900 },
      // while a further page is drawn, the menus of rows do not work
      settings: { 'graft.commits.pageSize': 100 },
      signIn: 'byHand',
      prepare: (started) => {
        sandbox = started;
        start = ask('rev-parse', sandbox.branches.target);
        for (const branch of ['backport/one', 'backport/two', 'scratch/by-key'])
          ask('update-ref', `refs/heads/${branch}`, start);
        takenBy('stable/autumn', started);
      },
    });
    ({ sandbox, ui } = sample);
    await ui.openContainer('Graft');
  });

  after(() => sample?.stop());

  it('does the whole job by the keyboard alone: a board, its commits and branches, applying', async () => {
    const choose = async (row: string): Promise<void> => {
      await ui.quickInput.locator('.monaco-list-row.focused', { hasText: row }).waitFor();
      await ui.press('Enter');
    };
    /** Types what is searched for and takes it with the next key, as one does who knows its name. */
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
    await take('type a wildcard', 'scratch/by-key');
    await cell('Clean', escaped(sandbox.commits.clean), 'scratch/by-key').waitFor();
    // the editor does not always give the focus back to where it was before the question
    await ui.press('Control+1');
    await page.waitForFunction(() => document.hasFocus());
    await ui.press('ArrowDown', ' ');
    await page.locator('.cell.chosen').waitFor();
    await ui.press('a');
    const create = ui.page.locator('.monaco-dialog-box .monaco-button:focus');
    await create.waitFor();
    assert.equal(await create.innerText(), 'Create 1 Commit');
    await ui.press('Enter');
    await page.getByText('1 of 1 commits were created on the server.').waitFor();
    assert.equal(ask('rev-parse', 'scratch/by-key^'), start);
    assert.equal(ask('log', '-1', '--format=%s', 'scratch/by-key'), titleOf(sandbox.commits.clean));
    await ui.command('View: Close Editor');
  });

  it('begins with a commit of the Commits view', async () => {
    const commits = await ui.openPane('Commits');
    // applying has begun a refresh: until it ends, VS Code gives a command no row
    await commits.locator('.monaco-progress-container.active').waitFor({ state: 'detached' });
    const row = await ui.findRow(titleOf(sandbox.commits.clean), commits);
    await ui.contextMenu(row, 'Add to Backport Board');
    page = await ui.webview('h1', { text: 'Backport board' });
    await page.getByText('Add the branches to test on.').waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    await picture('begun');
  });

  it('takes more commits by their hashes', async () => {
    await ui.command('Graft Backport: Add Commits to Backport Board…');
    await ui.pick('Commits…');
    for (const [index, name] of (['conflict', 'alreadyThere', 'markup'] as const).entries()) {
      await ui.quickInputBox.fill(sandbox.commits[name]);
      const row = ui.quickInput.locator('.monaco-list-row', { hasText: sandbox.commits[name].slice(0, 8) });
      await row.waitFor();
      // the list has the focus from the first row on, and Space ticks the one in front
      await ui.press('ArrowDown', ' ');
      await ui.quickInput.getByText(`${index + 1} Selected`).waitFor();
    }
    await picture('commits');
    await ui.press('Enter');
    await page.getByRole('rowheader').nth(3).waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 4);
  });

  it('takes branches by a wildcard, and tests every commit on every branch', async () => {
    await ui.command('Graft Backport: Add Branches to Backport Board…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('backport/*');
    const all = ui.quickInput.locator('.monaco-list-row', { hasText: 'All 2 branches that match backport/*' });
    await all.click();
    await ui.quickInput.getByText('3 Selected').waitFor();
    await picture('branches');
    await ui.press('Enter');
    for (const branch of ['backport/one', 'backport/two']) {
      await cell('Clean', escaped(sandbox.commits.clean), branch).waitFor();
      await cell('Conflict', escaped(sandbox.commits.conflict), branch).waitFor();
      await cell('Already there', escaped(sandbox.commits.alreadyThere), branch).waitFor();
    }
    await picture('tested');
    assert.equal(ask('rev-parse', 'backport/one'), start, 'a test changes nothing');
  });

  it('names the files of a conflict and opens them', async () => {
    await cell('Conflict', escaped(sandbox.commits.conflict), 'backport/one').click();
    const files = page.locator('.conflictFiles li button');
    await files.first().waitFor();
    await picture('conflict');
    const before = await ui.tabTitles();
    await files.first().click();
    await poll(async () => (await ui.tabTitles()).length > before.length, { what: 'the conflict to open' });
    // what the editor itself says of a merge it has opened
    await ui.page
      .getByText(/^\d+ Conflicts? Remaining/)
      .first()
      .waitFor();
    await poll(async () => (await ui.page.locator('.view-line').count()) > 15, { what: 'the three sides to be drawn' });
    await picture('three-way');
    await ui.command('View: Close Editor');
    // the editor itself asks before it closes a merge that is not finished
    await ui.modal('Close with Conflicts');
    // the page of a hidden tab is made anew
    page = await ui.webview('h1', { text: 'Backport board' });
  });

  it('applies what was chosen by the keyboard alone, and git has it', async () => {
    await cell('Clean', escaped(sandbox.commits.clean), 'backport/one').focus();
    await ui.press('Control+a', 'a');
    const count = await page.locator('.cell.chosen').count();
    const { message } = await ui.modal(`Create ${count} Commits`);
    assert.match(message, new RegExp(`^Create ${count} commits on 2 branches of acme/orchard\\?$`));
    const report = page.getByRole('region', { name: 'Report: Applying' });
    await report.getByText(`${count} of ${count} commits were created on the server.`).waitFor();
    await picture('applied');
    for (const branch of ['backport/one', 'backport/two']) {
      const created = ask('log', '--reverse', '--format=%H %s', `${start}..${branch}`).split('\n');
      assert.equal(created.length, count / 2);
      assert.equal(created[0]?.slice(41), titleOf(sandbox.commits.clean));
      // commits made in the same second on equal branches are the same commit
      for (const line of created)
        await report
          .getByRole('button', { name: line.slice(0, 8) })
          .first()
          .waitFor();
      await cell('Applied', escaped(sandbox.commits.clean), branch).waitFor();
    }
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }

  it('takes the colours of the theme', async () => {
    const foreground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).color);
    await switchTheme(ui, 'dark');
    const dark = await foreground();
    await switchTheme(ui, 'light');
    await poll(async () => (await foreground()) !== dark, { what: 'a light page' });
    await switchTheme(ui, 'dark');
    await poll(async () => (await foreground()) === dark, { what: 'a dark page' });
  });

  it('is kept under a name, survives a reload with its report, and is undone', async () => {
    await ui.command('Graft Backport: Save Backport Board…');
    await ui.input('Autumn');
    await ui.tab('Autumn');
    await ui.reload();
    page = await ui.webview('h1', { text: 'Autumn' });
    await cell('Conflict', escaped(sandbox.commits.conflict), 'backport/two').waitFor();
    await picture('reloaded');
    const applied = page.getByRole('region', { name: 'Report: Applying' });
    await applied.getByRole('button', { name: 'Undo…' }).click();
    const created = ask('rev-list', '--count', `${start}..backport/one`, '^main');
    await ui.modal(`Revert ${Number(created) * 2} Commits`);
    await page.getByRole('region', { name: 'Report: Undoing' }).getByText('were reverted on the server.').waitFor();
    await picture('undone');
    for (const branch of ['backport/one', 'backport/two']) {
      assert.equal(ask('rev-parse', `${branch}^{tree}`), ask('rev-parse', `${start}^{tree}`));
    }
  });

  it('resolves a conflict in the merge editor and commits it on the server', async () => {
    const before = ask('rev-parse', 'backport/two');
    await cell('Conflict', escaped(sandbox.commits.conflict), 'backport/two').click();
    await page.getByRole('button', { name: 'Resolve…' }).click();
    await ui.acceptInMergeEditor(/^Accept [0-9a-f]{8}$/);
    await ui.save();
    await picture('resolved-in-editor');
    await ui.command('View: Close Editor');
    // the page of a hidden tab is made anew
    page = await ui.webview('h1', { text: 'Autumn' });
    await cell('Conflict', escaped(sandbox.commits.conflict), 'backport/two').click();
    await page.getByRole('button', { name: 'Mark as Resolved' }).click();
    await picture('marked');
    await page.getByRole('button', { name: 'Commit Resolution…' }).click();
    await ui.pick('Commit on backport/two');
    const { message } = await ui.modal('Create Commit');
    assert.match(message, /^Commit the resolution of [0-9a-f]{8} on the server\?$/);
    // the result was in front until it was committed
    page = await ui.webview('h1', { text: 'Autumn' });
    await page.getByText('1 of 1 commits were created on the server.').waitFor();
    await picture('committed');
    assert.equal(ask('rev-parse', 'backport/two~1'), before);
  });

  it('lists what a release does not have yet, with what is known of it, and makes a board of what is ticked', async () => {
    await ui.command('Graft Commits: Missing on a Branch…');
    await ui.quickInput.waitFor();
    const row = (text: string | RegExp): Locator =>
      ui.quickInput.locator('.monaco-list-row', { hasText: text }).first();
    const searching = ui.quickInput.locator('.monaco-progress-container.active');
    const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox.url, faults);
    for (const [index, branch] of ['release/1.1', 'stable/autumn'].entries()) {
      // a click on a row of the search before is lost when the rows of this one come: they are waited for
      await setFaults([{ operation: 'listBranches', fault: 'delay', isHeld: true }]);
      await ui.quickInputBox.fill(branch);
      await searching.waitFor({ state: 'attached' });
      await setFaults([]);
      await searching.waitFor({ state: 'detached' });
      await row(branch).click();
      await ui.quickInput.getByText(`${index + 1} Selected`).waitFor();
    }
    await ui.press('Enter');
    await row('Warn when a crate is forgotten').waitFor();
    await picture('missing');
    await ui.quickInputBox.fill('changes');
    for (const words of [
      /Picked to stable\/autumn as \w{8}, with other changes/,
      /Perhaps on stable\/autumn as \w{8}, by author, date and title/,
    ])
      await row(words).waitFor();
    await picture('missing-found');
    await ui.quickInputBox.fill('forgotten');
    await row('Warn when a crate is forgotten').click();
    await picture('missing-ticked');
    await ui.press('Enter');
    page = await ui.webview('h1', { text: 'Backport board' });
    for (const branch of ['release/1.1', 'stable/autumn'])
      await page.getByRole('gridcell', { name: new RegExp(`Warn when a crate is forgotten on ${branch}$`) }).waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    await picture('missing-board');
  });
});
