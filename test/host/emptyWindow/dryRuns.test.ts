import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { git } from '../../support/git.ts';
import { activated, forgetRequests, receivedRequests, sandbox, setFaults, signOut } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { forgetProject, openProject } from '../projects.ts';

const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);

/** A branch nobody protects. */
const free = 'feature/ripeness-forecast';

describe('the dry run of a pick', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let refs: string;

  before(async () => {
    app = await activated();
    refs = ask('for-each-ref');
  });

  afterEach(async () => {
    await setFaults([]);
    await forgetProject(app);
    await signOut(app);
    // whatever was looked at: nothing was confirmed, so nothing may have changed
    assert.equal(ask('for-each-ref'), refs);
  });

  /** Chooses the branch; answers the picker of the dry run. */
  const check = async (
    branch: string,
    { as = 'maintainer', sha = sandbox().commits['clean'] ?? '', command = 'graft.commits.cherryPick' } = {},
  ): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
    const open = await openProject(app, await addAccount(app, as), sandbox().project);
    void vscode.commands.executeCommand(command, { open, sha });
    const branches = await ui.picker(/Target branch in/);
    ui.type(branches, branch);
    await poll(() => branches.items[0]?.label === branch && !branches.busy, { what: `the branch ${branch}` });
    await ui.enter(branches, /./);
    return ui.picker(/dry run on/i);
  };

  const labels = (picker: vscode.QuickPick<vscode.QuickPickItem>): string[] => picker.items.map(({ label }) => label);

  const tipOfSummer = (): string => ask('rev-parse', 'refs/heads/traduction/été');

  for (const branch of ['feature/#42-bulk-weighing', 'fix/100%-full-crates', 'feature/🍐-pear-season', free]) {
    it(`names ${branch} as it is`, async () => {
      const picker = await check(branch, { sha: tipOfSummer() });
      const tip = ask('rev-parse', '--short=8', `refs/heads/${branch}`);
      assert.equal(picker.items[0]?.label, `$(pass) Cherry-pick onto ${branch}`);
      assert.equal(picker.items[0]?.detail, `Clean: applies without conflict to ${branch} at ${tip}`);
    });
  }

  it('says to a reporter that the role does not allow it', async () => {
    const [first, ...rest] = labels(await check(free, { as: 'reporter' }));
    assert.equal(first, `$(error) You may not push to ${free}`);
    assert.match(
      rest.join(' '),
      /^Server response: 403 Forbidden - You are not allowed to push into this branch The branch is protected, or your role/,
    );
    assert.match(rest.at(-1) ?? '', /Choose another branch/);
  });

  it('says to a developer that the branch is protected', async () => {
    const [first] = labels(await check(sandbox().target, { as: 'developer' }));
    assert.equal(first, `$(error) You may not push to ${sandbox().target}`);
  });

  it('says which scope a token lacks, and that browsing works on', async () => {
    const [first, ...rest] = labels(await check(free, { as: 'readOnly' }));
    assert.equal(first, '$(error) The token is read-only');
    assert.match(rest.join(' '), /It lacks the scope api\. Create a token with this scope and sign in again\./);
    assert.ok((await app.commits.getChildren()).length > 0);
  });

  it('says the same for a revert', async () => {
    const picker = await check(free, { as: 'readOnly', command: 'graft.commits.revert' });
    assert.equal(labels(picker)[0], '$(error) The token is read-only');
  });

  it('offers the commits branches again after a refusal', async () => {
    const picker = await check(sandbox().target, { as: 'developer' });
    await ui.enter(picker, /Choose another branch/);
    await ui.picker(/Target branch in/);
  });

  it('says when the check itself fails, and checks again on request', async () => {
    await setFaults([{ operation: 'cherryPickCommit', fault: 'resetBefore', times: 1 }]);
    const picker = await check(free, { sha: tipOfSummer() });
    const [first, ...rest] = labels(picker);
    assert.equal(first, '$(error) Unknown: the dry run failed');
    assert.match(rest.join(' '), /The connection to 127\.0\.0\.1:\d+ failed: .* Check the URL and your network\./);
    await ui.enter(picker, /Check again/);
    await poll(() => picker.items[0]?.label === `$(pass) Cherry-pick onto ${free}`, { what: 'the second check' });
  });

  it('shows that it is under way, and is given up with Escape', async () => {
    await forgetRequests();
    await setFaults([{ operation: 'cherryPickCommit', fault: 'hang' }]);
    const open = await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
    void vscode.commands.executeCommand('graft.commits.cherryPick', { open, sha: tipOfSummer() });
    const branches = await ui.picker(/Target branch in/);
    ui.type(branches, free);
    await poll(() => branches.items[0]?.label === free && !branches.busy, { what: 'the branch' });
    await ui.enter(branches, /./);
    const sent = async (): Promise<number> =>
      (await receivedRequests()).filter(({ method }) => method === 'POST').length;
    await poll(async () => (await sent()) === 1, { what: 'the dry run' });
    await ui.opened();
    await ui.escape();
    assert.deepEqual(ui.said(), []);
    assert.equal(await sent(), 1);
  });

  it('says that the commit is not there', async () => {
    const open = await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
    void vscode.commands.executeCommand('graft.commits.cherryPick', { open, sha: 'f'.repeat(40) });
    const { text } = await ui.hears(/couldn’t find it/);
    assert.match(text, /^127\.0\.0\.1:\d+ couldn’t find it: “404 Commit Not Found”\.$/);
  });
});
