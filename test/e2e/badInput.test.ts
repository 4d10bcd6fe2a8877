import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import { sentTo, setFaultsAt } from '../support/sandboxControl.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { type Session, startSession } from '../support/userSession.ts';

const seedling = 'acme/tools/seedling';
const newest = 'Explain how much';

describe('bad input and a server in trouble, as a user meets them', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let commits: Locator;

  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox.url, faults);
  const welcome = (): Locator => commits.locator('.monaco-button', { hasText: 'Sign In' });
  const head = async (): Promise<string> => commits.locator('.pane-header').innerText();
  const lines = (): Promise<string[]> => ui.treeLines(commits);

  const addAccount = async (token: string): Promise<void> => {
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input(sandbox.url, { prompt: 'URL of the server' });
    await ui.input(token, { prompt: 'Token for' });
  };

  before(async () => {
    sandbox = await startSandbox({ faults: true });
    clone = await cloneSample(sandbox);
    // states of pipelines are not what is looked at here, and their requests would be in the way
    session = await startSession({ folder: clone.folder, settings: { 'graft.commits.pipelineState': false } });
    ui = session.ui;
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
  });

  afterEach(() => setFaults([]));

  it('gives up the check of an account when that is cancelled, and adds nothing', async () => {
    await setFaults([{ operation: 'getUser', fault: 'hang' }]);
    await addAccount(sandbox.tokens.maintainer);
    await ui.answer('Checking the account…', 'Cancel');
    await welcome().waitFor();
    assert.deepEqual(await ui.notifications(), []);
    assert.equal(await ui.quickInput.count(), 0);
  });

  it('browses with a token that may only read, and says at a pick what it lacks', async () => {
    await addAccount(sandbox.tokens.readOnly);
    const toast = await ui.notification('Signed in to');
    assert.match(await toast.innerText(), /has the scope read_api, but not api\. It is read-only/);
    await ui.row(ask('log', '-1', '--format=%s', 'main'), commits).waitFor();
    const before = ask('for-each-ref');
    await ui.command('Graft Commits: Cherry-Pick Commit…');
    await ui.pick(ask('log', '-1', '--format=%s', sandbox.commits.clean), { filter: sandbox.commits.clean });
    await poll(async () => (await ui.quickInputTitle()).placeholder.includes('Target branch'), {
      what: 'the branches',
    });
    await ui.pick(sandbox.branches.target, { filter: sandbox.branches.target });
    await poll(async () => (await ui.quickInputTitle()).placeholder.includes('Nothing has changed yet'), {
      what: 'the dry run',
    });
    const [first] = await ui.quickPickItems();
    // the developer who owns the token may not push to the target either, but the server looks at the scope first
    assert.equal(first?.label, 'Refused');
    assert.match(
      first.description,
      /^The token lacks the scope api and cannot change anything\. Create a token with that scope/,
    );
    await ui.closeQuickInput();
    assert.equal(ask('for-each-ref'), before);
  });

  it('draws that a list loads, then why it could not, and the list after a retry', async () => {
    await setFaults([{ operation: 'listCommits', fault: 'resetBefore', delayMs: 400, times: 3 }]);
    await ui.command('Graft: Choose Project…');
    await ui.pick(seedling, { filter: 'seedling' });
    await poll(async () => (await lines()).join() === 'Loading…', { what: 'the row that loads', everyMs: 20 });
    const row = ui.row('Commits could not be loaded', commits);
    await row.waitFor();
    assert.match((await lines()).join(), /^Commits could not be loaded · The connection to 127\.0\.0\.1:\d+ failed: /);
    await row.click();
    await ui.row(newest, commits).waitFor();
  });

  it('shows on the page of a commit why it cannot be shown, and the commit after a retry', async () => {
    const body = { message: '404 Commit Not Found' };
    await setFaults([{ operation: 'getCommit', fault: 'status', status: 404, body }]);
    await ui.row(newest, commits).click();
    const failed = await ui.webview('button', { text: 'Retry' });
    assert.match(await failed.locator('body').innerText(), /couldn’t find it: “404 Commit Not Found”\./);
    await setFaults([]);
    await failed.locator('button', { hasText: 'Retry' }).first().click();
    await ui.webview('h1', { text: newest });
  });

  it('has the chosen project and the page of the commit again after the window was reloaded', async () => {
    await ui.reload();
    await ui.webview('h1', { text: newest });
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await ui.row(newest, commits).waitFor();
    assert.match(await head(), new RegExp(seedling));
    await ui.command('Graft: Detect Project from Remotes');
    await poll(async () => (await head()).includes(sandbox.project), { what: 'the project of the remote' });
  });

  it('shows that a signature is verified, and that another commit has none', async () => {
    for (const [name, badge] of [
      ['signed', 'Verified (SSH)'],
      ['clean', 'Not signed'],
    ] as const) {
      const sha = sandbox.commits[name];
      await ui.command('Graft Commits: Open Commit…');
      await ui.pick(ask('log', '-1', '--format=%s', sha), { filter: sha });
      const page = await ui.webview('h1', { text: ask('log', '-1', '--format=%s', sha) });
      await page
        .locator('text=' + badge)
        .first()
        .waitFor();
    }
  });

  it('says which page it could not bring back, and why', async () => {
    await setFaults([
      { operation: 'getProject', fault: 'status', status: 404, body: { message: '404 Project Not Found' } },
    ]);
    await ui.reload();
    const page = await ui.webview('h1', { text: /^The page of commit [0-9a-f]{8} could not be shown$/ });
    assert.match(
      await page.getByRole('alert').innerText(),
      /127\.0\.0\.1:\d+ couldn’t find it: “404 Project Not Found”\./,
    );
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    const asked = await sentTo(sandbox.url, 'getProject');
    await ui.row('The project could not be read', commits).click();
    await poll(async () => (await sentTo(sandbox.url, 'getProject')) > asked, { what: 'the project to be asked for' });
    await setFaults([]);
    await ui.row('The project could not be read', commits).click();
    await ui.row(ask('log', '-1', '--format=%s', 'main'), commits).waitFor();
  });

  it('removes an account only after asking, and everything of it with it', async () => {
    const remove = async (button: string): Promise<{ readonly message: string; readonly detail: string }> => {
      await ui.command('Graft: Remove Account…');
      await ui.pick(`developer@${new URL(sandbox.url).host}`);
      return ui.modal(button);
    };
    const { message, detail } = await remove('Cancel');
    assert.match(message, /^Remove developer on 127\.0\.0\.1:\d+\?$/);
    assert.match(detail, /deleted from this computer\. It stays valid on the server until you revoke it there/);
    assert.ok((await lines()).length > 1);
    await remove('Remove');
    await welcome().waitFor();
    assert.deepEqual(await lines(), []);
    await ui.reload();
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await welcome().waitFor();
  });
});
