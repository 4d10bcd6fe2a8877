import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { git } from '../../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedWrites,
  sandbox,
  setFaults,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { forgetProject, openProject } from '../../projects.ts';

const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);

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
    // nothing was confirmed, so nothing may change
    assert.equal(ask('for-each-ref'), refs);
  });

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
    const picker = await ui.picker(/dry run on/i);
    // new rows would reset the active row set by a test
    await known(picker, /^\$\(shield\)/);
    return picker;
  };

  const labels = (picker: vscode.QuickPick<vscode.QuickPickItem>): string[] => picker.items.map(({ label }) => label);

  /** Waits for a later row of the dry run; returns its label. */
  const known = (picker: vscode.QuickPick<vscode.QuickPickItem>, row: RegExp | string): Promise<string> =>
    poll(() => labels(picker).find((label) => (typeof row === 'string' ? label === row : row.test(label))), {
      what: `the row ${String(row)}`,
    });

  const tipOfSummer = (): string => ask('rev-parse', 'refs/heads/traduction/été');

  for (const branch of ['fix/100%-full-crates', free]) {
    it(`names ${branch} as it is`, async () => {
      const picker = await check(branch, { sha: tipOfSummer() });
      const tip = ask('rev-parse', '--short=8', `refs/heads/${branch}`);
      assert.equal(picker.items[0]?.label, `$(pass) Cherry-pick onto ${branch}`);
      assert.equal(picker.items[0]?.detail, `Clean: applies without conflict to ${branch} at ${tip}`);
    });
  }

  it('says to a reporter that the role does not allow it, and offers a merge request', async () => {
    const picker = await check(free, { as: 'reporter' });
    const [first] = picker.items;
    assert.equal(first?.label, '$(lock) Blocked');
    const said = labels(picker).join(' ');
    assert.ok(said.includes(`Your role in the project does not let you push to ${free}.`), said);
    assert.ok(said.includes('No dry run: no clone of the project is open.'), said);
    assert.equal(picker.placeholder, `No dry run on ${free}. Nothing has changed.`);
    assert.match(picker.activeItems[0]?.label ?? '', /Create a merge request…/);
    assert.ok(labels(picker).includes('$(git-branch) Choose another branch'));
    const rights = `$(shield) You may not push to ${free}: requires Developer; you are Reporter.`;
    await poll(() => labels(picker).join(' ').includes(rights), { what: 'who may push' });
  });

  it('says which scope a token lacks, what to do about it, and that browsing works on', async () => {
    const picker = await check(free, { as: 'readOnly' });
    const [first] = picker.items;
    assert.equal(first?.label, '$(error) Refused');
    assert.match(first.description ?? '', /lacks the scope api and cannot change anything\. Create a token/);
    assert.ok(labels(picker).includes('$(key) Sign in with another token…'));
    assert.ok((await app.commits.getChildren()).length > 0);
  });

  it('says who may push also where it is clean, without moving what Enter takes', async () => {
    const picker = await check(sandbox().target);
    assert.match(picker.activeItems[0]?.label ?? '', /Cherry-pick onto/);
    await known(picker, /You may push to release\/1\.0: allowed for Maintainers \(rule release\/\*\)\./);
    assert.match(picker.activeItems[0]?.label ?? '', /Cherry-pick onto/);
    assert.ok(labels(picker).includes(`$(git-commit) Tested at ${ask('rev-parse', sandbox().target).slice(0, 8)}`));
  });

  it('says how it knows that the commit is there already, and opens it', async () => {
    const sha = sandbox().commits['alreadyThere'] ?? '';
    const picker = await check(sandbox().target, { sha });
    assert.equal(labels(picker)[0], '$(check-all) Already there');
    assert.equal(picker.items[0]?.description, 'release/1.0 has these changes already.');
    const found = await known(picker, /^\$\(search\) .*release\/1\.0 as ([0-9a-f]{8})/);
    const [, as = ''] = / as ([0-9a-f]{8})/.exec(found) ?? [];
    await ui.enter(picker, new RegExp(`Open commit ${as}`));
    await poll(() => app.commitPages.active?.sha.startsWith(as), { what: 'the page of the commit' });
    assert.equal(ask('merge-base', '--is-ancestor', as, sandbox().target), '');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('says in conflict how the files can be known, and offers to resolve it', async () => {
    const picker = await check(sandbox().target, { sha: sandbox().commits['conflict'] ?? '' });
    assert.equal(labels(picker)[0], '$(git-merge) Conflict');
    assert.match(picker.activeItems[0]?.label ?? '', /Resolve…/);
    await known(picker, /Open a clone of acme\/orchard to see which files are in conflict/);
    assert.match(picker.activeItems[0]?.label ?? '', /Resolve…/);
  });

  it('leads from one branch to a board of several', async () => {
    const picker = await check(free, { sha: tipOfSummer() });
    await ui.enter(picker, /Choose several branches/);
    await ui.picker(/^Tick branches of/);
    await ui.escape();
  });

  it('offers the commits branches again after a refusal', async () => {
    const picker = await check(sandbox().target, { as: 'developer' });
    await ui.enter(picker, /Choose another branch/);
    await ui.picker(/Target branch in/);
  });

  it('offers no other branch to undo a pick on', async () => {
    const open = await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
    const branch = sandbox().target;
    const sha = ask('rev-parse', branch);
    void vscode.commands.executeCommand('graft.commits.revert', { open, branch, sha, isUndo: true });
    const picker = await ui.picker(/dry run on/i);
    await known(picker, /^\$\(shield\)/);
    assert.ok(!labels(picker).includes('$(git-branch) Choose another branch'));
  });

  it('says when the check itself fails, and checks again on request', async () => {
    await setFaults([{ operation: 'cherryPickCommit', fault: 'resetBefore', times: 1 }]);
    const picker = await check(free, { sha: tipOfSummer() });
    const [first, ...rest] = labels(picker);
    assert.equal(first, '$(question) Unknown');
    assert.match(rest.join(' '), /127\.0\.0\.1:\d+ can’t be reached \(E[A-Z]+\)\. Check your network\./);
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
    const sent = async (): Promise<number> => (await receivedWrites()).length;
    await poll(async () => (await sent()) === 1, { what: 'the dry run' });
    await ui.opened();
    await ui.escape();
    assert.deepEqual(ui.said(), []);
    assert.equal(await sent(), 1);
  });
});
