import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/paths.ts';
import { picturesOf } from '../support/pictures.ts';
import { type Session, startSession } from '../support/userSession.ts';

describe('the sample server, as a user without an account tries it', function () {
  this.timeout(120_000);
  let session: Session;

  before(async () => {
    session = await startSession();
  });

  const picture = picturesOf('sample-server', () => session.ui);

  after(() => session?.stop());

  it('starts from the welcome text and shows its project without a folder', async () => {
    const { ui } = session;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Try with a Sample Server' }).click();
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/orchard/);
    await ui.notification('nothing you do here reaches another server');
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor();
    await picture('running');
  });

  it('is gone with its account when it is stopped', async () => {
    const { ui } = session;
    await ui.command('Graft: Stop the Sample Server');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Sign In' }).waitFor({ timeout: 30_000 });
    await ui.page.locator('.statusbar-item', { hasText: 'Sample server' }).waitFor({ state: 'hidden' });
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
    const button = commits.locator('.monaco-button', { hasText: 'Try with This Repository' });
    await button.waitFor();
    await picture('welcome');
    await button.click();
    await commits.locator('.monaco-list-row', { hasText: 'Write two' }).waitFor({ timeout: 30_000 });
    assert.match(await commits.locator('.pane-header').innerText(), /acme\/ledger/);
    await ui.notification('nothing is written to your repository, and nothing leaves your computer');
    await ui.page.locator('.statusbar-item', { hasText: 'Copy of ledger' }).waitFor();
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
    assert.equal(git('show-ref'), refs);
    assert.equal(readFileSync(path.join(folder, '.git', 'config'), 'utf8'), config);
  });

  it('ends with its account', async () => {
    const { ui } = session;
    await ui.command('Graft: Stop the Sample Server');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Try with This Repository' }).waitFor({ timeout: 30_000 });
  });
});
