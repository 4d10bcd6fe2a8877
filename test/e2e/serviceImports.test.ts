import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningExternalService, startExternalService } from '../../src/sandbox/external/startExternalService.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import type { Ui } from '../support/hands.ts';
import { outFolder } from '../support/paths.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { switchTheme } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

const pictures = path.join(outFolder, 'screenshots', 'serviceImports');

describe('imports from other services, with the packaged extension', function () {
  this.timeout(180_000);
  let outside: RunningExternalService;
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let view: Locator;
  let step = 0;

  const picture = async (name: string): Promise<void> => {
    step += 1;
    await ui.screenshot(path.join(pictures, `${String(step).padStart(2, '0')}-${name}.png`));
  };
  const hold = async (...steps: readonly string[]): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ hold: steps });
    assert.ok((await fetch(`${sandbox.url}/-/sandbox/jobs`, { method: 'POST', headers, body })).ok);
  };
  const begun = async (): Promise<number> => {
    const received = (await (await fetch(`${sandbox.url}/-/sandbox/requests`)).json()) as {
      readonly operation?: string;
    }[];
    return received.filter(({ operation }) => operation === 'importFromGithub').length;
  };
  const waitFor = (line: RegExp): Promise<string> =>
    poll(
      async () => {
        const drawn = await ui.treeLines(view);
        const found = drawn.find((each) => line.test(each));
        if (found === undefined) throw new Error(drawn.join('\n') || 'no rows');
        return found;
      },
      { what: `the row ${String(line)}`, timeoutMs: 30_000 },
    );

  /** Waits for a question by what its title, placeholder or message says. */
  const question = (words: RegExp): Promise<true> =>
    poll(
      async () => {
        const { title, placeholder } = await ui.quickInputTitle();
        const shown = `${title} ${placeholder} ${await ui.quickInputMessage()}`;
        if (!words.test(shown)) throw new Error(shown);
        return true as const;
      },
      { what: `the question ${String(words)}`, timeoutMs: 15_000 },
    );
  /** Types into the open question. */
  const type = async (text: string): Promise<void> => {
    await ui.press('Control+a');
    await ui.page.keyboard.type(text);
  };
  /** Waits until the row that Enter would take contains a text. */
  const focused = (text: string): Promise<void> =>
    ui.quickInput.locator('.monaco-list-row.focused', { hasText: text }).first().waitFor();

  const palette = (title: string): Promise<void> => ui.commandByKeyboard(title);

  /** Answers the questions of an import from GitHub by the keyboard until everything is shown. */
  const answer = async (name: string, pictured: (shot: string) => Promise<void>): Promise<void> => {
    await palette('Graft: Import from GitHub…');
    await question(/1 of 5/);
    await pictured('server');
    await type('Enterprise');
    await focused('GitHub Enterprise Server…');
    await ui.press('Enter');
    await question(/Address of the server/);
    await type(outside.url);
    await ui.press('Enter');
    await question(/Token of 127\.0\.0\.1/);
    await type(outside.token);
    await pictured('token');
    await nothingShown();
    await ui.press('Enter');
    await question(/3 of 5/);
    await focused('wanda/cider');
    await pictured('repositories');
    await type('wanda/cider');
    await focused('wanda/cider');
    await ui.press('Enter');
    await question(/4 of 5/);
    await type('tools');
    await focused('Tools');
    await pictured('where-to');
    await ui.press('Enter');
    await question(/5 of 5/);
    await type(name);
    await ui.press('Enter');
    await question(/check and begin/);
    await focused('Begin Import');
    await pictured('review');
  };

  /** Fails when the token stands anywhere in the window or its pages. */
  const nothingShown = async (): Promise<void> => {
    for (const frame of ui.page.frames()) {
      const html = await frame
        .evaluate(() => {
          const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=password]), textarea');
          return document.documentElement.outerHTML + [...fields].map(({ value }) => value).join('\n');
        })
        .catch(() => '');
      assert.ok(!html.includes(outside.token), `the token is shown in ${frame.url()}`);
    }
    assert.ok(!ui.page.url().includes(outside.token));
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    outside = await startExternalService();
    sandbox = await startSandbox({ faults: true, jobDelayMs: 0, services: { github: outside.url } });
    clone = await cloneSample(sandbox);
    const account = JSON.stringify({ url: sandbox.url, token: sandbox.tokens.owner });
    session = await startSession({ folder: clone.folder, env: { GRAFT_DEMO_ACCOUNT: account } });
    ui = session.ui;
    await ui.openContainer('Graft for GitLab');
    for (const other of ['Commits', 'Protected Branches', 'Reviews']) await ui.closePane(other);
    view = await ui.openPane('Administration');
    await waitFor(/Exports and imports/);
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
    await outside?.close();
  });

  it('asks for a repository of GitHub by the keyboard and shows all of it before it begins', async () => {
    await answer('press', picture);
    assert.equal(await begun(), 0);
  });

  it('lets additional items be chosen', async () => {
    await ui.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await focused('Additional items');
    await ui.press('Enter');
    await question(/What to bring besides the usual/);
    await picture('additional-items');
    await ui.press('Enter');
    await question(/check and begin/);
    await type('more options');
    await focused('More options');
    await ui.press('Enter');
    await question(/Rarer options/);
    await picture('more-options');
    await type('done');
    await ui.press('Enter');
    await question(/check and begin/);
  });

  it('begins once, and is watched to its end with what GitHub counts', async () => {
    await hold('finished');
    await focused('Begin Import');
    await ui.press('Enter');
    await ui.notification('The import into acme/tools/press has begun.');
    await waitFor(/acme\/tools\/press · the server is at work · Import from GitHub/);
    await picture('running');
    await hold();
    await ui.notification('acme/tools/press has finished.');
    await waitFor(/acme\/tools\/press · finished · Import from GitHub/);
    await picture('finished');
    assert.equal(await begun(), 1);
    await nothingShown();
  });

  it('shows the story on the page of the job', async () => {
    await ui.command('Notifications: Clear All Notifications');
    await (await ui.findRow('acme/tools/press', view)).click();
    const page = await ui.webview('body', { text: /press/ });
    await page.locator('text=/pull request/i').first().waitFor();
    await picture('story');
    await nothingShown();
  });

  it('is legible in light and in high contrast', async () => {
    for (const theme of ['light', 'high-contrast'] as const) {
      await switchTheme(ui, theme);
      await picture(`story-${theme}`);
      await answer(`press-${theme}`, (shot) => picture(`${shot}-${theme}`));
      await ui.press('Escape');
      await ui.quickInput.waitFor({ state: 'hidden' });
    }
    await switchTheme(ui, 'dark');
  });

  it('asks for a repository of Bitbucket Server', async () => {
    await palette('Graft: Import from Bitbucket Server…');
    await question(/Address of the server/);
    await type(`${outside.url}/projects/CID/repos/cider/browse`);
    await picture('bitbucket-address');
    await ui.press('Enter');
    await question(/User name/);
    await type(outside.username);
    await ui.press('Enter');
    await question(/token or password/);
    await type('not-the-token');
    await ui.press('Enter');
    await question(/Key of the project/);
    await ui.press('Enter');
    await question(/Name of the repository/);
    await ui.press('Enter');
    await question(/6 of 6/);
    await type('tools');
    await focused('Tools');
    await ui.press('Enter');
    await question(/Path below/);
    await ui.press('Enter');
    await question(/check and begin/);
    await focused('Begin Import');
    await picture('bitbucket-review');
    await ui.press('Escape');
  });

  it('hands gists over after a question', async () => {
    await palette('Graft: Import Gists as Snippets…');
    await question(/scope gist/);
    await type(outside.token);
    await picture('gists-token');
    await ui.press('Enter');
    await ui.page.locator('.monaco-dialog-box').waitFor();
    await picture('gists-question');
    await nothingShown();
    await ui.modal('Import');
    await ui.notification('imports the gists now and does not tell how far it is');
    await waitFor(/owner · taken by the server · Import of gists/);
    await picture('gists-handed-over');
  });

  it('says what is wrong with a token in the words of GitHub', async () => {
    await palette('Graft: Import from GitHub…');
    await question(/1 of 5/);
    await type('127.0.0.1');
    await focused('127.0.0.1');
    await ui.press('Enter');
    await question(/Token of 127/);
    await type('ghp_this_is_not_it');
    await ui.press('Enter');
    await question(/does not accept the token: “Bad credentials” \(401\)/);
    await picture('wrong-token');
    await ui.press('Escape');
    assert.equal(await begun(), 1);
  });
});
