import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../support/servers/startSandbox.ts';
import { type AdministrationSession, administrationSession } from '../support/window/administrationSession.ts';
import type { Ui } from '../support/window/hands.ts';
import { longMs } from '../support/patience.ts';
import { temporaryFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo } from '../support/servers/sandboxControl.ts';

describe('exporting a project and the page of a job, by keyboard, with the packaged extension', function () {
  this.timeout(180_000);
  let sandbox: RunningSandbox;
  let user: AdministrationSession;
  let ui: Ui;
  let folder: string;

  const hold = (...states: readonly string[]): Promise<void> => holdAt(sandbox.url, ...states);
  const begun = (): Promise<number> => sentTo(sandbox.url, 'exportProject');
  /** Number of polls. */
  const looks = (): Promise<number> => sentTo(sandbox.url, 'X2');
  const jobPage = (title: string): Promise<Frame> => ui.webview('.jobPage h1', { text: title });
  /** Answers the wizard up to its last step. */
  const exportTo = async (file: string): Promise<void> => {
    await user.run('Graft Transfer: Export Project…');
    await user.asked(/Press Enter to start/);
    await ui.pick('Archive destination');
    await user.asked(/Archive destination/);
    await ui.press('Enter');
    await user.asked(/Save Archive As/);
    await user.chooseFile(file, /_export\.tar\.gz$/);
    await user.asked(/Press Enter to start/);
  };

  before(async () => {
    folder = temporaryFolder('archives');
    sandbox = await startSandbox({ faults: true });
    user = await administrationSession({ pictures: 'transfers', sandbox });
    ({ ui } = user);
  });

  // tests continue one another's held jobs unless one has failed
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await hold();
  });

  after(async () => {
    await user?.stop();
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('exports to a file, after a list of everything it means', async () => {
    await hold('finished');
    await exportTo(path.join(folder, 'orchard.tar.gz'));
    await user.picture('question');
    const detail = await ui.page.locator('.quick-input-widget').innerText();
    assert.ok(detail.includes(path.join(folder, 'orchard.tar.gz')), detail);
    await ui.press('Enter');
    await user.waitFor(/orchard · running · Project export/);
    assert.equal(await begun(), 1);
  });

  it('opens its page by keyboard, and shows how far it is', async () => {
    await user.run('Graft: Focus on Administration View');
    const row = await ui.findRow(sandbox.project, user.view);
    await poll(
      async () => {
        if (/focused/.test((await row.getAttribute('class')) ?? '')) return true;
        await ui.press('ArrowDown');
        return false;
      },
      { what: 'the row to have the focus', everyMs: 50 },
    );
    await ui.press('Enter');
    const page = await jobPage('Project export');
    await page.getByText('is creating the archive').waitFor();
    assert.match(await page.locator('.story').innerText(), /Running/);
    await user.picture('running');
  });

  it('is there again after a reload in the middle, and goes on', async () => {
    await ui.reload();
    const page = await jobPage('Project export');
    await page.getByText('is creating the archive').waitFor();
    // while the server is held: later the extension may poll first, which removes the button
    const looked = await looks();
    await page.getByRole('button', { name: 'Check Now' }).focus();
    await ui.press('Enter');
    await poll(async () => (await looks()) > looked, { what: 'a look at the server' });
    await hold();
    await page.getByText('Archive saved and verified').waitFor({ timeout: longMs });
    const story = await page.locator('.story').innerText();
    for (const state of ['Requesting', 'Running', 'Finished', 'Saved']) assert.ok(story.includes(state), story);
    assert.equal(await begun(), 1);
    await ui.notification(/Project export: .*orchard has finished/);
    await user.picture('saved');
  });

  it('has saved a whole archive, and nothing else', async () => {
    assert.deepEqual(readdirSync(folder), ['orchard.tar.gz']);
    const names = execFileSync('tar', ['-tzf', path.join(folder, 'orchard.tar.gz')], { encoding: 'utf8' }).split('\n');
    for (const name of ['VERSION', 'project.bundle', 'tree/project.json', 'tree/project/issues.ndjson'])
      assert.ok(
        names.some((each) => each.replace(/^\.\//, '') === name),
        `${name}: ${names.join(' ')}`,
      );
  });
});
