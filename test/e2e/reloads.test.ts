import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';
import { setFaultsAt } from '../support/servers/sandboxControl.ts';
import type { RunningSandbox } from '../support/servers/startSandbox.ts';

describe('a reload of the window', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let commits: Locator;

  const picture = picturesOf('reloads', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const subjectOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);

  before(async () => {
    sample = await startSampleSession({ signIn: 'byHand' });
    ({ sandbox, ui } = sample);
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
  });

  after(() => sample?.stop());

  it('keeps the account, and shows what was there, and as of when, until the server has answered', async () => {
    const head = (): Promise<string> => commits.locator('.pane-header').innerText();
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

  it('keeps the commits while the server is away', async () => {
    const known = subjectOf('main');
    const away = { fault: 'resetBefore' } as const;
    await setFaultsAt(sandbox.url, [
      { operation: 'getProject', ...away },
      { operation: 'listCommits', ...away },
    ]);
    await ui.reload();
    await ui.row(known, commits).waitFor();
    const failed = commits.locator('.monaco-list-row').filter({ hasText: /can’t be reached.*Shown as of/ });
    await failed.waitFor();
    assert.ok(await ui.row(known, commits).isVisible());
    await picture('away');
    await setFaultsAt(sandbox.url, []);
    await failed.click();
    await failed.waitFor({ state: 'detached' });
    await ui.row(known, commits).waitFor();
  });

  it('leaves views as the user has left them, as another project does', async () => {
    const areOpen = async (): Promise<readonly string[]> => {
      const titles = ['Commits', 'Reviews', 'Protected Branches', 'Iterations', 'Administration'];
      const states = await Promise.all(
        titles.map((title) => ui.pane(title).locator('.pane-header').getAttribute('aria-expanded')),
      );
      return titles.filter((_, index) => states[index] === 'true');
    };
    await poll(async () => (await areOpen()).join() === 'Commits,Reviews', { what: 'the views as they begin' });
    await ui.closePane('Reviews');
    await ui.openPane('Protected Branches');
    await ui.reload();
    await ui.findRow(subjectOf('main'), commits);
    assert.deepEqual(await areOpen(), ['Commits', 'Protected Branches']);
    await ui.command('Graft: Choose Project…');
    await ui.pick('acme/tools/seedling', { filter: 'seedling' });
    await ui.row('Explain how much', commits).waitFor();
    assert.deepEqual(await areOpen(), ['Commits', 'Protected Branches']);
    await ui.command('Graft: Detect Project from Remotes');
    await ui.row(subjectOf('main'), commits).waitFor();
  });

  it('says which page it could not bring back, and why, and shows it on a retry', async () => {
    await (await ui.findRow(subjectOf('main'), commits)).click();
    await ui.webview('h1', { text: subjectOf('main') });
    const body = { message: '404 Project Not Found' };
    await setFaultsAt(sandbox.url, [{ operation: 'getProject', fault: 'status', status: 404, body }]);
    await ui.reload();
    const page = await ui.webview('h1', { text: /^The page of commit [0-9a-f]{8} could not be shown$/ });
    assert.match(await page.getByRole('alert').innerText(), /couldn’t find it: “404 Project Not Found”\./);
    await setFaultsAt(sandbox.url, []);
    await page.getByRole('button', { name: 'Retry' }).click();
    await ui.webview('h1', { text: subjectOf('main') });
  });
});
