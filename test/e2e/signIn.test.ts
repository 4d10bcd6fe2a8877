import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { temporaryFolder } from '../support/paths.ts';
import { arePicturesTaken, pictureFolder, picturesOf } from '../support/pictures.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

/** Most choices from *Sign In* to commits. */
const mostChoices = 3;

describe('each way to sign in, from an empty profile with a clone', function () {
  this.timeout(120_000);
  const home = temporaryFolder('ways');
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;

  const picture = picturesOf('sign-in', () => ui);

  before(async () => {
    sandbox = await startSandbox({ signIn: { pollIntervalS: 0.05 } });
    clone = await cloneSample(sandbox);
    const { maintainer, developer } = sandbox.tokens;
    const answer = { type: 'success', instance_url: sandbox.url, token: { type: 'pat', token: developer } };
    const programs = path.join(home, 'bin');
    mkdirSync(programs, { recursive: true });
    const script = `#!/bin/sh\n[ "$1 $2" = "auth credential-helper" ] && echo '${JSON.stringify(answer)}'\n`;
    writeFileSync(path.join(programs, 'glab'), script, { mode: 0o755 });
    session = await startSession({
      folder: clone.folder,
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'credential.helper',
        GIT_CONFIG_VALUE_0: `!f() { echo username=olive; echo password=${maintainer}; }; f`,
      },
    });
    ({ ui } = session);
    // a setting of the machine, which the editor runs on
    const machine = path.join(session.editor.dataFolder, 'Machine');
    mkdirSync(machine, { recursive: true });
    const settings = { 'graft.accounts.applicationIds': { [sandbox.url]: sandbox.application } };
    writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(settings));
    await ui.openContainer('Graft');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
  });

  let choices = 0;
  const choose = async (row: string): Promise<void> => {
    choices += 1;
    await ui.pick(row);
  };

  /** Chooses the server and a way there. */
  const begin = async (way: string): Promise<void> => {
    choices = 0;
    await ui.command('Graft: Sign In to GitLab…');
    await choose(new URL(sandbox.url).host);
    await ui.quickRow(way).waitFor();
    await choose(way);
  };

  /** Waits for the commits of the project, and signs out. */
  const arrive = async (username: string, name: string): Promise<void> => {
    await ui.notification(`as ${username}`);
    const subject = git(sandbox.repository, 'log', '-1', '--format=%s', 'main');
    await ui.row(subject, await ui.openPane('Commits')).waitFor({ timeout: 30_000 });
    assert.ok(choices <= mostChoices, `${choices} choices`);
    await picture(name);
    await ui.command('Graft: Sign Out…');
    await ui.pick(`${username}@${new URL(sandbox.url).host}`);
    await ui.modal('Sign Out');
  };

  /** The page that the editor opens in the browser. */
  const followed = async (press: () => Promise<unknown>): Promise<Page> => {
    const opened = session.page.context().waitForEvent('page');
    await press();
    const page = await opened;
    // an editor in a browser leads to servers of its computer by an address of its own
    const { pathname, search } = new URL(page.url());
    await page.goto(`${sandbox.url}${pathname.replace(/^\/proxy\/\d+/, '')}${search}`);
    return page;
  };

  it('shows the server of the clone first, and the ways with the likeliest on top', async () => {
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await ui.command('Graft: Sign In to GitLab…');
      await ui.quickRow(new URL(sandbox.url).host).waitFor();
      await picture(`servers-${theme}`);
      await ui.pick(new URL(sandbox.url).host);
      await ui.quickRow('Use Git’s Stored Credential').waitFor();
      await picture(`ways-${theme}`);
      await ui.closeQuickInput();
    }
  });

  it('confirms a code on the page of the server, in the browser', async () => {
    await begin('Sign In with the Browser');
    await picture('code');
    const page = await followed(async () => {
      choices += 1;
      await ui.modal('Copy Code and Open Browser');
    });
    await page.getByLabel('Sign in as').selectOption('developer');
    if (arePicturesTaken) await page.screenshot({ path: path.join(pictureFolder('sign-in'), 'consent.png') });
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('Device successfully authorized').waitFor();
    await page.close();
    await arrive('developer', 'browser');
  });

  for (const [way, username, name] of [
    ['Use glab’s Sign-In', 'developer', 'glab'],
    ['Use Git’s Stored Credential', 'maintainer', 'git'],
  ] as const)
    it(`takes the token that ${name} keeps`, async () => {
      await begin(way);
      await arrive(username, name);
    });

  it('takes a token that is created on the page of the server', async () => {
    const page = await followed(() => begin('Create a Token in the Browser'));
    assert.deepEqual(
      ['name', 'scopes'].map((field) => new URL(page.url()).searchParams.get(field)),
      ['Graft for GitLab', 'api'],
    );
    await page.close();
    await picture('token');
    choices += 1;
    await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
    await arrive('maintainer', 'typed');
  });
});
