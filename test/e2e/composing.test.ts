import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import type { RunningSandbox } from '../support/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import type { SampleClone } from '../support/sampleClone.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { picturesOf } from '../support/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('composing a commit and setting a status, as a user does it with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let ui: Ui;
  let page: Frame;

  const picture = picturesOf('composing', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const here = (...args: readonly string[]): string => git(clone.folder, ...args);
  const file = (name: string): string => path.join(clone.folder, name);
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), content);
  };
  const control = async (name: string, method: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/-/sandbox/${name}`, init);
    return answer.status === 204 ? undefined : answer.json();
  };
  const writes = async (): Promise<number> =>
    ((await control('requests', 'GET')) as readonly { operation?: string }[]).filter(
      ({ operation }) => operation === 'createCommit',
    ).length;
  const api = async (body: unknown): Promise<void> => {
    const project = encodeURIComponent(sandbox.project);
    const answer = await fetch(`${sandbox.url}/api/v4/projects/${project}/repository/commits`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201, await answer.text());
  };
  const button = (name: string | RegExp): ReturnType<Frame['getByRole']> => page.getByRole('button', { name }).first();

  /** Opens the composer by a command and waits until the server has been asked about everything. */
  const compose = async (command: string): Promise<void> => {
    await ui.command('View: Close All Editors');
    await ui.command(command);
    page = await ui.webview('h1', { text: 'New commit on the server' });
    await page.locator('.summary', { hasText: 'about' }).waitFor({ timeout: 30_000 });
  };

  const commitNow = async (message: string): Promise<void> => {
    await page.locator('#message').fill(message);
    await poll(async () => (await button(/^Commit on/).getAttribute('aria-disabled')) !== 'true', {
      what: 'the button to be ready',
    });
    await page.locator('#message').press('Control+Enter');
  };

  before(async () => {
    sample = await startSampleSession({
      signIn: 'byHand',
      prepare: (started, cloned) => {
        ({ sandbox, clone } = { sandbox: started, clone: cloned });
        const basic = Buffer.from(`maintainer:${sandbox.tokens.maintainer}`).toString('base64');
        here('config', `http.${sandbox.url}/.extraHeader`, `Authorization: Basic ${basic}`);
        here('config', 'core.autocrlf', 'false');
      },
    });
    ({ sandbox, clone, ui } = sample);
  });

  after(() => sample?.stop());

  it('shows every change of the working tree before anything is sent', async () => {
    const [one = '', two = '', three = ''] = here('ls-files', '*.md', '*.ts', '*.js', '*.py').split('\n');
    write(one, 'changed\r\nline ends kept\r\n');
    rmSync(file(two));
    mkdirSync(file('moved'), { recursive: true });
    here('mv', three, 'moved/');
    write('tools/run.sh', '#!/bin/sh\n');
    chmodSync(file('tools/run.sh'), 0o755);
    write('bytes.bin', Uint8Array.from([0, 1, 2, 255]));
    symlinkSync('bytes.bin', file('link'));
    const before = ask('rev-parse', 'main');
    await compose('Graft Commits: New Commit on Server from All Changes…');
    assert.match(await page.locator('.summary').innerText(), /^5 files/);
    assert.match(await page.locator('.leftOut').innerText(), /link[^]*symbolic link/);
    assert.equal(await page.locator('.file', { hasText: 'tools/run.sh' }).locator('.fact').innerText(), 'executable');
    assert.equal(await page.locator('.file', { hasText: 'bytes.bin' }).locator('.fact').innerText(), 'base64');
    assert.match(await page.locator('.notices').innerText(), /Write a commit message/);
    await picture('composer');
    assert.equal(ask('rev-parse', 'main'), before);
  });

  it('compares a file with the server', async () => {
    const row = page.locator('.file', { hasText: 'update' }).first();
    await row.locator('.openFile').click();
    await ui.tab(/server ↔ composed commit/);
    await poll(async () => (await ui.diff()).modified.some((line) => line.includes('line ends kept')), {
      what: 'the changed line',
      timeoutMs: 20_000,
    });
    await picture('file-diff');
    await ui.command('View: Close Editor');
  });

  it('keeps everything over a reload, commits with the keyboard, and git has one commit with the same files', async () => {
    page = await ui.webview('h1', { text: 'New commit on the server' });
    await page.locator('#message').fill('Commit everything at once');
    await page.locator('#message').blur();
    await ui.reload();
    page = await ui.webview('h1', { text: 'New commit on the server' });
    await page.locator('.summary', { hasText: '5 files' }).waitFor({ timeout: 30_000 });
    assert.equal(await page.locator('#message').inputValue(), 'Commit everything at once');
    const before = ask('rev-parse', 'main');
    await page.locator('#message').press('Control+Enter');
    await ui.notification(/Committed on main as [0-9a-f]{8}/);
    await picture('committed');
    assert.equal(ask('rev-parse', 'main^'), before);
    assert.equal(ask('log', '-1', '--format=%s', 'main'), 'Commit everything at once');
    assert.match(ask('ls-tree', 'main', 'tools/run.sh'), /^100755/);
    assert.equal(ask('diff', '--name-only', before, 'main').split('\n').length, 5);
    assert.equal(ask('ls-tree', 'main', 'link'), '');
  });

  it('lets the local branch follow, and only what was left out is still changed', async () => {
    await button('Update Local Branch').click();
    await poll(() => here('rev-parse', 'HEAD') === ask('rev-parse', 'main'), { what: 'the branch to follow' });
    await page.locator('.followed', { hasText: /^main is now at [0-9a-f]{8}/ }).waitFor({ timeout: 30_000 });
    assert.equal(here('status', '--porcelain'), '?? link');
    rmSync(file('link'));
    await picture('followed');
  });

  it('refuses a file that someone changed meanwhile, and shows theirs against ours', async () => {
    const [name = ''] = here('ls-files', '*.ts', '*.js', '*.md').split('\n');
    write(name, 'mine\n');
    await compose('Graft Commits: New Commit on Server from All Changes…');
    await api({
      branch: 'main',
      commit_message: 'Quicker',
      actions: [{ action: 'update', file_path: name, content: 'theirs\n' }],
    });
    const tip = ask('rev-parse', 'main');
    await commitNow('Mine');
    await page.locator('.fileNotice', { hasText: 'The server’s version differs' }).waitFor({ timeout: 20_000 });
    assert.equal(ask('rev-parse', 'main'), tip);
    await picture('changed-meanwhile');
    await button('Show the Difference').click();
    await ui.tab(/server ↔ composed commit/);
    await poll(async () => (await ui.diff()).original.includes('theirs'), { what: 'their version', timeoutMs: 20_000 });
    await picture('theirs-and-mine');
    await ui.command('View: Close Editor');
  });

  it('finds the commit when the answer is lost, and sends nothing twice', async () => {
    page = await ui.webview('h1', { text: 'New commit on the server' });
    await button('Replace Theirs').click();
    await control('faults', 'POST', [{ operation: 'createCommit', fault: 'resetAfter' }]);
    await control('requests', 'DELETE');
    await commitNow('Mine after all');
    await ui.notification(/connection dropped, but the commit is on the branch/);
    await control('faults', 'POST', []);
    assert.equal(await writes(), 1);
    assert.equal(ask('log', '-1', '--format=%s', 'main'), 'Mine after all');
    await picture('answer-lost');
  });

  it('sets a status and shows it', async () => {
    const sha = ask('rev-parse', 'main');
    await ui.command('Graft Commits: Set Status of Commit…');
    await ui.pick('Mine after all', { filter: sha });
    await poll(async () => (await ui.quickInputTitle()).placeholder.includes('type a new name'), {
      what: 'the question for the name',
    });
    await ui.pick('New status “release/check”', { filter: 'release/check' });
    await ui.pick('Description');
    await ui.input('Approved by the release team');
    const first = await poll(
      async () => {
        const [row] = await ui.quickPickItems();
        return /^Set “/.test(row?.label ?? '') && row?.label;
      },
      { what: 'the form again' },
    );
    await picture('status-form');
    assert.match(first, /Set “release\/check” to success on 127\.0\.0\.1/);
    await ui.pick(first);
    await picture('status-question');
    const { detail } = await ui.modal('Set Status');
    assert.match(detail, /description: Approved by the release team/);
    await ui.notification(/“release\/check” is success on/);
    await ui.command('Graft Commits: Show Jobs and Checks of Commit…');
    await ui.pick('Mine after all', { filter: sha });
    await poll(async () => (await ui.quickPickItems()).some(({ label }) => label === 'release/check'), {
      what: 'the status in the list',
    });
    await picture('statuses');
    await ui.closeQuickInput();
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      write('another.txt', `${theme}\n`);
      await compose('Graft Commits: New Commit on Server from All Changes…');
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }
});
