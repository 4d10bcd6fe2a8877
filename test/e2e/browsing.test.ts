import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import { git } from '../support/git.ts';
import type { SampleClone } from '../support/sampleClone.ts';
import { pictureTheme } from '../support/themes.ts';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('finding commits, as a user does it with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let ui: Ui;
  let commits: Locator;

  const picture = picturesOf('browsing', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const subjectOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);
  const head = (): Promise<string> => commits.locator('.pane-header').innerText();
  const requests = async (): Promise<readonly { readonly operation?: string }[]> =>
    (await (await fetch(`${sandbox.url}/-/sandbox/requests`)).json()) as { readonly operation?: string }[];

  before(async () => {
    sample = await startSampleSession({ signIn: 'preset' });
    ({ sandbox, clone, ui } = sample);
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await ui.row(subjectOf('main'), commits).waitFor({ timeout: 30_000 });
  });

  after(() => sample?.stop());

  it('narrows the list by the keyboard alone, and says in the view by what', async () => {
    await ui.command('Graft Commits: Filter Commits…');
    await ui.quickInput.waitFor();
    await picture('filter');
    await ui.pick('Path');
    await ui.quickInputBox.fill('../elsewhere');
    await ui.quickRow('Enter the path from the top of the repository, such as src/main.ts.').waitFor();
    await picture('bad-path');
    await ui.quickInputBox.fill('src');
    await ui.quickRow('src').waitFor();
    await picture('paths');
    await ui.press('Enter');
    await commits.getByText('Filtered by Path: src').waitFor();
    await picture('filtered');
  });

  it('shows in its row that a pipeline has ended, as soon as one comes back to the window', async () => {
    await ui.paneAction(commits, 'Clear Commit Filters');
    const setState = async (state: string): Promise<void> => {
      const address = `${sandbox.url}/api/v4/projects/acme%2Forchard/statuses/${ask('rev-parse', 'main')}`;
      const headers = { 'private-token': sandbox.tokens.maintainer };
      assert.equal((await fetch(`${address}?name=late&state=${state}`, { method: 'POST', headers })).status, 201);
    };
    const says = (words: string): Promise<true> =>
      poll(
        async () =>
          ((await ui.row(subjectOf('main'), commits).getAttribute('aria-label')) ?? '').includes(words) || undefined,
        { what: words },
      );
    await setState('running');
    await ui.paneAction(commits, 'Refresh Commits');
    await says('pipeline: running');
    await ui.leaveWindow();
    await setState('failed');
    await ui.returnToWindow();
    await says('pipeline: failed');
    await ui.command('Graft Commits: Filter Commits…');
    await ui.pick('Path');
    await ui.pick('src', { filter: 'src' });
    await commits.getByText('Filtered by Path: src').waitFor();
  });

  it('saves the filter and offers it again', async () => {
    await ui.command('Graft Commits: Filter Commits…');
    await ui.pick('Save this filter…');
    await ui.input('Sources only', { prompt: 'Name of the filter' });
    await ui.command('Graft Commits: Filter Commits…');
    await ui.pick('Clear all filters');
    await commits.getByText('Filtered by').waitFor({ state: 'hidden' });
    await ui.command('Graft Commits: Filter Commits…');
    await ui.quickRow('Sources only').waitFor();
    await picture('saved-filters');
    await ui.pick('Sources only');
    await commits.getByText('Filtered by Path: src').waitFor();
    await ui.paneAction(commits, 'Clear Commit Filters');
    await ui.row(subjectOf('main'), commits).waitFor();
  });

  it('searches messages on the server', async () => {
    await ui.command('Graft Commits: Filter Commits…');
    await ui.pick('Message');
    await picture('message-filter');
    await ui.input('ROUND', { prompt: 'Words in the message' });
    await commits.getByText('Filtered by Message: ROUND').waitFor();
    const [found = ''] = ask('log', '-1', '--grep=round', '--regexp-ignore-case', '--format=%s', 'main').split('\n');
    await ui.row(found, commits).waitFor();
    await picture('searched');
    await ui.paneAction(commits, 'Clear Commit Filters');
    await ui.row(subjectOf('main'), commits).waitFor();
  });

  it('shows the commits that touched the file of the editor, through its renames', async () => {
    const [file = ''] = ask('ls-tree', '-r', '--name-only', 'main', 'src').split('\n');
    await ui.openFile(file);
    await ui.command('Graft Commits: File History');
    await ui.row(ask('log', '-1', '--format=%s', 'main', '--', file), commits).waitFor();
    await commits.getByText(`Filtered by Path: ${file}`).waitFor();
    await picture('file-history');
  });

  it('opens the commit of the line the cursor is on', async () => {
    const [file = ''] = ask('ls-tree', '-r', '--name-only', 'main', 'src').split('\n');
    await ui.goTo(1);
    await ui.command('Graft Commits: Open Commit of This Line');
    const sha = git(clone.folder, 'blame', '-l', '--root', '-L1,1', file).split(' ')[0] ?? '';
    const page = await ui.webview('h1', { text: subjectOf(sha) });
    await page.getByText(path.posix.basename(file)).first().waitFor();
    await picture('line-commit');
  });

  it('opens it from the menu of the number of a line', async () => {
    const [file = ''] = ask('ls-tree', '-r', '--name-only', 'main', 'src').split('\n');
    await ui.command('View: Close All Editors');
    await ui.openFile(file);
    const number = ui.page.locator('.monaco-editor:visible .margin .line-numbers', { hasText: /^1$/ }).first();
    await ui.contextMenu(number, 'Open Commit of This Line');
    const sha = git(clone.folder, 'blame', '-l', '--root', '-L1,1', file).split(' ')[0] ?? '';
    await ui.webview('h1', { text: subjectOf(sha) });
    await ui.command('View: Close All Editors');
  });

  it('shows the history of a folder from the explorer', async () => {
    await ui.press('Control+Shift+e');
    const folder = ui.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'src' }).first();
    await ui.contextMenu(folder, 'File History');
    commits = await ui.openPane('Commits');
    await commits.getByText('Filtered by Path: src').waitFor();
    await ui.paneAction(commits, 'Clear Commit Filters');
  });

  it('compares two refs and opens a file at both', async () => {
    await ui.command('Graft Commits: Compare…');
    await ui.pick(sandbox.branches.target, { filter: sandbox.branches.target });
    await poll(async () => (await ui.quickInputTitle()).title.startsWith('Compare (2 of 2)'), { what: 'the other' });
    await ui.quickInputBox.fill('v');
    await ui.quickRow('v1.0.0').waitFor();
    await picture('compare-search');
    await ui.pick('main', { filter: 'main' });
    await poll(async () => (await head()).includes(`Comparing ${sandbox.branches.target}...main`), {
      what: 'the comparison',
    });
    await ui.row('Commits', commits).waitFor();
    await ui.row(subjectOf('main'), commits).waitFor();
    await picture('comparison');
    await ui.paneAction(commits, 'Swap Sides of Comparison');
    await poll(async () => (await head()).includes(`Comparing main...${sandbox.branches.target}`), {
      what: 'the swap',
    });
    await ui.paneAction(commits, 'Swap Sides of Comparison');
    await poll(async () => (await head()).includes(`Comparing ${sandbox.branches.target}...main`), {
      what: 'the first comparison',
    });
    await ui.paneAction(commits, 'Open All Compared Files');
    await ui.page.locator('.multiDiffEntry').first().waitFor({ timeout: 20_000 });
    await picture('compared-files');
  });

  it('closes the comparison, and comes back to a saved filter', async () => {
    await pictureTheme(ui, 'light');
    await picture('comparison-light');
    await pictureTheme(ui, 'high-contrast');
    await picture('comparison-high-contrast');
    await ui.paneAction(commits, 'Close Comparison');
    await ui.row(subjectOf('main'), commits).waitFor();
    await ui.command('Graft Commits: Filter Commits…');
    await ui.pick('Sources only');
    await commits.getByText('Filtered by Path: src').waitFor();
    await picture('filtered-high-contrast');
    await pictureTheme(ui, 'light');
    await picture('filtered-light');
    await pictureTheme(ui, 'dark');
    await ui.paneAction(commits, 'Clear Commit Filters');
    await ui.command('View: Close All Editors');
  });

  it('tells of a commit what there is to know', async () => {
    const row = await ui.findRow(subjectOf('main'), commits);
    const text = await ui.hover(row);
    assert.match(text, /in .*main/);
    assert.match(text, /pipeline: \w+ · main · #\d+/);
    await picture('tooltip');
    await ui.contextMenu(row, 'Show Branches and Tags Containing Commit…');
    await ui.quickRow('main').waitFor();
    await picture('refs');
    await ui.closeQuickInput();
  });

  it('opens the address of a commit', async () => {
    const sha = sandbox.commits.clean;
    await ui.command('Graft Commits: Open Commit…');
    await ui.quickInputBox.fill(`${sandbox.url}/${sandbox.project}/-/commit/${sha}`);
    await ui.quickRow(subjectOf(sha)).waitFor();
    await picture('pasted-address');
    await ui.pick(subjectOf(sha));
    await ui.webview('h1', { text: subjectOf(sha) });
    await ui.command('View: Close All Editors');
  });

  it('sends one request before the first row when the window is opened again', async () => {
    // the preset account of this window is signed in anew each time; what comes after is what counts
    await fetch(`${sandbox.url}/-/sandbox/requests`, { method: 'DELETE' });
    await ui.reload();
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await ui.row(subjectOf('main'), commits).waitFor({ timeout: 30_000 });
    const asked = async (): Promise<readonly (string | undefined)[]> =>
      (await requests()).map(({ operation }) => operation);
    // the rows of last time are there before anything was asked
    await poll(async () => (await asked()).includes('listCommits'), { what: 'the request for the rows' });
    const names = await asked();
    const first = names.indexOf('listCommits');
    assert.ok(!names.slice(0, first).includes('getProject'), names.join());
  });

  it('shows after a reload what it showed last, and as of when, until the server has answered', async () => {
    const before = subjectOf('main');
    await ui.row(before, commits).waitFor();
    const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const newest = ask(...person, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Newer than what is remembered');
    ask('update-ref', 'refs/heads/main', newest);
    await setFaultsAt(sandbox.url, [{ operation: 'listCommits', fault: 'hang' }]);
    await ui.reload();
    await ui.row(before, commits).waitFor();
    await poll(async () => (await head()).includes('as of '), { what: 'as of when the rows are' });
    await picture('remembered');
    await setFaultsAt(sandbox.url, []);
    await ui.command('Graft: Refresh Commits');
    await ui.row('Newer than what is remembered', commits).waitFor();
    assert.ok(!(await head()).includes('as of '));
  });

  it('leaves views as the user has left them, over a reload and another project', async () => {
    const areOpen = async (): Promise<readonly string[]> => {
      const titles = ['Commits', 'Reviews', 'Protected Branches', 'Iterations', 'Administration'];
      const states = await Promise.all(
        titles.map((title) => ui.pane(title).locator('.pane-header').getAttribute('aria-expanded')),
      );
      return titles.filter((_, index) => states[index] === 'true');
    };
    assert.deepEqual(await areOpen(), ['Commits', 'Reviews']);
    await ui.closePane('Reviews');
    await ui.openPane('Protected Branches');
    await ui.reload();
    await ui.row(subjectOf('main'), commits).waitFor();
    assert.deepEqual(await areOpen(), ['Commits', 'Protected Branches']);
    await ui.command('Graft: Choose Project…');
    await ui.pick('acme/tools/seedling', { filter: 'seedling' });
    await ui.row('Explain how much', commits).waitFor();
    assert.deepEqual(await areOpen(), ['Commits', 'Protected Branches']);
    await ui.command('Graft: Detect Project from Remotes');
    await ui.row(subjectOf('main'), commits).waitFor();
  });
});
