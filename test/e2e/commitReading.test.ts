import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { readManifest } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import type { SampleClone } from '../support/sampleClone.ts';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

/** A picture of one colour, 3 by 2 pixels, as a BMP. */
const bitmap = (blue: number): Buffer => {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + 24, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(3, 18);
  header.writeInt32LE(2, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const row = Buffer.concat([Buffer.alloc(9, blue), Buffer.alloc(3)]);
  return Buffer.concat([header, row, row]);
};

describe('reading a commit on its page, with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let ui: Ui;
  let page: Frame;
  let sha = '';

  const picture = picturesOf('commit-reading', () => ui);
  const openPage = async (hash: string): Promise<Frame> =>
    ui.webview('h1', { text: git(sandbox.repository, 'log', '-1', '--format=%s', hash) });
  const commit = (subject: string): string => {
    git(clone.folder, 'add', '--all');
    git(clone.folder, '-c', 'user.name=Mara', '-c', 'user.email=mara@example.com', 'commit', '-q', '-m', subject);
    return git(clone.folder, 'rev-parse', 'HEAD');
  };

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 1000 },
      signIn: 'byHand',
      prepare: (started, cloned) => {
        ({ sandbox, clone } = { sandbox: started, clone: cloned });
        const write = (name: string, content: string | Buffer): void =>
          writeFileSync(path.join(clone.folder, name), content);
        const lines = Array.from({ length: 60_000 }, (_, index) => `${index}: ${'value '.repeat(12)}`);
        git(clone.folder, 'checkout', '-q', '-b', 'reading');
        write('logo.bmp', bitmap(20));
        write('huge.txt', `${lines.join('\n')}\n`);
        write('code.ts', 'export function first(): number {\n  return 1;\n}\n');
        commit('Add what the next commit changes');
        write('logo.bmp', bitmap(200));
        write('huge.txt', `${lines.map((line) => `${line} changed`).join('\n')}\n`);
        write('code.ts', 'export function first(): number {\n    return 1;\n}\n// second\n');
        write('right\u202eto-left.txt', 'a\n');
        appendFileSync(path.join(clone.folder, 'wide.js'), `const wide = "${'x'.repeat(2_000_000)}";\n`);
        sha = commit('Change pictures, code and much text');
        // straight into the bare repository: nothing of this is about pushing
        git(clone.folder, 'push', '-q', sandbox.repository, 'reading');
      },
    });
    ({ sandbox, clone, ui } = sample);
  });

  after(() => sample?.stop());

  it('colours code and marks changed words in the theme of the editor', async () => {
    await ui.command('Graft Commits: Open Commit…');
    await ui.quickInput.waitFor();
    await ui.pick('Change pictures, code and much text', { filter: sha });
    page = await openPage(sha);
    await page.locator('.tok-comment').first().waitFor();
    await page.getByRole('row', { name: /Line 4 added: \/\/ second/ }).waitFor();
    await page.locator('.facts', { hasText: /Commit number\s*[\d,]+/ }).waitFor();
    await picture('unified');
  });

  it('loads scripts, styles and icons from the folder of the installed extension alone', async () => {
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const { publisher, name, version } = readManifest();
    const strange = loaded.filter((address) => !address.includes(`/${publisher}.${name}-${version}`));
    assert.ok(
      loaded.some((address) => /\/dist\/codicon\.ttf/.test(address)),
      loaded.join('\n'),
    );
    assert.deepEqual(strange, []);
  });

  it('shows the pipeline that began elsewhere as soon as one comes back to the window', async () => {
    await ui.leaveWindow();
    const headers = { 'private-token': sandbox.tokens.maintainer };
    const setState = async (state: string): Promise<void> => {
      const address = `${sandbox.url}/api/v4/projects/acme%2Forchard/statuses/${sha}?name=late&state=${state}`;
      assert.equal((await fetch(address, { method: 'POST', headers })).status, 201);
    };
    await setState('running');
    await ui.returnToWindow();
    await page.locator('.pipeline', { hasText: 'running' }).waitFor({ timeout: 15_000 });
    await ui.leaveWindow();
    await setState('failed');
    await ui.returnToWindow();
    await page.locator('.pipeline', { hasText: 'failed' }).waitFor({ timeout: 15_000 });
  });

  it('marks a name that could deceive, and bears a line of 2 MB', async () => {
    assert.equal(await page.locator('.fileRow .mark', { hasText: 'U+202E' }).count(), 1);
    await page.getByRole('button', { name: 'Go to File' }).click();
    await page.getByRole('combobox').fill('wide');
    await ui.press('Enter');
    await page.getByRole('row', { name: /^wide\.js/ }).waitFor();
    await page.getByRole('button', { name: 'Load Diff' }).last().click();
    const line = page.getByRole('row', { name: /Line 1 added: const wide = "x+/ });
    await line.waitFor({ timeout: 30_000 });
    assert.match(await line.innerText(), /… 1,998,\d+ more characters, open the file/);
    await picture('wide-line');
    await ui.press('Control+Home');
  });

  it('shows pictures before and after', async () => {
    await page.getByRole('row', { name: /^logo\.bmp/ }).focus();
    await poll(async () => (await page.locator('.imageFrame img').count()) === 2, { what: 'both pictures' });
    await poll(async () => /3 × 2 px · 78 bytes/.test(await page.locator('.imagePair').innerText()), { what: 'sizes' });
  });

  it('shows versions side by side, hides whitespace, and finds text', async () => {
    await page.locator('.fileRow').first().focus();
    await ui.press('s', 'w');
    await page.locator('.row.pair').first().waitFor();
    assert.match(await page.locator('.hiddenChanges').innerText(), /1 whitespace-only change hidden/);
    await ui.press('Control+f');
    await page.locator('.findBar input').fill('second');
    await poll(async () => /1 of 1/.test(await page.locator('.findCount').innerText()), { what: 'the find' });
    await picture('split-and-find');
    await ui.press('Escape');
  });

  it('makes the diff that the server left out, on request', async () => {
    await page.getByRole('button', { name: 'Go to File' }).click();
    await page.getByRole('combobox').fill('huge');
    await ui.press('Enter');
    await page.getByRole('button', { name: 'Load Diff' }).first().click();
    await page
      .getByRole('row', { name: /Line 1 deleted: 0: value/ })
      .first()
      .waitFor({ timeout: 30_000 });
    await picture('loaded-diff');
  });

  it('goes to the file and line of a link', async () => {
    await ui.command('View: Close All Editors');
    const query = new URLSearchParams({
      ...{ server: sandbox.url, project: sandbox.project, sha, path: 'huge.txt' },
      ...{ line: '59000', side: 'new' },
    });
    await ui.command('Graft Commits: Open Commit…');
    await ui.quickInput.waitFor();
    const { publisher, name } = readManifest();
    await ui.quickInputBox.fill(`vscode://${publisher}.${name}/commit?${query.toString().replaceAll('%', '%25')}`);
    await ui.quickRow('Change pictures, code and much text').waitFor();
    await ui.pick('Change pictures, code and much text');
    page = await openPage(sha);
    // made before, so that it is there at once
    const line = page.getByRole('row', { name: /58999: value .* changed/ }).first();
    await line.waitFor({ timeout: 30_000 });
    await poll(async () => page.evaluate(() => document.activeElement?.textContent?.includes('58999: value')), {
      what: 'the line to have the focus',
    });
    await picture('linked-line');
  });

  it('goes to the parent and back, and remembers how diffs are shown', async () => {
    const parent = git(sandbox.repository, 'rev-parse', `${sha}^`);
    await page.getByRole('button', { name: parent.slice(0, 8) }).click();
    page = await openPage(parent);
    await page.locator('.row.pair').first().waitFor();
    await page.locator('.page').focus();
    await ui.press('Alt+ArrowLeft');
    page = await openPage(sha);
    await page.getByRole('button', { name: /Forward to the next commit/ }).click();
    page = await openPage(parent);
    await page.getByRole('button', { name: /Back to the commit before/ }).click();
    page = await openPage(sha);
  });

  it('is there again after the window was reloaded, as it was left', async () => {
    await page.locator('.fileRow').first().focus();
    await ui.press('Control+f');
    await page.locator('.findBar input').fill('second');
    await ui.reload();
    page = await openPage(sha);
    await page.locator('.row.pair').first().waitFor({ timeout: 30_000 });
    assert.equal(await page.locator('.findBar input').inputValue(), 'second');
    assert.equal(await page.getByRole('button', { name: /Forward to the next commit/ }).isEnabled(), true);
  });

  it('stays when the server is away after a reload, and is as it was left once that is back', async () => {
    const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox.url, faults);
    await setFaults([{ operation: 'getProject', fault: 'status', status: 503 }]);
    await ui.reload();
    page = await ui.webview('h1', { text: `The page of commit ${sha.slice(0, 8)} could not be shown` });
    await picture('could-not-be-shown');
    await setFaults([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    page = await openPage(sha);
    await page.locator('.row.pair').first().waitFor({ timeout: 30_000 });
    assert.equal(await page.locator('.findBar input').inputValue(), 'second');
  });
});
