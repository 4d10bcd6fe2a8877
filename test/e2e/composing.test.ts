import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import type { RunningSandbox } from '../support/servers/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { poll } from '../support/poll.ts';
import type { SampleClone } from '../support/servers/sampleClone.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';

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
  const button = (name: string | RegExp): ReturnType<Frame['getByRole']> => page.getByRole('button', { name }).first();

  const compose = async (command: string): Promise<void> => {
    await ui.command('View: Close All Editors');
    await ui.command(command);
    page = await ui.webview('h1', { text: 'New commit on the server' });
    await page.locator('.summary', { hasText: 'about' }).waitFor({ timeout: 30_000 });
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
});
