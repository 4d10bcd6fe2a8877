import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { runGit } from '../sandbox/driving.ts';
import { type AdministrationSession, administrationSession } from '../support/administrationSession.ts';
import type { Ui } from '../support/hands.ts';
import { longMs } from '../support/patience.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo } from '../support/sandboxControl.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';

describe('moving a project to another server, with the packaged extension', function () {
  this.timeout(180_000);
  let source: RunningSandbox;
  let target: RunningSandbox;
  let user: AdministrationSession;
  let ui: Ui;

  const hostOf = ({ url }: RunningSandbox): string => new URL(url).host;
  const jobPage = (): Promise<Frame> => ui.webview('.jobPage h1', { text: 'Project move' });
  const storyHas = (page: Frame, words: string): Promise<boolean> =>
    poll(async () => (await page.locator('.story').innerText()).includes(words), {
      what: `the story to say ${words}`,
      timeoutMs: longMs,
    });

  before(async () => {
    source = await startSandbox({ faults: true });
    target = await startSandbox({ faults: true });
    user = await administrationSession({
      pictures: 'moving',
      sandbox: source,
      builtIns: 'all',
      async prepare(hands) {
        await hands.command('Graft: Sign In to GitLab…');
        await hands.input(target.url, { prompt: 'URL of the server' });
        await hands.input(target.tokens.owner, { prompt: 'Token for' });
        await hands.notification(/Signed in to/);
        await hands.command('Notifications: Clear All Notifications');
      },
    });
    ({ ui } = user);
  });

  after(async () => {
    await user?.stop();
    await Promise.all([source?.close(), target?.close()]);
  });

  it('asks where to, and says all that will happen before anything is sent', async () => {
    await holdAt(target.url, 'finished');
    await ui.command('Graft Transfer: Move Project to Another Account…');
    await ui.pick('acme/orchard');
    await poll(async () => (await ui.quickPickItems()).some(({ label }) => label === hostOf(target)), {
      what: 'the other server',
    });
    await user.picture('where');
    await ui.pick(hostOf(target));
    await ui.pick('Acme');
    await ui.input('apples', { prompt: 'Path in acme' });
    const dialog = ui.page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: longMs });
    await user.picture('question');
    const words = await dialog.innerText();
    for (const wanted of ['acme/orchard stays unchanged', 'Not included', 'CI/CD variables', 'attributed to you'])
      assert.ok(words.includes(wanted), words);
    assert.deepEqual([await sentTo(source.url, 'exportProject'), await sentTo(target.url, 'importProject')], [0, 0]);
    await ui.modal('Move');
    await ui.answer('Project move: acme/orchard has started.', 'Show Details');
  });

  it('is watched on its page, and goes on after a reload in the middle of the import', async () => {
    const page = await jobPage();
    await storyHas(page, 'accepted the archive');
    await user.picture('importing');
    await ui.reload();
    const again = await jobPage();
    await storyHas(again, 'accepted the archive');
    // someone goes on working at the source meanwhile
    const git = (...args: readonly string[]): Promise<string> => runGit([`--git-dir=${source.repository}`, ...args]);
    await git('update-ref', 'refs/heads/meanwhile', 'refs/heads/main');
    await holdAt(target.url);
    await again.getByText('The project has been copied.').waitFor({ timeout: longMs });
    assert.deepEqual([await sentTo(source.url, 'exportProject'), await sentTo(target.url, 'importProject')], [1, 1]);
    await ui.notification(/Project move: acme\/orchard has finished\. Differences found/);
    await user.picture('moved');
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await user.picture(`moved-${theme}`);
    }
  });

  it('shows a report that names what is different', async () => {
    await ui.command('Notifications: Clear All Notifications');
    const page = await jobPage();
    await page.getByRole('button', { name: 'Show Report' }).click();
    const report = await ui.webview('h1', { text: 'Move of acme/orchard' });
    const text = await report.locator('body').innerText();
    assert.match(text, /Differences found/);
    assert.match(text, /meanwhile/);
    assert.match(text, /Tags\s+same/);
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await user.picture(`report-${theme}`);
    }
    await ui.command('Graft Transfer: Copy Report of a Move');
    await ui.pick('Project move: acme/orchard');
    await ui.statusItem('Report copied.');
  });

  it('is a row of the Administration view with its report at hand', async () => {
    await ui.openContainer('Graft');
    const row = await ui.findRow('acme/orchard', await ui.openPane('Administration'));
    await row.hover();
    await row.locator('.action-label[aria-label*="Report"]').waitFor({ timeout: longMs });
    await user.picture('row');
  });
});
