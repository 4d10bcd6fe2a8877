import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/paths.ts';
import { Ui } from '../support/window/hands.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { type Session, startSession } from '../support/window/userSession.ts';

describe('the sample server, as a user without an account tries it', function () {
  this.timeout(120_000);
  let session: Session;
  let clone = '';

  before(async () => {
    session = await startSession();
  });

  const picture = picturesOf('sample-server', () => session.ui);

  after(() => session?.stop());

  it('starts from the welcome text and shows its project without a folder', async () => {
    const { ui } = session;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await commits.locator('a', { hasText: 'Try with a Sample Server' }).click();
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/orchard/);
    await ui.notification('nothing you do here reaches another server');
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor();
    await picture('running');
  });

  it('opens a clone of its project in the empty window, whose remote has no credentials, and goes on there', async () => {
    const { ui, page } = session;
    await ui.answer('nothing you do here reaches another server', 'Open Clone');
    const folder = await poll(() => new URL(page.url()).searchParams.get('folder') ?? undefined, {
      what: 'the folder of the clone',
    });
    clone = folder;
    const address = execFileSync('git', ['-C', folder, 'remote', 'get-url', 'origin'], { encoding: 'utf8' });
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/acme\/orchard\.git\n$/);
    await ui.ready();
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor({ timeout: 30_000 });
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/orchard/);
    await ui.notification('nothing you do here reaches another server');
    await picture('clone');
    execFileSync('git', ['-C', folder, 'fetch', '--quiet']);
    writeFileSync(path.join(clone, 'work.txt'), 'not committed yet');
  });

  it('has a tour: a board with dry runs, the review that waits, and who may push', async () => {
    const { ui } = session;
    await ui.answer('nothing you do here reaches another server', 'Start Tour');
    await ui.page.getByRole('button', { name: 'Show the Board' }).click();
    const board = await ui.webview('table', { text: 'release/2.0' });
    for (const state of ['Clean', 'Conflict', 'Already there'])
      await board.getByText(state, { exact: true }).first().waitFor();
    await picture('tour-board');
    const again = async (step: string, shown: string): Promise<void> => {
      await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).click();
      await ui.pick('Start Tour');
      await ui.page.getByText(step, { exact: true }).first().click();
      await ui.page.getByRole('button', { name: shown }).click();
    };
    await again('Review a merge request', 'Show the Merge Request');
    await ui.webview('h1', { text: 'Forecast the week a fruit is ripe' });
    await picture('tour-review');
    await again('See who may push', 'Can I Push Here?');
    await ui.quickRow('release/1.0').waitFor();
    await picture('tour-push');
    await ui.closeQuickInput();
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).click();
    await picture('menu');
    await ui.pick('Stop Sample Server');
  });

  it('is gone with its account when it is stopped, and leaves the work in the clone', async () => {
    const { ui } = session;
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Sign In' }).waitFor({ timeout: 30_000 });
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor({ state: 'hidden' });
    assert.ok(existsSync(path.join(clone, 'work.txt')));
  });
});

describe('the sample server with the repository that is open', function () {
  this.timeout(120_000);
  const home = temporaryFolder('own');
  const folder = path.join(home, 'ledger');
  let session: Session;

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const commit = (line: string): void => {
    writeFileSync(path.join(folder, 'ledger.txt'), `${line}\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', `Write ${line}`);
  };

  before(async () => {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    commit('one');
    git('branch', 'release/1.0');
    git('switch', '--quiet', '--create', 'release/0.9');
    commit('zero');
    git('switch', '--quiet', 'main');
    commit('two');
    session = await startSession({ folder });
  });

  const picture = picturesOf('sample-server-copy', () => session.ui);

  after(async () => {
    await session?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it('shows its commits, and says that it is a copy', async () => {
    const { ui } = session;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    const button = commits.locator('a', { hasText: 'Try with This Repository' });
    await button.waitFor();
    await picture('welcome');
    await button.click();
    await commits.locator('.monaco-list-row', { hasText: 'Write two' }).waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/ledger/);
    await ui.notification('nothing is written to your repository, and nothing leaves your computer');
    await ui.page.locator('.statusbar-item', { hasText: 'Copy of ledger' }).waitFor();
    await ui.statusItem(/Push allowed/);
    await (await ui.openPane('Reviews')).locator('.monaco-list-row', { hasText: 'Branch main' }).waitFor();
    await picture('running');
  });

  it('tries its commits on its branches, and leaves the repository as it is', async () => {
    const { ui } = session;
    const refs = git('show-ref');
    const config = readFileSync(path.join(folder, '.git', 'config'), 'utf8');
    await ui.command('Graft Commits: Cherry-Pick Commit…');
    await ui.pick('Write two');
    await ui.pick('release/1.0');
    await ui.quickRow('Cherry-pick onto release/1.0').waitFor();
    await picture('dry-run');
    await ui.closeQuickInput();
    await ui.command('Graft Commits: Cherry-Pick Commit…');
    await ui.pick('Write two');
    await ui.pick('release/0.9');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'ledger.txt' }).first().waitFor();
    await picture('conflict');
    await ui.closeQuickInput();
    assert.equal(git('show-ref'), refs);
    assert.equal(readFileSync(path.join(folder, '.git', 'config'), 'utf8'), config);
  });

  it('ends with its account', async () => {
    const { ui } = session;
    await ui.command('Graft: Stop the Sample Server');
    const commits = await ui.openPane('Commits');
    await commits.locator('a', { hasText: 'Try with This Repository' }).waitFor({ timeout: 30_000 });
  });

  it('asks where the clone of the sample project opens, as there is a folder already', async () => {
    const { ui, page } = session;
    await ui.command('Graft: Try with a Sample Server');
    await ui.answer('nothing you do here reaches another server', 'Open Clone');
    const dialog = ui.page.locator('.monaco-dialog-box', { hasText: 'Open the clone of acme/orchard?' });
    await dialog.waitFor({ timeout: 30_000 });
    await picture('where');
    const opened = page.context().waitForEvent('page');
    await ui.modal('Open in New Window');
    const other = await opened;
    const second = new Ui(other);
    await second.ready();
    await second.openContainer('Graft');
    const commits = await second.openPane('Commits');
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/orchard/);
    await picturesOf('sample-server-clone', () => second)('project');
    await other.close();
    await ui.command('Graft: Stop the Sample Server');
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor({ state: 'hidden' });
  });
});
