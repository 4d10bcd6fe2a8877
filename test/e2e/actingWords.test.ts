import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';
import type { RunningSandbox } from '../support/startSandbox.ts';

/** Turns the direction of what follows: `a${turn}txt.exe` would be drawn as if it ended in `exe.txt`. */
const turn = '\u202e';
const shown = String.raw`\u202e`;
const branch = `feature/${turn}desrever`;
const title = `Count \u2067the ${turn}sraep`;
const file = `src/pears${turn}st.exe`;

describe('words of a server that would turn what stands around them', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let commits: Locator;
  let sha = '';

  const picture = picturesOf('acting-words', () => ui);

  before(async () => {
    sample = await startSampleSession({
      signIn: 'byHand',
      prepare({ repository }, { folder }) {
        const ask = (...args: readonly string[]): string => git(folder, ...args);
        mkdirSync(path.join(folder, 'src'), { recursive: true });
        writeFileSync(path.join(folder, file), 'one pear\n');
        ask('add', '.');
        ask('-c', `user.name=Mara ${turn}deeR`, '-c', 'user.email=mara@acme.example', 'commit', '--quiet', '-m', title);
        sha = ask('rev-parse', 'HEAD');
        ask('push', '--quiet', repository, 'HEAD:refs/heads/main', `HEAD:refs/heads/${branch}`);
        ask('checkout', '--quiet', '-b', branch);
        ask('config', `branch.${branch}.remote`, 'origin');
        ask('config', `branch.${branch}.merge`, `refs/heads/${branch}`);
      },
    });
    ({ sandbox, ui } = sample);
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/repository/commits/${sha}/discussions`;
    const parent = git(sandbox.repository, 'rev-parse', `${sha}^`);
    const position = { position_type: 'text', base_sha: parent, start_sha: parent, head_sha: sha };
    const place = { ...position, old_path: file, new_path: file, new_line: 1 };
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify({ body: `One ${turn}raep, &#8238;two &rlm;three`, position: place }),
    });
    assert.ok(answer.ok, await answer.text());
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
  });

  after(() => sample?.stop());

  afterEach(async () => {
    await setFaultsAt(sandbox.url, []);
    assert.deepEqual(await actingTexts(), []);
  });

  const fail = (operation: string, message: string): Promise<void> =>
    setFaultsAt(sandbox.url, [{ operation, fault: 'status', status: 403, body: { message } }]);

  /** What the window shows or reads out with such a character in it; the contents of files are as they are. */
  const actingTexts = (): Promise<readonly string[]> =>
    ui.page.evaluate(() => {
      const acting = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
      const found: string[] = [];
      const elements = document.querySelectorAll(
        '.titlebar *, .sidebar *, .editor *, .statusbar *, .quick-input-widget *, .monaco-hover *, .notifications-toasts *, .monaco-dialog-box *, .review-widget *',
      );
      for (const element of elements) {
        if (element.closest('.view-lines, .statusbar-item:not([id*="graft"])') !== null) continue;
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const texts = [...own.map(({ nodeValue }) => nodeValue), element.getAttribute('title')];
        for (const text of [...texts, element.getAttribute('aria-label')])
          if (text !== null && acting.test(text)) found.push(`${element.className}: ${text}`);
      }
      return found;
    });

  it('are shown by their codes in the rows of a tree, and in what hovers over one', async () => {
    const row = await ui.findRow(`Count \\u2067the ${shown}sraep`, commits);
    await picture('row');
    assert.match(await ui.hover(row), /Count \\u2067the \\u202esraep[^]*Mara \\u202edeeR/);
    await picture('hover');
    assert.deepEqual(await actingTexts(), []);
    await ui.expand(row);
    await ui.findRow(`pears${shown}st.exe`, commits);
    await picture('file');
  });

  it('are shown by their codes in the titles of tabs', async () => {
    await (await ui.findRow(`pears${shown}st.exe`, commits)).click();
    await ui.tab(`pears${shown}st.exe (${sha.slice(0, 8)})`);
    const row = await ui.findRow(`Count \\u2067the ${shown}sraep`, commits);
    await ui.inlineAction(row, 'Open All Changes of Commit');
    await ui.tab(`${sha.slice(0, 8)} Count \\u2067the ${shown}sraep`);
    await picture('tabs');
  });

  it('are shown by their codes in what is chosen from', async () => {
    await ui.command('Graft Commits: Open Commit…');
    await poll(async () => (await ui.quickPickItems())[0]?.label.includes(`the ${shown}sraep`), { what: 'the commit' });
    const [first] = await ui.quickPickItems();
    assert.match(`${first?.description} ${first?.detail}`, /Mara \\u202edeeR/);
    await picture('pick');
    assert.deepEqual(await actingTexts(), []);
    await ui.closeQuickInput();
    await ui.command('Graft Commits: Compare…');
    await poll(async () => (await ui.quickPickItems()).some(({ label }) => label.includes(`feature/${shown}`)), {
      what: 'the branch',
    });
    assert.deepEqual(await actingTexts(), []);
    await ui.closeQuickInput();
  });

  it('are shown by their codes in the status bar', async () => {
    const item = await ui.statusItem('Push allowed');
    assert.match(await ui.hover(item), /feature\/\\u202edesrever/);
    await picture('status-bar');
  });

  it('are shown by their codes in the box that asks', async () => {
    await fail('getUser', `403 Forbidden - ${turn}dekcolb`);
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input(sandbox.url, { prompt: 'URL of the server' });
    await ui.input(sandbox.tokens.developer, { prompt: 'Token for' });
    await poll(async () => (await ui.quickInputMessage()).includes(`Forbidden - ${shown}dekcolb`), {
      what: 'what the server says',
    });
    await picture('box');
    assert.deepEqual(await actingTexts(), []);
    await ui.closeQuickInput();
  });

  it('are shown by their codes in messages', async () => {
    await fail('listCommitDiff', `403 Forbidden - ${turn}dekcolb`);
    await ui.command('Graft Commits: Open All Changes of Commit');
    const { clean } = sandbox.commits;
    await ui.pick(git(sandbox.repository, 'log', '-1', '--format=%s', clean), { filter: clean });
    await ui.notification(`Forbidden - ${shown}dekcolb`);
    await picture('message');
  });

  it('are shown by their codes in comments, by whatever name', async () => {
    await ui.command('View: Close All Editors');
    await (await ui.findRow(`pears${shown}st.exe`, commits)).click();
    const thread = ui.page.locator('.review-widget', { hasText: 'One' }).filter({ visible: true }).first();
    await thread.waitFor({ timeout: 20_000 });
    assert.match(await thread.innerText(), /One \\u202eraep, \\u202etwo \\u200fthree/);
    await picture('comment');
  });
});
