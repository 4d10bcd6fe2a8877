import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { linesOf, repack, unpack } from '../sandbox/transferring.ts';
import { type AdministrationSession, administrationSession } from '../support/administrationSession.ts';
import type { Ui } from '../support/hands.ts';
import { longMs } from '../support/patience.ts';
import { temporaryFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { holdAt, sentTo } from '../support/sandboxControl.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';

describe('exporting a project and the page of a job, by keyboard, with the packaged extension', function () {
  this.timeout(180_000);
  let sandbox: RunningSandbox;
  let user: AdministrationSession;
  let ui: Ui;
  let folder: string;

  const hold = (...states: readonly string[]): Promise<void> => holdAt(sandbox.url, ...states);
  const begun = (): Promise<number> => sentTo(sandbox.url, 'exportProject');
  /** How often the extension has looked how far the export is. */
  const looks = (): Promise<number> => sentTo(sandbox.url, 'X2');
  /** Resolves once the server has finished the export; asks beside the extension. */
  const finished = async (): Promise<void> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/export`;
    const headers = { 'private-token': sandbox.tokens.owner };
    const state = async (): Promise<string> =>
      ((await (await fetch(address, { headers })).json()) as { readonly export_status: string }).export_status;
    await poll(async () => (await state()) === 'finished', { what: 'the server to finish the export' });
  };
  const jobPage = (title: string): Promise<Frame> => ui.webview('.jobPage h1', { text: title });
  /** Answers the question of the export up to the one before the last. */
  const exportTo = async (file: string, { isAgain = false } = {}): Promise<void> => {
    await user.run('Graft Transfer: Export Project…');
    await user.asked(/Project to Export/);
    await ui.quickRow(sandbox.project).waitFor({ timeout: longMs });
    await ui.press('Enter');
    if (isAgain) {
      await user.asked(/Your previous export has finished/);
      await ui.press('ArrowDown', 'Enter');
    }
    await user.asked(/Archive destination/);
    await ui.press('Enter');
    await user.asked(/Save Archive As/);
    await user.chooseFile(file, /_export\.tar\.gz$/);
    await user.asked(/Description in the Archive/);
    await ui.press('Enter');
    await ui.page.locator('.monaco-dialog-box').waitFor({ timeout: longMs });
  };

  before(async () => {
    folder = temporaryFolder('archives');
    sandbox = await startSandbox({ faults: true });
    user = await administrationSession({ pictures: 'transfers', sandbox });
    ({ ui } = user);
  });

  // what one test holds another one goes on with, unless it failed
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await hold();
  });

  after(async () => {
    await user?.stop();
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('says what can be exported and imported while nothing was', async () => {
    await user.waitFor(/Exports and imports/);
    await user.waitFor(/Export Project…/);
    await user.picture('empty');
  });

  it('exports to a file: chosen first, confirmed with everything it means', async () => {
    await hold('finished');
    await exportTo(path.join(folder, 'orchard.tar.gz'));
    await user.picture('question');
    const detail = await ui.page.locator('.monaco-dialog-box').innerText();
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
    // while the server is held: afterwards the extension may find out by itself, and the button is gone
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

  it('is legible in every theme', async () => {
    await ui.command('Notifications: Clear All Notifications');
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await user.picture(`saved-${theme}`);
    }
  });

  it('copies a report from its page', async () => {
    const page = await jobPage('Project export');
    await page.getByRole('button', { name: 'Copy Report' }).focus();
    await ui.press('Enter');
    await ui.statusItem('Report copied as Markdown.');
  });

  it('is not watched any longer once it is canceled, and goes from the list', async () => {
    await hold('started');
    await exportTo(path.join(folder, 'second.tar.gz'), { isAgain: true });
    assert.match(
      await ui.page.locator('.monaco-dialog-box').innerText(),
      /previous export of this project will be deleted/,
    );
    await ui.press('Enter');
    await user.waitFor(/1 running/);
    await user.run('Graft Transfer: Show Export or Import');
    await user.asked(/Choose an export or import/);
    await ui.press('Enter');
    const page = await ui.webview('.jobPage .phase', { text: 'Running' });
    await page.getByRole('button', { name: 'Cancel…' }).focus();
    await ui.press('Enter');
    await ui.page.locator('.monaco-dialog-box').waitFor();
    await user.picture('cancel');
    await ui.press('Enter');
    await page.getByText('It was stopped before it finished.').waitFor({ timeout: longMs });
    assert.match(await page.locator('.story').innerText(), /No longer watched/);
    await page.getByRole('button', { name: 'Try Again…' }).waitFor();
    await user.picture('canceled');
    await page.getByRole('button', { name: 'Remove from List' }).focus();
    await ui.press('Enter');
    await poll(async () => (await ui.tabTitles()).length === 1, { what: 'the page to close' });
    assert.deepEqual(readdirSync(folder), ['orchard.tar.gz']);
    await hold();
  });

  it('has the server upload the archive, and keeps nothing of the address but where it leads', async () => {
    // the one that is not watched any longer
    await finished();
    const received: { readonly method: string; readonly type: string; readonly bytes: number; readonly url: string }[] =
      [];
    const storage = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        received.push({ method, type: headers['content-type'] ?? '', bytes, url });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    try {
      const place = `127.0.0.1:${(storage.address() as AddressInfo).port}/bucket/orchard.tar.gz`;
      await user.run('Graft Transfer: Export Project…');
      await user.asked(/Project to Export/);
      await ui.quickRow(sandbox.project).waitFor({ timeout: longMs });
      await ui.press('Enter');
      await user.asked(/Your previous export has finished/);
      await ui.press('ArrowDown', 'Enter');
      await user.asked(/Archive destination/);
      await ui.press('ArrowDown', 'Enter');
      await user.asked(/Upload URL/);
      await ui.quickInputBox.fill(`http://${place}?X-Amz-Signature=verysecretsignature`);
      await ui.press('Enter');
      await user.asked(/Upload Method/);
      await ui.press('Enter');
      await user.asked(/Description in the Archive/);
      await ui.press('Enter');
      const dialog = ui.page.locator('.monaco-dialog-box');
      await dialog.waitFor({ timeout: longMs });
      const words = await dialog.innerText();
      assert.match(words, /application\/gzip/);
      assert.doesNotMatch(words, /verysecret/);
      await user.picture('upload-question');
      await ui.press('Enter');
      await poll(() => received.length > 0, { what: 'the upload', timeoutMs: longMs });
      const [{ method, type, bytes, url } = { method: '', type: '', bytes: 0, url: '' }] = received;
      assert.deepEqual([method, type, url.endsWith('verysecretsignature')], ['PUT', 'application/gzip', true]);
      assert.ok(bytes > 1000, String(bytes));
      const page = await openNewest(place);
      await page.getByText(`uploaded to ${place}`).waitFor({ timeout: longMs });
      assert.doesNotMatch(await page.locator('main').innerText(), /verysecret/);
      await user.picture('uploaded');
    } finally {
      storage.closeAllConnections();
      await new Promise((resolve) => storage.close(resolve));
    }
  });

  /** The archive that was saved, changed and saved beside it. */
  const changedArchive = async (name: string, change: (files: Record<string, Buffer>) => void): Promise<string> => {
    const files = await unpack(readFileSync(path.join(folder, 'orchard.tar.gz')));
    change(files);
    const file = path.join(folder, name);
    writeFileSync(file, await repack(files));
    return file;
  };
  /** Imports an archive into the place that is offered first. */
  const importFrom = async (file: string, project: string): Promise<void> => {
    await user.run('Graft Transfer: Import Project…');
    await user.asked(/Import Project/);
    await user.chooseFile(file, /\/$/);
    await user.asked(/Destination namespace/);
    await poll(async () => (await ui.quickPickItems()).some(({ label }) => /Olive Marsh/.test(label)), {
      what: 'places',
    });
    await ui.press('Enter');
    await user.asked(/Name of the project/);
    await ui.press('Enter');
    await user.asked(/Press Enter to check/);
    await ui.quickInputBox.fill(project);
    await ui.press('Enter');
    await user.asked(/Press Enter to start/);
    await ui.press('Enter');
  };
  /** Opens the page of the job begun last; `words` stand on no other page. */
  const openNewest = async (words: string): Promise<Frame> => {
    await user.run('Graft Transfer: Show Export or Import');
    await user.asked(/Choose an export or import/);
    await ui.press('Enter');
    return ui.webview('main.jobPage', { text: words });
  };

  it('shows the parts of an import that could not be saved, to be sorted and filtered by keyboard', async () => {
    const file = await changedArchive('parts.tar.gz', (files) => {
      for (const relation of ['issues', 'merge_requests']) {
        const name = `tree/project/${relation}.ndjson`;
        const rows = linesOf<Record<string, unknown>>(files, name);
        assert.ok(rows.length > 1, name);
        const broken = rows.map((row, index) => (index % 2 === 0 ? row : { ...row, title: null, state: 7 }));
        files[name] = Buffer.from(broken.map((row) => `${JSON.stringify(row)}\n`).join(''));
      }
    });
    await ui.command('View: Close All Editors');
    await importFrom(file, 'orchard-parts');
    await ui.notification(/items could not be imported/);
    await user.waitFor(/orchard-parts · finished, \d+ items failed/);
    await ui.command('Notifications: Clear All Notifications');
    const page = await openNewest('owner/orchard-parts');
    await page.getByText('some items could not be saved').waitFor();
    assert.match(await page.locator('.phase').innerText(), /^Partially finished/);
    const lines = (): Promise<number[]> =>
      page
        .locator('.failedTable td.number')
        .allInnerTexts()
        .then((texts) => texts.map(Number));
    const all = await lines();
    assert.ok(all.length > 2, String(all.length));
    await page.getByRole('columnheader', { name: 'Line' }).getByRole('button').focus();
    await ui.press('Enter', 'Enter');
    await poll(async () => (await lines()).join() === [...all].sort((a, b) => b - a).join(), { what: 'the order' });
    await user.picture('parts');
    await page.getByRole('searchbox').focus();
    await ui.page.keyboard.type('merge');
    await poll(async () => (await lines()).length < all.length, { what: 'fewer rows' });
    await ui.closePane('Commits');
    await ui.expand(await ui.findRow('owner/orchard-parts', user.view));
    await ui.findRow('Items that could not be imported', user.view);
    await user.waitFor(/Items that could not be imported · \d+/);
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await user.picture(`parts-${theme}`);
    }
    await page.getByRole('searchbox').fill('');
  });

  it('shows why an import failed, in the words of the server', async () => {
    const file = await changedArchive('broken.tar.gz', (files) => {
      files['project.bundle'] = Buffer.from('no bundle at all');
    });
    await importFrom(file, 'orchard-broken');
    await ui.notification(/failed: .*no complete git bundle/);
    await ui.command('Notifications: Clear All Notifications');
    const page = await openNewest('owner/orchard-broken');
    await page.locator('.errorBox', { hasText: 'project.bundle is no complete git bundle' }).waitFor();
    await page.getByRole('button', { name: 'Import Again…' }).waitFor();
    await user.picture('failed');
  });
});
