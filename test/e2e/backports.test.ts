import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { sentTo, setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';

const stable = 'stable/1';
const open = 'stable/2';

describe('a backport, from the history to a merged change', function () {
  this.timeout(180_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let page: Frame;
  let start = '';

  const picture = picturesOf('backports', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const cell = (state: string, branch: string): Locator =>
    page.getByRole('gridcell', { name: new RegExp(`^${state}.* on ${branch}$`) });

  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/api/v4/projects/acme%2Forchard${path}`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201);
  };

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 900 },
      // while a further page is drawn, the menus of rows do not work
      settings: { 'graft.commits.pageSize': 100 },
      signIn: 'preset',
      prepare: (started) => {
        sandbox = started;
        start = ask('rev-parse', sandbox.branches.target);
        for (const branch of [stable, open]) ask('update-ref', `refs/heads/${branch}`, start);
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
    // what the project allows is read with it, and its lists are read anew: a row of before has no command any more
    await ui.statusItem(/Push allowed/);
    await commits.locator('.monaco-progress-container.active').waitFor({ state: 'detached' });
    const row = await ui.findRow(ask('log', '-1', '--format=%s', sandbox.commits.clean), commits);
    await ui.contextMenu(row, 'Backport…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('stable/*');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'All 2 branches that match stable/*' }).click();
    await ui.quickInput.getByText('3 Selected').waitFor();
    await ui.press('Enter');
    page = await ui.webview('h1', { text: 'Backport board' });
    await cell('Blocked', stable).click();
    await cell('Clean', open).waitFor();
    await page.getByRole('region', { name: 'Details of the cell' }).getByText('Create Merge Request…').waitFor();
    await picture('blocked');
  });

  it('shows all of both merge requests before they are made', async () => {
    await cell('Blocked', stable).focus();
    await ui.press(' ', 'ArrowRight', ' ', 'p');
    const create = ui.quickInput.locator('.monaco-list-row', { hasText: 'Create 2 Merge Requests' });
    await create.waitFor();
    await ui.quickInput.locator('.monaco-list-row', { hasText: `${stable}: no dry run yet` }).waitFor();
    await picture('question');
    await ui.press('Enter');
  });

  it('makes branches and merge requests, and the board says how they stand', async () => {
    const report = page.getByRole('region', { name: 'Report: Merge requests' });
    await report.getByText('2 of 2 merge requests are there.').waitFor();
    await report.getByText('Open · can be merged · no pipeline').first().waitFor();
    await cell('!\\d+', stable).click();
    await picture('made');
    assert.equal(ask('rev-parse', stable), start, 'the branch waits for the merge');
  });

  it('follows the pipeline of one of them until it has passed', async () => {
    const details = page.getByRole('region', { name: 'Details of the cell' });
    const ref = ask('branch', '--list', '--format=%(refname:short)', 'cherry-pick-*-stable-1');
    for (const state of ['running', 'success']) {
      await post(`/statuses/${ask('rev-parse', ref)}`, { state, name: 'build', ref });
      await details.getByRole('button', { name: 'Read the merge requests again' }).click();
      await details.getByText(`pipeline: ${state}`).waitFor();
    }
    await picture('passed');
  });

  it('merges it from its cell though the answer is lost, once, and git has it', async () => {
    await setFaultsAt(sandbox.url, [{ operation: 'acceptMergeRequest', fault: 'resetAfter', times: 1 }]);
    await page.getByRole('region', { name: 'Details of the cell' }).getByRole('button', { name: 'Merge…' }).click();
    const { message, detail } = await ui.modal('Merge');
    assert.match(message, /^Merge !\d+ into stable\/1\?$/);
    assert.match(detail, /pipeline: success/);
    await cell('!\\d+ merged', stable).waitFor();
    assert.equal(await sentTo(sandbox.url, 'acceptMergeRequest'), 1);
    assert.equal(ask('rev-parse', `${stable}^1`), start);
    assert.equal(
      ask('log', '-1', '--format=%s', `${stable}^2`),
      ask('log', '-1', '--format=%s', sandbox.commits.clean),
    );
    await picture('merged');
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }

  it('keeps all of it over a reload, and takes back what is not merged', async () => {
    await ui.reload();
    page = await ui.webview('h1', { text: 'Backport board' });
    await cell('!\\d+ merged', stable).waitFor();
    const report = page.getByRole('region', { name: 'Report: Merge requests' });
    await report.getByRole('button', { name: 'Undo…' }).click();
    const { message } = await ui.modal('Take Back');
    assert.match(message, /Take back these merge requests/);
    await report.getByText('Taken back.').waitFor();
    await cell('Clean', open).waitFor();
    await poll(() => ask('branch', '--list', 'cherry-pick-*-stable-2') === '', { what: 'the branch to go' });
    await picture('taken back');
  });
});
