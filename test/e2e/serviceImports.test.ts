import assert from 'node:assert/strict';
import { type RunningExternalService, startExternalService } from '../../src/sandbox/external/startExternalService.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { type AdministrationSession, administrationSession } from '../support/administrationSession.ts';
import type { Ui } from '../support/hands.ts';
import { holdAt, sentTo } from '../support/sandboxControl.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';

describe('imports from other services, with the packaged extension', function () {
  this.timeout(180_000);
  let outside: RunningExternalService;
  let sandbox: RunningSandbox;
  let user: AdministrationSession;
  let ui: Ui;

  const begun = (): Promise<number> => sentTo(sandbox.url, 'importFromGithub');
  /** Types into the open question. */
  const type = async (text: string): Promise<void> => {
    await ui.press('Control+a');
    await ui.page.keyboard.type(text);
  };
  /** Waits until the row that Enter would take contains a text. */
  const focused = (text: string): Promise<void> =>
    ui.quickInput.locator('.monaco-list-row.focused', { hasText: text }).first().waitFor();

  /** Answers the questions of an import from GitHub by the keyboard until everything is shown. */
  const answer = async (name: string, pictured: (shot: string) => Promise<void>): Promise<void> => {
    await user.run('Graft Transfer: Import from GitHub…');
    await user.asked(/1\/5/);
    await pictured('server');
    await type('Enterprise');
    await focused('GitHub Enterprise Server…');
    await ui.press('Enter');
    await user.asked(/URL of the server/);
    await type(outside.url);
    await ui.press('Enter');
    await user.asked(/Token of 127\.0\.0\.1/);
    await type(outside.token);
    await pictured('token');
    await nothingShown();
    await ui.press('Enter');
    await user.asked(/3\/5/);
    await focused('wanda/cider');
    await pictured('repositories');
    await type('wanda/cider');
    await focused('wanda/cider');
    await ui.press('Enter');
    await user.asked(/4\/5/);
    await type('tools');
    await focused('Tools');
    await pictured('where-to');
    await ui.press('Enter');
    await user.asked(/5\/5/);
    await type(name);
    await ui.press('Enter');
    await user.asked(/review and start/);
    await focused('Start Import');
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
    outside = await startExternalService();
    sandbox = await startSandbox({ faults: true, jobDelayMs: 0, services: { github: outside.url } });
    user = await administrationSession({ pictures: 'serviceImports', sandbox });
    ({ ui } = user);
    await user.waitFor(/Exports and imports/);
  });

  afterEach(() => holdAt(sandbox.url));

  after(async () => {
    await user?.stop();
    await sandbox?.close();
    await outside?.close();
  });

  it('asks for a repository of GitHub by the keyboard and shows all of it before it begins', async () => {
    await answer('press', (shot) => user.picture(shot));
    assert.equal(await begun(), 0);
  });

  it('lets additional items be chosen', async () => {
    await ui.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await focused('Additional items');
    await ui.press('Enter');
    await user.asked(/Additional items to import/);
    await user.picture('additional-items');
    await ui.press('Enter');
    await user.asked(/review and start/);
    await type('more options');
    await focused('More options');
    await ui.press('Enter');
    await user.asked(/Advanced options/);
    await user.picture('more-options');
    await type('done');
    await ui.press('Enter');
    await user.asked(/review and start/);
  });

  it('begins once, and is watched to its end with what GitHub counts', async () => {
    await holdAt(sandbox.url, 'finished');
    await focused('Start Import');
    await ui.press('Enter');
    await ui.notification('Import from GitHub: acme/tools/press has started.');
    await user.waitFor(/acme\/tools\/press · running(?:, \d+%)? · Import from GitHub/);
    await user.picture('running');
    await holdAt(sandbox.url);
    await ui.notification('acme/tools/press has finished.');
    await user.waitFor(/acme\/tools\/press · finished · Import from GitHub/);
    await user.picture('finished');
    assert.equal(await begun(), 1);
    await nothingShown();
  });

  it('shows the story on the page of the job', async () => {
    await ui.command('Notifications: Clear All Notifications');
    await (await ui.findRow('acme/tools/press', user.view)).click();
    const page = await ui.webview('body', { text: /press/ });
    await page.locator('text=/pull request/i').first().waitFor();
    await user.picture('story');
    await nothingShown();
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await user.picture(`story-${theme}`);
      await answer(`press-${theme}`, (shot) => user.picture(`${shot}-${theme}`));
      await ui.press('Escape');
      await ui.quickInput.waitFor({ state: 'hidden' });
      await pictureTheme(ui, 'dark');
    });
  }

  it('asks for a repository of Bitbucket Server', async () => {
    await user.run('Graft Transfer: Export or Import…');
    await ui.pick('Import from Bitbucket Server…', { filter: 'Bitbucket Server' });
    await user.asked(/URL of the server/);
    await type(`${outside.url}/projects/CID/repos/cider/browse`);
    await user.picture('bitbucket-address');
    await ui.press('Enter');
    await user.asked(/User name/);
    await type(outside.username);
    await ui.press('Enter');
    await user.asked(/token or password/);
    await type('not-the-token');
    await ui.press('Enter');
    await user.asked(/Project key/);
    await ui.press('Enter');
    await user.asked(/Repository name/);
    await ui.press('Enter');
    await user.asked(/destination/);
    await type('tools');
    await focused('Tools');
    await ui.press('Enter');
    await user.asked(/Path in/);
    await ui.press('Enter');
    await user.asked(/review and start/);
    await focused('Start Import');
    await user.picture('bitbucket-review');
    await ui.press('Escape');
  });

  it('hands gists over after a question', async () => {
    await user.run('Graft Transfer: Export or Import…');
    await ui.pick('Import Gists as Snippets…', { filter: 'Gists' });
    await user.asked(/scope gist/);
    await type(outside.token);
    await user.picture('gists-token');
    await ui.press('Enter');
    await ui.page.locator('.monaco-dialog-box').waitFor();
    await user.picture('gists-question');
    await nothingShown();
    await ui.modal('Import');
    await ui.notification('is importing the gists and reports no progress');
    await user.waitFor(/owner · accepted by the server · Gist import/);
    await user.picture('gists-handed-over');
  });

  it('says what is wrong with a token in the words of GitHub', async () => {
    await user.run('Graft Transfer: Import from GitHub…');
    await user.asked(/1\/5/);
    await type('127.0.0.1');
    await focused('127.0.0.1');
    await ui.press('Enter');
    await user.asked(/Token of 127/);
    await type('ghp_this_is_not_it');
    await ui.press('Enter');
    await user.asked(/rejects the token: “Bad credentials” \(401\)/);
    await user.picture('wrong-token');
    await ui.press('Escape');
    assert.equal(await begun(), 1);
  });
});
