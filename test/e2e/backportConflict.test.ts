import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { sentTo, setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';
import { otherThemes, pictureTheme, themeNames } from '../support/themes.ts';
import { isStored } from '../support/windowStorage.ts';

const stable = 'stable/1';

describe('a backport through a conflict, from the history to a merged change', function () {
  this.timeout(180_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let page: Frame;
  let start = '';
  let made = '';

  const details = (): Locator => page.getByRole('region', { name: 'Details of the cell' });
  const picture = picturesOf('backportConflict', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const cell = (state: string): Locator =>
    page.getByRole('gridcell', { name: new RegExp(`^${state}.* on ${stable}$`) });
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/api/v4/projects/acme%2Forchard${path}`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201);
  };
  const dirtyTab = (): Locator => ui.page.locator('.tabs-container .tab.dirty');
  /** The line that was typed, in whichever editor the result of the merge is drawn. */
  const typedLine = (): Locator => ui.page.locator('.view-line', { hasText: 'resolved by hand' }).first();

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 900 },
      // while a further page is drawn, the menus of rows do not work
      settings: { 'graft.commits.pageSize': 100 },
      signIn: 'preset',
      prepare: (started) => {
        sandbox = started;
        start = ask('rev-parse', sandbox.branches.target);
        ask('update-ref', `refs/heads/${stable}`, start);
        made = `cherry-pick-${sandbox.commits.conflict.slice(0, 8)}-stable-1`;
      },
    });
    ({ sandbox, ui } = sample);
    // nobody pushes to this branch: changes come by merge requests alone
    await post('/protected_branches', { name: stable, push_access_level: 0, merge_access_level: 40 });
    await ui.openContainer('Graft');
  });

  after(() => sample?.stop());

  it('begins with Backport… on a commit, and shows that nobody may push to the branch', async () => {
    const commits = await ui.openPane('Commits');
    const row = await ui.findRow(ask('log', '-1', '--format=%s', sandbox.commits.conflict), commits);
    await ui.contextMenu(row, 'Backport…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill(stable);
    const found = ui.quickInput.locator('.monaco-list-row');
    await poll(async () => (await found.allInnerTexts()).join().startsWith(stable) && (await found.count()) === 1, {
      what: 'the one branch that was searched for',
    });
    // the list has the focus from the first row on, and Space ticks the one in front
    await ui.press('ArrowDown', ' ');
    await ui.quickInput.getByText('1 Selected').waitFor();
    await ui.press('Enter');
    page = await ui.webview('h1', { text: 'Backport board' });
    await cell('Blocked').click();
    await picture('blocked');
  });

  it('shows the conflict once the new branch is there, and offers to resolve it', async () => {
    await page.getByRole('button', { name: 'Create Merge Request…' }).click();
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'Create 1 Merge Request' }).click();
    await page.getByRole('region', { name: 'Report: Merge requests' }).getByText('0 of 1 merge requests').waitFor();
    await cell('Conflict').click();
    await page.getByRole('button', { name: 'Resolve…' }).waitFor();
    await picture('conflict');
    assert.equal(ask('rev-parse', made), start, 'the new branch has no commit yet');
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
    await dirtyTab().waitFor();
    await picture('resolved');
  });

  it('brings back the merge editor with its versions and what was typed and not saved after a reload', async () => {
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
    await (await ui.tab('Backport board')).click();
    page = await ui.webview('h1', { text: 'Backport board' });
    await cell('Conflict').click();
    await details().getByRole('button', { name: 'Mark as Resolved' }).click();
    await details().getByRole('button', { name: 'Commit Resolution…' }).waitFor();
    await poll(() => isStored(ui.page, '"isResolved":true'), { what: 'the resolution to be stored' });
    ui = (await sample?.session.crash()) ?? assert.fail('no session');
    await (await ui.tab('Backport board')).click();
    page = await ui.webview('h1', { text: 'Backport board' });
    await cell('Conflict').click();
    await details().getByRole('button', { name: 'Commit Resolution…' }).waitFor();
    await details().getByRole('listitem').filter({ hasText: 'resolved' }).waitFor();
    await picture('after-a-crash');
  });

  it('commits the resolution on the branch that was made, though the answer is lost, and once', async () => {
    await setFaultsAt(sandbox.url, [{ operation: 'createCommit', fault: 'resetAfter', times: 1 }]);
    const before = await sentTo(sandbox.url, 'createCommit');
    await details().getByRole('button', { name: 'Commit Resolution…' }).click();
    await ui.page.locator('.multiDiffEntry', { hasText: 'resolved by hand' }).first().waitFor();
    await picture('result');
    await ui.pick('Commit on a new branch');
    await ui.input(made);
    await ui.modal('Create Commit');
    await ui.notification('Committed on');
    // the editors of the resolution are closed by then, and VS Code has made the page anew
    page = await ui.webview('[aria-label="Report: Applying"]');
    await page.getByText('1 of 1 commits were created on the server.').waitFor();
    await page.getByText('The connection dropped, but the commit is on the branch.').waitFor();
    assert.equal((await sentTo(sandbox.url, 'createCommit')) - before, 1);
    assert.equal(ask('rev-parse', `${made}~1`), start);
    assert.match(ask('diff', start, made), /^\+resolved by hand/m);
    await cell('Resolved').waitFor();
    await picture('committed');
  });

  it('makes the merge request of it, and follows its pipeline', async () => {
    await ui.answer('Committed on', 'Create Merge Request');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'Create 1 Merge Request' }).click();
    await page.getByText('1 of 1 merge requests are there.').waitFor();
    await cell('!\\d+').click();
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
    await cell('!\\d+ merged').waitFor();
    assert.equal(ask('rev-parse', `${stable}^1`), start);
    assert.match(ask('diff', start, stable), /^\+resolved by hand/m);
    assert.match(ask('log', '-1', '--format=%B', `${stable}^2`), /cherry picked from commit [0-9a-f]{40}/);
    await picture('merged');
  });

  const openRevert = async (): Promise<void> => {
    const row = await ui.findRow(
      ask('log', '-1', '--format=%s', sandbox.commits.conflict),
      await ui.openPane('Commits'),
    );
    await ui.contextMenu(row, 'Revert Commit…');
    await ui.pick(sandbox.branches.target, { filter: sandbox.branches.target });
  };
  const inConflict = (): Locator => ui.quickInput.locator('.monaco-list-row', { hasText: 'src/pricing/price.ts' });

  for (const theme of themeNames) {
    it(`shows a revert in conflict on its card, with the way to resolve it, in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await openRevert();
      await inConflict().waitFor();
      await ui.quickInput.getByText('Resolve…').waitFor();
      await picture(`revert-card-${theme}`);
      await ui.press('Escape');
      await ui.quickInput.waitFor({ state: 'hidden' });
    });
  }

  it('resolves a revert in the merge editor', async () => {
    await openRevert();
    await inConflict().waitFor();
    await ui.pick('Resolve…');
    await ui.acceptInMergeEditor(`Accept Parent of ${sandbox.commits.conflict.slice(0, 8)}`);
    await dirtyTab().waitFor();
    await picture('revert-resolved');
    await ui.press('Control+s');
    await ui.answer('No conflict in', 'Mark as Resolved');
    await ui.notification('All conflicts of reverting');
  });

  it('shows on the card how far it is after a reload, and makes one commit that undoes the commit', async () => {
    const { commits, branches } = sandbox;
    await ui.reload();
    await openRevert();
    await ui.quickInput.getByText('Discard the resolution…').waitFor();
    await picture('revert-card-resolved');
    await ui.pick('Resolve…');
    await ui.answer('All conflicts of reverting', 'Commit Resolution…');
    await ui.pick(`Commit on ${branches.target}`);
    const { detail } = await ui.modal('Create Commit');
    assert.match(detail, /Author: you/);
    await ui.notification(`Committed on ${branches.target}`);
    assert.equal(ask('rev-parse', `${branches.target}~1`), start);
    assert.match(
      ask('log', '-1', '--format=%B', branches.target),
      new RegExp(`^Revert "[^]*"\\n\\nThis reverts commit ${commits.conflict}$`),
    );
    // the merge editor is closed, and the board is in front again
    page = await ui.webview('h1', { text: 'Backport board' });
    await picture('revert-committed');
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }
});
