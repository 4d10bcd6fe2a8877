import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { runGit } from '../sandbox/driving.ts';
import type { Ui } from '../support/hands.ts';
import { longMs } from '../support/patience.ts';
import { outFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { switchTheme, themeNames } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

const pictures = path.join(outFolder, 'screenshots', 'moving');

describe('moving a project to another server, with the packaged extension', function () {
  this.timeout(180_000);
  let source: RunningSandbox;
  let target: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let view: Locator;
  let step = 0;

  const picture = async (name: string): Promise<void> => {
    step += 1;
    await ui.screenshot(path.join(pictures, `${String(step).padStart(2, '0')}-${name}.png`));
  };
  const hold = (...states: readonly string[]): Promise<unknown> =>
    fetch(`${target.url}/-/sandbox/jobs`, { method: 'POST', body: JSON.stringify({ hold: states }) });
  const sent = async ({ url }: RunningSandbox, operation: string): Promise<number> => {
    const received = (await (await fetch(`${url}/-/sandbox/requests`)).json()) as { operation?: string }[];
    return received.filter((each) => each.operation === operation).length;
  };
  const hostOf = ({ url }: RunningSandbox): string => new URL(url).host;
  const jobPage = (): Promise<Frame> => ui.webview('.jobPage h1', { text: 'Project move' });
  const storyHas = (page: Frame, words: string): Promise<boolean> =>
    poll(async () => (await page.locator('.story').innerText()).includes(words), {
      what: `the story to say ${words}`,
      timeoutMs: longMs,
    });

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    source = await startSandbox({ faults: true });
    target = await startSandbox({ faults: true });
    clone = await cloneSample(source);
    session = await startSession({
      folder: clone.folder,
      builtIns: 'all',
      env: { GRAFT_DEMO_ACCOUNT: JSON.stringify({ url: source.url, token: source.tokens.owner }) },
      viewport: { width: 1400, height: 900 },
    });
    ui = session.ui;
    await ui.openContainer('Graft for GitLab');
    await ui.statusItem(/Push allowed/);
    await ui.command('Graft: Add Account…');
    await ui.input(target.url, { prompt: 'Address of the server' });
    await ui.input(target.tokens.owner, { prompt: 'Token for' });
    await ui.notification(/Signed in to/);
    await ui.command('Notifications: Clear All Notifications');
    for (const other of ['Commits', 'Protected Branches', 'Reviews', 'Iterations']) await ui.closePane(other);
    view = await ui.openPane('Administration');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await Promise.all([source?.close(), target?.close()]);
  });

  it('asks where to, and says all that will happen before anything is sent', async () => {
    await hold('finished');
    await ui.command('Graft: Move Project to Another Account…');
    await ui.pick('acme/orchard');
    await poll(async () => (await ui.quickPickItems()).some(({ label }) => label === hostOf(target)), {
      what: 'the other server',
    });
    await picture('where');
    await ui.pick(hostOf(target));
    await ui.pick('Acme');
    await ui.input('apples', { prompt: 'Path below acme' });
    const dialog = ui.page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: longMs });
    await picture('question');
    const words = await dialog.innerText();
    for (const wanted of ['acme/orchard stays as it is', 'Stays behind', 'CI/CD variables', 'shown as yours'])
      assert.ok(words.includes(wanted), words);
    assert.deepEqual([await sent(source, 'exportProject'), await sent(target, 'importProject')], [0, 0]);
    await ui.modal('Move');
  });

  it('is watched on its page, and goes on after a reload in the middle of the import', async () => {
    const page = await jobPage();
    await storyHas(page, 'has taken the archive');
    await picture('importing');
    await ui.reload();
    const again = await jobPage();
    await storyHas(again, 'has taken the archive');
    // somebody goes on working at the source meanwhile
    const git = (...args: readonly string[]): Promise<string> => runGit([`--git-dir=${source.repository}`, ...args]);
    await git('update-ref', 'refs/heads/meanwhile', 'refs/heads/main');
    await hold();
    await again.getByText('The project has been moved.').waitFor({ timeout: longMs });
    assert.deepEqual([await sent(source, 'exportProject'), await sent(target, 'importProject')], [1, 1]);
    await ui.notification(/Project move: acme\/orchard has finished\. Something is different/);
    await picture('moved');
    for (const theme of themeNames) {
      await switchTheme(ui, theme);
      await picture(`moved-${theme}`);
    }
  });

  it('shows a report that names what is different', async () => {
    await ui.command('Notifications: Clear All Notifications');
    const page = await jobPage();
    await page.getByRole('button', { name: 'Show Report' }).click();
    const report = await ui.webview('h1', { text: 'Move of acme/orchard' });
    const text = await report.locator('body').innerText();
    assert.match(text, /Something is different/);
    assert.match(text, /meanwhile/);
    assert.match(text, /Tags\s+same/);
    for (const theme of themeNames) {
      await switchTheme(ui, theme);
      await picture(`report-${theme}`);
    }
    await ui.command('Graft: Copy Report of a Move');
    await ui.pick('Project move: acme/orchard');
    await ui.statusItem('The report was copied.');
  });

  it('is a row of the Administration view with its report at hand', async () => {
    await ui.openContainer('Graft for GitLab');
    view = await ui.openPane('Administration');
    const row = await ui.findRow('acme/orchard', view);
    await row.hover();
    await row.locator('.action-label[aria-label*="Report"]').waitFor({ timeout: longMs });
    await picture('row');
  });
});
