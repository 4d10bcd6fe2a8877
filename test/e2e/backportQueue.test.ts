import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/startSandbox.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';

describe('the Backport Queue, with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let pane: Locator;

  const picture = picturesOf('backportQueue', () => ui);
  const says = (words: RegExp): Promise<string> =>
    poll(async () => (await ui.treeLines(pane)).find((line) => words.test(line)), {
      what: `a row that says ${String(words)}`,
      timeoutMs: 30_000,
    });
  const rowOf = (words: RegExp): Locator =>
    pane.locator('.monaco-list-row[role=treeitem]').filter({ hasText: words }).first();

  before(async () => {
    sample = await startSampleSession({ viewport: { width: 1300, height: 850 }, signIn: 'byHand' });
    ({ sandbox, ui } = sample);
    await ui.openContainer('Graft');
  });

  after(() => sample?.stop());

  it('is there by itself for a project with the file, and shows what is wanted, open, done, in conflict and not needed', async () => {
    // the view appears once the project is known to have the file
    await ui.pane('Backport Queue').waitFor();
    await ui.command('Graft Backport: Show Backport Queue');
    for (const other of ['Protected Branches', 'Reviews', 'Commits', 'Iterations']) await ui.closePane(other);
    pane = await ui.openPane('Backport Queue');
    await says(/^release\/1\.0.*2 wanted · 1 not needed/);
    await says(/Conflict · !10 · The changes do not apply to release\/1\.1\./);
    await says(/Done · !11 · Picked to release\/1\.1 as \w{8}/);
    await says(/Open · !10 · !13 names it\./);
    await picture('queue');
    for (const theme of otherThemes) {
      await pictureTheme(ui, theme);
      await picture(`queue-${theme}`);
    }
    await pictureTheme(ui, 'dark');
  });

  it('checks by keyboard whether a branch is ready, and shows the changelog it would have', async () => {
    await ui.expand(await ui.findRow('Release readiness', pane));
    await says(/^\s+Release readiness · \d of \d ready$/);
    await says(/Backports · 2 wanted · 1 not needed/);
    await says(/Protection · Protected by release\/\*/);
    await picture('readiness');
    for (const theme of otherThemes) {
      await pictureTheme(ui, theme);
      await picture(`readiness-${theme}`);
    }
    await pictureTheme(ui, 'dark');
    await ui.command('Graft Backport: Check Release Readiness…');
    await ui.pick('release/1.0');
    await ui.quickRow('Protection').waitFor();
    await picture('readiness-list');
    await ui.pick('Changelog');
    await ui.input('1.0.1', { prompt: 'Version of the changelog' });
    await ui.page.locator('.view-lines', { hasText: '1.0.1 (' }).waitFor();
    await picture('changelog');
    await ui.command('View: Close All Editors');
  });

  it('changes the labels of a merge request after showing them, and reads the queue again', async () => {
    await ui.contextMenu(rowOf(/Ripening tables/), 'Change Labels…');
    await ui.pick('backport-1.1');
    await ui.quickRow('Change the labels').waitFor();
    await picture('labels');
    await ui.pick('Change the labels');
    await ui.notification(/!2 was changed\. Labels: backport-1\.0, data → backport-1\.0, backport-1\.1, data\./);
    await says(/^release\/1\.1.*1 in conflict · 1 wanted · 2 done/);
    await says(/^\s+Ripening tables · Done · !2/);
  });

  it('opens a board with the merge request and the branch', async () => {
    await ui.contextMenu(rowOf(/Conflict · !10/), 'Backport…');
    const page = await ui.webview('h1', { text: 'Backport board' });
    await page.getByRole('gridcell', { name: /^Conflict.*taken away on release\/1\.1$/ }).waitFor();
    await picture('board');
    await ui.command('View: Close All Editors');
  });

  it('names every mistake of the file with its line, and opens it there', async () => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/repository/commits`;
    const content = 'backports:\n  labels:\n    backport-1.0: [release/1.0, two words]\n  untl: never\n';
    const actions = [{ action: 'update', file_path: '.gitlab/graft.yml', content }];
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify({ branch: 'main', commit_message: 'Change the file', actions }),
    });
    assert.equal(answer.status, 201);
    await ui.command('Graft Backport: Refresh Backport Queue');
    await says(/^Line 3: backports\.labels\.backport-1\.0: expected a branch/);
    await rowOf(/^Line 4: backports\.untl: unknown key/).click();
    await ui.page.locator('.view-lines', { hasText: 'untl: never' }).waitFor();
    await picture('mistakes');
  });
});
