import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { RequestEntry } from '../../src/sandbox/requestLog.ts';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { seedling } from '../../src/sandbox/sample/smallProjects.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { type KeyboardHands, keyboardHands } from '../support/window/keyboardHands.ts';
import { arePicturesTaken, picturesOf } from '../support/window/pictures.ts';
import { delay, poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';
import { forgetRequestsAt, requestsAt } from '../support/servers/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../support/servers/startSandbox.ts';
import { pictureTheme, themeNames } from '../support/window/themes.ts';

const branch = 'water-more';
const title = 'Water more when it is hot';
const configuration = `stages: [check, test]

lint:
  stage: check
  script:
    - grep -rn FIXME water.ts && exit 1 || true

unit:
  stage: test
  script:
    - npm run test:flaky
`;

describe('a change, from the edited file to the merged request, by one person without a browser', function () {
  this.timeout(120_000);
  // each step continues the one before
  this.bail(true);
  // only the steps move the clock of the server, so that each sees its pipeline as it is then
  let serverMs = Date.now();
  let sandbox: RunningSandbox;
  let session: SampleSession;
  let ui: Ui;
  let keys: KeyboardHands;
  const asked = new Map<string, readonly RequestEntry[]>();

  const shoot = picturesOf('everyday', () => ui);
  /** Pictures in each theme; `again` brings back what the choice of a theme has closed. */
  const shootAll = async (name: string, again?: () => Promise<unknown>): Promise<void> => {
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      if (arePicturesTaken) await again?.();
      await shoot(`${name}-${theme}`);
    }
  };
  const here = (...args: readonly string[]): string => git(session.clone.folder, ...args);

  /** Writes the file over in the editor, saves and commits it. */
  const commit = async (text: string, message: string): Promise<void> => {
    await ui.openFile('water.ts');
    await ui.page.locator('.editor-instance:visible > .monaco-editor.focused').first().waitFor();
    await ui.press('Control+a');
    await ui.page.keyboard.insertText(text);
    await ui.save();
    // the branch is marked once Git has seen the change
    await ui.statusItem(`${branch}*`);
    await ui.commandByKeyboard('Git: Commit All');
    await ui.input(message, { prompt: 'commit message' });
    await poll(() => here('log', '-1', '--format=%s') === message, { what: 'the commit' });
  };
  /** Lets the server work for a while, and returns to the window then. */
  const later = async (seconds: number, status: string | RegExp): Promise<void> => {
    serverMs += seconds * 1_000;
    await ui.leaveWindow();
    await ui.returnToWindow();
    await ui.statusItem(status);
  };
  /** Opens the log of a job from the status bar. */
  const openLog = async (status: RegExp, job: string): Promise<void> => {
    const choose = async (): Promise<void> => {
      await (await ui.statusItem(status)).click();
      await ui.quickRow(job).waitFor();
    };
    await choose();
    await shootAll(`jobs-${job}`, choose);
    await keys.pick(job);
    await ui.tab(new RegExp(`${job} #\\d+`));
  };
  const openForm = async (): Promise<void> => {
    await ui.commandByKeyboard('Graft: Create Merge Request…');
    await ui.quickRow('Create Merge Request').waitFor();
  };
  const requestPage = async (): Promise<Frame> => {
    await (await ui.tab(/!1 /)).click();
    const page = await ui.webview('.mergeRequestPage .requestHead');
    await ui.focusPage();
    return page;
  };

  /** Until the window has asked for nothing more for a second. */
  const quiet = async (): Promise<void> => {
    for (let before = -1, now = 0; before !== now; now = (await requestsAt(sandbox.url)).length) {
      before = now;
      await delay(1_000);
    }
  };
  /** Commits to the default branch as a colleague does. */
  const commitThere = async (action: string, file: string, content: string): Promise<void> => {
    const body = {
      branch: 'main',
      commit_message: `${action} ${file}`,
      actions: [{ action, file_path: file, content }],
    };
    const answer = await fetch(`${sandbox.url}/api/v4/projects/${seedling.id}/repository/commits`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.owner, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201);
  };

  before(async () => {
    const plan = { ...acmePlan, projects: [seedling] };
    sandbox = await startSandbox({ faults: true, edition: { tier: 'free' }, plan, now: () => new Date(serverMs) });
    await commitThere('create', '.gitlab-ci.yml', configuration);
    session = await startSampleSession({
      sandbox,
      signIn: 'preset',
      // in a browser VS Code autosaves after a second
      settings: { 'files.autoSave': 'off', 'git.useEditorAsCommitInput': false, 'graft.pipelines.statusBar': true },
      prepare: (_, { folder }) => {
        const helper = `!f() { echo username=maintainer; echo password=${sandbox.tokens.maintainer}; }; f`;
        git(folder, 'config', 'credential.helper', helper);
      },
    });
    ({ ui } = session);
    keys = keyboardHands(ui);
  });

  beforeEach(() => forgetRequestsAt(sandbox.url));

  afterEach(async function () {
    asked.set(this.currentTest?.title ?? '', await requestsAt(sandbox.url));
  });

  after(async () => {
    for (const [step, entries] of asked) {
      const unchanged = entries.filter(({ status }) => status === 304).length;
      console.log(`${String(entries.length).padStart(9)} requests, ${unchanged} answered 304: ${step}`);
    }
    await session?.stop();
    await sandbox?.close();
  });

  it('is committed on a branch of its own', async () => {
    await ui.openContainer('Graft');
    await ui.statusItem(/Pipeline/);
    // views in sight make requests of their own
    await ui.press('Control+b');
    await ui.commandByKeyboard('Git: Create Branch...');
    await ui.input(branch, { prompt: 'branch name' });
    await poll(() => here('branch', '--show-current') === branch, { what: 'the branch' });
    await commit('export const litres = 6; // FIXME: ask Kent\n', title);
  });

  it('is pushed, which offers to create a merge request', async () => {
    await ui.commandByKeyboard('Git: Publish Branch...');
    await ui.answer(`${branch} was pushed.`, 'Create Merge Request…');
    await ui.quickRow('Create Merge Request').waitFor();
    await shootAll('form', openForm);
    await quiet();
  });

  it('has a merge request and its page six requests later', async () => {
    await openForm();
    await keys.pick('Create Merge Request');
    const page = await requestPage();
    await page.locator('.requestHead', { hasText: title }).waitFor();
    const all = (await requestsAt(sandbox.url)).map(({ operation }) => operation);
    // the status bar follows the pipeline meanwhile
    const names = all.filter((name) => !/^listPipeline/.test(name ?? ''));
    const [created, shown] = [names.indexOf('createMergeRequest'), names.indexOf('getMergeRequest')];
    assert.ok(created >= 0 && created <= 5, `the form: ${names.join()}`);
    assert.ok(shown - created < 6, `from there to its page: ${names.join()}`);
  });

  it('fails in its pipeline, whose log names the line', async () => {
    await later(1, 'Pipeline running 0/2');
    await later(9, 'Pipeline failed: 1 job');
    await openLog(/Pipeline failed/, 'lint');
    const line = 'water.ts:1:export const litres = 6; // FIXME: ask Kent';
    await poll(async () => (await ui.editorLines()).includes(line), { what: 'the line in the log' });
    await shootAll('log');
  });

  it('is mended and pushed again, and a job that is not to blame is run again', async () => {
    await commit('export const litres = 6;\n', 'Ask Kent');
    await ui.commandByKeyboard('Git: Push');
    await ui.statusItem('Pipeline: pending');
    await later(10, 'Pipeline failed: 1 job');
    await openLog(/Pipeline failed/, 'unit');
    await ui.commandByKeyboard('Graft: Retry Job');
    await ui.notification(/unit #\d+ runs again\./);
    await later(10, 'Pipeline passed');
  });

  it('leaves a status bar that is answered with 304 alone', async () => {
    await quiet();
    await forgetRequestsAt(sandbox.url);
    await ui.leaveWindow();
    await ui.returnToWindow();
    const looked = async () => {
      const entries = await requestsAt(sandbox.url);
      return entries.some(({ operation }) => operation === 'listMergeRequestPipelines') && entries;
    };
    const entries = await poll(looked, { what: 'the status bar to look' });
    const others = entries.filter(({ status }) => status !== 304);
    assert.deepEqual(others, []);
  });

  it('is rebased onto what a colleague has committed meanwhile', async () => {
    await commitThere('update', 'README.md', '# Seedling\n');
    const page = await requestPage();
    await ui.press('r');
    await page.locator('.requestActions').getByText('Rebase').waitFor();
    await keys.tabTo(page, 'Rebase');
    await ui.press('Enter');
    await ui.notification('!1 was changed. It is rebased onto main.');
    assert.notEqual(here('rev-parse', 'HEAD'), git(sandbox.repository, 'rev-parse', branch));
  });

  it('is merged by itself once its pipeline has passed', async () => {
    const page = await requestPage();
    await page.locator('.requestActions').getByText('Merge…').waitFor();
    await keys.tabTo(page, 'Merge…');
    await ui.press('Enter');
    await keys.pick('Merge when the pipeline succeeds');
    await ui.notification('!1 was changed. It will be merged when the pipeline succeeds.');
    await page.locator('.requestActions').getByText('Cancel Auto-Merge').waitFor();
    await shootAll('waiting');
    serverMs += 10_000;
    await ui.focusPage();
    await ui.press('r');
    await page.locator('.requestHead', { hasText: 'Merged' }).waitFor();
  });

  it('is cleaned up', async () => {
    const words = `!1 was merged. Switch to main, pull, and delete the local branch ${branch}?`;
    // a choice of themes takes longer than the notification stays
    if (arePicturesTaken) await ui.command('Notifications: Show Notifications');
    const offer = ui.page.locator('.notification-list-item:visible', { hasText: words }).first();
    await offer.waitFor();
    await shootAll('merged');
    await offer.locator('.monaco-button', { hasText: 'Clean Up' }).click();
    await poll(() => here('branch', '--list', branch) === '', { what: 'the local branch to go' });
    assert.equal(here('branch', '--show-current'), 'main');
    assert.equal(here('show', 'HEAD:water.ts'), 'export const litres = 6;');
    assert.equal(git(sandbox.repository, 'branch', '--list', branch), '');
  });
});
