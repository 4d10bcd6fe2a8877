import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { copyInstalled } from '../support/window/installedExtension.ts';
import { keyboardHands } from '../support/window/keyboardHands.ts';
import { temporaryFolder } from '../support/paths.ts';
import { arePicturesTaken, pictureFolder, picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/servers/sampleClone.ts';
import { type RunningSandbox, startSandbox } from '../support/servers/startSandbox.ts';
import { pictureTheme, themeNames } from '../support/window/themes.ts';
import { packagedExtension, type Session, startSession } from '../support/window/userSession.ts';

/** Most inputs from *Sign In* to commits. */
const mostChoices = 3;

const put = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
};

/** Imitates GitLab Workflow: an undeclared provider that returns all its accounts. */
const installWorkflow = (extensions: string, label: string, accessToken: string): void => {
  const folder = path.join(extensions, 'gitlab.gitlab-workflow-6.0.0');
  const names = { publisher: 'gitlab', name: 'gitlab-workflow', version: '6.0.0', engines: { vscode: '^1.105.0' } };
  put(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...names, main: 'main.js', activationEvents: ['onStartupFinished'] }),
  );
  const sessions = [{ id: '1', scopes: ['api'], accessToken, account: { id: '1', label } }];
  put(
    path.join(folder, 'main.js'),
    `exports.activate = () => require('vscode').authentication.registerAuthenticationProvider('gitlab', 'GitLab', {
      onDidChangeSessions: () => ({ dispose() {} }),
      getSessions: async () => ${JSON.stringify(sessions)},
    });`,
  );
  // without this list VS Code loads every extension in the folder
  rmSync(path.join(extensions, 'extensions.json'));
};

describe('each way to sign in, from an empty profile with a clone', function () {
  this.timeout(120_000);
  const programs = temporaryFolder('ways');
  /** The newest, and the last without device authorization. */
  const servers: RunningSandbox[] = [];
  let server: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;

  const picture = picturesOf('sign-in', () => ui);
  const host = (): string => new URL(server.url).host;

  before(async () => {
    for (const edition of [{}, { version: '17.2.0-ee' }])
      servers.push(await startSandbox({ edition, signIn: { pollIntervalS: 0.05 } }));
    const [sandbox, older] = servers as [RunningSandbox, RunningSandbox];
    server = sandbox;
    clone = await cloneSample(sandbox);
    git(clone.folder, 'remote', 'add', 'older', `${older.url}/${older.project}.git`);
    const { maintainer, developer } = sandbox.tokens;
    const answer = { type: 'success', instance_url: sandbox.url, token: { type: 'pat', token: developer } };
    const script = `#!/bin/sh\n[ "$1 $2" = "auth credential-helper" ] && echo '${JSON.stringify(answer)}'\n`;
    put(path.join(programs, 'glab'), script, 0o755);
    session = await startSession({
      folder: clone.folder,
      install: async (dataFolder) => {
        await copyInstalled(packagedExtension(), dataFolder);
        installWorkflow(path.join(dataFolder, 'ext'), `maintainer - ${sandbox.url}`, maintainer);
        const applicationIds = Object.fromEntries(servers.map(({ url, application }) => [url, application]));
        // a machine-scoped setting
        const settings = path.join(dataFolder, 'Machine', 'settings.json');
        put(settings, JSON.stringify({ 'graft.accounts.applicationIds': applicationIds }));
      },
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'credential.helper',
        GIT_CONFIG_VALUE_0: `!f() { echo username=olive; echo password=${maintainer}; }; f`,
        GITLAB_HOST: sandbox.url,
        GITLAB_TOKEN: developer,
      },
    });
    ({ ui } = session);
    await ui.openContainer('Graft');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    for (const each of servers) await each.close();
  });

  let choices = 0;
  const choose = async (row: string): Promise<void> => {
    choices += 1;
    await keyboardHands(ui).pick(row);
  };

  const agree = async (button: string): Promise<void> => {
    choices += 1;
    await ui.page.locator('.monaco-dialog-box .monaco-button:focus', { hasText: button }).waitFor();
    await picture(`dialog-${choices}`);
    await ui.page.keyboard.press('Enter');
  };

  const arrive = async (username: string, name: string): Promise<void> => {
    const account = `${username}@${host()}`;
    const header = ui.pane('Commits').locator('.pane-header', { hasText: account });
    await header.waitFor({ timeout: 30_000 });
    const subject = git(server.repository, 'log', '-1', '--format=%s', 'main');
    await ui.row(subject, await ui.openPane('Commits')).waitFor({ timeout: 30_000 });
    assert.ok(choices <= mostChoices, `${choices} choices`);
    await picture(name);
    await ui.command('Graft: Sign Out…');
    await ui.pick(account);
    await ui.modal('Sign Out');
    await header.waitFor({ state: 'hidden' });
  };

  const opened = async (): Promise<Page> => {
    const others = (): readonly Page[] => ui.page.context().pages().slice(1);
    const find = (): Page | undefined => others().find((each) => each.url() !== 'about:blank');
    const page = await poll(find, { what: 'a page in the browser' });
    // VS Code for the web proxies ports of its machine
    const { pathname, search } = new URL(page.url());
    await page.goto(`${server.url}${pathname.replace(/^\/proxy\/\d+/, '')}${search}`);
    return page;
  };

  /** Consents; returns the resulting link or the page's message. */
  const consented = async (name: string): Promise<string> => {
    const page = await opened();
    await page.getByLabel('Sign in as').selectOption('developer');
    if (arePicturesTaken) await page.screenshot({ path: path.join(pictureFolder('sign-in'), `consent-${name}.png`) });
    const answering = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Authorize' }).click();
    const answer = await answering;
    const led = answer.headers()['location'] ?? (await answer.text());
    await page.close();
    return led;
  };

  const confirmCode = async (): Promise<void> => {
    await agree('Copy Code and Open Browser');
    assert.match(await consented('code'), /Device successfully authorized/);
  };

  const followLink = async (): Promise<void> => {
    const link = await consented('link');
    assert.match(link, /^code-oss:\/\/graft\.graft-for-gitlab\/authentication\?code=/);
    // as the operating system does with the link
    await ui.command('Developer: Open URL');
    await ui.input(link);
    await agree('Open');
  };

  const createToken = async (): Promise<void> => {
    const page = await opened();
    const { searchParams: filledIn } = new URL(page.url());
    assert.deepEqual([filledIn.get('name'), filledIn.get('scopes')], ['Graft for GitLab', 'api']);
    await page.close();
    await picture('token');
    choices += 1;
    await ui.input(server.tokens.maintainer, { prompt: 'Token for' });
  };

  const ways: readonly (readonly [name: string, way: string, username: string, finish?: () => Promise<void>])[] = [
    ['environment', 'Use the Environment Variable GITLAB_TOKEN', 'developer'],
    ['workflow', 'Use GitLab Workflow’s Account', 'maintainer', () => agree('Allow')],
    ['glab', 'Use glab’s Sign-In', 'developer'],
    ['git', 'Use Git’s Stored Credential', 'maintainer'],
    ['code', 'Sign In with the Browser', 'developer', confirmCode],
    ['link', 'Sign In with the Browser', 'developer', followLink],
    ['typed', 'Create a Token in the Browser', 'maintainer', createToken],
  ];

  it('is not asked for where the environment holds a token', () => arrive('developer', 'alone'));

  it('shows the server of the clone first, and the ways with the likeliest on top', async () => {
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await ui.command('Graft: Sign In to GitLab…');
      await ui.quickRow(host()).waitFor();
      await picture(`servers-${theme}`);
      await ui.pick(host());
      await ui.quickRow('Use Git’s Stored Credential').waitFor();
      await picture(`ways-${theme}`);
      await ui.closeQuickInput();
    }
  });

  for (const [name, way, username, finish] of ways)
    it(`leads to the commits: ${name}`, async () => {
      server = servers[name === 'link' ? 1 : 0] ?? assert.fail();
      choices = 0;
      await ui.commandByKeyboard('Graft: Sign In to GitLab…');
      await choose(host());
      await choose(way);
      await finish?.();
      await arrive(username, name);
    });
});
