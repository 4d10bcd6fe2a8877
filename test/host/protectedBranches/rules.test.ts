import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { stateOf } from '../../../src/model/protectedBranches/protectionChange.ts';
import {
  listProtectedBranches,
  protectBranch,
  type ProtectedBranch,
  updateProtectedBranch,
  unprotectBranch,
} from '../../../src/wire/protectedBranches.ts';
import {
  activated,
  receivedRequests,
  receivedWrites,
  forgetRequests,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';

describe('protection rules', () => {
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app, 'maintainer');
    await poll(() => app.project.open, { what: 'the project' });
  });

  after(() => signOut(app));

  beforeEach(async () => {
    await setFaults([]);
    for (const name of ['hotfix/*', 'nobody-has-this']) if (await rule(name)) await remove(name);
    await app.protectedBranches.refresh();
    await forgetRequests();
    ui.forget();
  });

  afterEach(() => setFaults([]));

  const open = (): NonNullable<App['project']['open']> => app.project.open ?? assert.fail('no project is open');
  const rule = async (name: string): Promise<ProtectedBranch | undefined> => {
    const { items } = await open().client.send(listProtectedBranches, { id: open().project.id, per_page: 100 });
    return items.find((each) => each.name === name);
  };
  const remove = (name: string): Promise<unknown> =>
    open().client.send(unprotectBranch, { id: open().project.id, name });
  const create = (name: string): Promise<ProtectedBranch> =>
    open().client.send(protectBranch, { id: open().project.id, name });
  const writes = async (): Promise<number> => (await receivedWrites()).length;
  const shown = async (): Promise<string[]> => (await settledRows(app.protectedBranches)).map(({ label }) => label);

  const step = (title: RegExp, row: RegExp): Promise<void> => ui.step(title, row);

  const choose = async (name: string): Promise<string | undefined> => {
    const names = await ui.picker(/Protect Branches/);
    ui.type(names, name);
    const row = await poll(() => names.items.find(({ label }) => label.endsWith(`Protect ${name}`)), {
      what: `the row that protects ${name}`,
    });
    await step(/Protect Branches/, new RegExp(`Protect ${name.replace(/[*/]/g, '\\$&')}$`));
    return row.detail;
  };

  it('are created for a wildcard, after what it covers and all that is sent was shown', async () => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.protect');
    assert.match((await choose('hotfix/*')) ?? '', /No branch matches yet/);
    await step(/Protect hotfix/, /May push/);
    await step(/May push/, /Developers \+ Maintainers/);
    await step(/May push/, /\$\(check\) Maintainers/);
    await step(/May push/, /Done/);
    await step(/Protect hotfix/, /Force push/);
    ui.willPress('Protect');
    await step(/Protect hotfix/, /Review and protect/);
    const question = await ui.hears(/^Protect hotfix\/\* in acme\/orchard\?$/);
    assert.match(question.detail ?? '', /May push: Developers \+ Maintainers\nMay merge: Maintainers\n/);
    assert.match(question.detail ?? '', /Force push: yes/);
    await ui.hears(/^hotfix\/\* is protected\.$/);
    await running;
    const made = await rule('hotfix/*');
    assert.ok(made);
    assert.deepEqual(stateOf(made).push, [{ kind: 'role', level: 30 }]);
    assert.equal(made.allow_force_push, true);
    assert.equal(await writes(), 1);
    assert.ok((await shown()).includes('hotfix/*'));
  });

  it('are narrowed by the server to a part of the name, until that is cleared', async () => {
    const rulesShown = async (): Promise<string[]> =>
      (await settledRows(app.protectedBranches)).flatMap(({ row, label }) => (row.kind === 'rule' ? [label] : []));
    const all = await rulesShown();
    const filter = async (text: string): Promise<void> => {
      const running = vscode.commands.executeCommand('graft.protectedBranches.search');
      ui.type(await ui.box(/Filter Protection Rules/), text);
      await ui.enter();
      await running;
    };
    await forgetRequests();
    await filter('RELEASE');
    const rules = all.filter((label) => label.includes('release'));
    assert.ok(rules.length > 0 && rules.length < all.length, all.join());
    await poll(async () => (await rulesShown()).join() === rules.join(), { what: 'the rules the server finds' });
    assert.match((await receivedRequests()).map(({ path }) => path).join('\n'), /protected_branches\?.*search=RELEASE/);
    await filter('no-such-rule');
    await poll(async () => (await shown()).includes('No rule has a name with “no-such-rule”.'), { what: 'no rule' });
    const finding = vscode.commands.executeCommand('graft.protectedBranches.find');
    const picker = await ui.picker(/Find Protection Rule/);
    ui.type(picker, '/');
    // Enter accepts an old row until the results are drawn
    const wildcards = all.filter((label) => label.includes('/'));
    await poll(() => picker.items.length === wildcards.length + 1 && picker.activeItems[0] === picker.items[0], {
      what: 'what is found',
    });
    await ui.enter(picker, /Show only rules containing “\/”/);
    await finding;
    assert.equal(app.protectedBranches.search, '/');
    await poll(async () => (await rulesShown()).join() === wildcards.join(), { what: 'the rules found by the picker' });
    await vscode.commands.executeCommand('graft.protectedBranches.clearSearch');
    assert.deepEqual(await rulesShown(), all);
  });

  it('that exist already are offered to be edited', async () => {
    await create('hotfix/*');
    await forgetRequests();
    const running = vscode.commands.executeCommand('graft.protectedBranches.protect');
    await choose('hotfix/*');
    const { buttons } = await ui.hears(/A rule for hotfix\/\* already exists/);
    assert.deepEqual(buttons, ['Edit Rule']);
    await running;
    assert.equal(await writes(), 0);
  });

  it('are changed level by level, and Undo brings the former rule back', async () => {
    const before = await create('hotfix/*');
    await app.protectedBranches.refresh();
    await forgetRequests();
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', 'hotfix/*');
    await step(/Edit the Rule hotfix/, /May merge/);
    await step(/May merge/, /Developers \+ Maintainers/);
    await step(/May merge/, /Done/);
    await step(/Edit the Rule hotfix/, /Code owners/);
    ui.willPress('Save');
    ui.willPress('Undo');
    await step(/Edit the Rule hotfix/, /Review and save/);
    const question = await ui.hears(/^Change the rule hotfix\/\*\?$/);
    assert.equal(
      question.detail,
      'May merge: Maintainers → Developers + Maintainers, Maintainers\nCode owners must approve: no → yes',
    );
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    await running;
    const now = await rule('hotfix/*');
    assert.ok(now);
    assert.deepEqual(stateOf(now), stateOf(before));
    assert.equal(await writes(), 2);
  });

  it('that name a custom role say before they are removed that this cannot be undone', async () => {
    const made = await create('hotfix/*');
    const role = { access_level: 30, member_role_id: 42, member_role_name: 'Lead Developer' };
    const body = { ...made, push_access_levels: [{ ...made.push_access_levels[0], ...role }] };
    // read for the confirmation and before sending
    await setFaults([{ operation: 'P2', fault: 'status', status: 200, body, times: 2 }]);
    ui.willPress('Unprotect');
    await vscode.commands.executeCommand('graft.protectedBranches.unprotect', 'hotfix/*');
    const { detail = '' } = await ui.hears(/^Remove the protection of hotfix/);
    assert.match(detail, /^May push: the custom role “Lead Developer”$/m);
    assert.match(
      detail,
      /^This can’t be undone here: only GitLab’s settings can add the custom role “Lead Developer”/m,
    );
    const { buttons } = await ui.hears(/^Protection of hotfix\/\* removed\.$/);
    assert.deepEqual(buttons, []);
  });

  it('are removed after the question, and Undo protects again', async () => {
    const before = await create('hotfix/*');
    await forgetRequests();
    const running = vscode.commands.executeCommand('graft.protectedBranches.unprotect', 'hotfix/*');
    ui.willPress('Unprotect');
    const question = await ui.hears(/^Remove the protection of hotfix\/\*\?$/);
    assert.match(question.detail ?? '', /May push: Maintainers/);
    await ui.hears(/^Protection of hotfix\/\* removed\.$/);
    await running;
    assert.equal(await rule('hotfix/*'), undefined);
    ui.forget();
    await create('hotfix/*');
    const again = vscode.commands.executeCommand('graft.protectedBranches.unprotect', 'hotfix/*');
    ui.willPress('Unprotect');
    ui.willPress('Undo');
    await again;
    await ui.hears(/^hotfix\/\* is protected\.$/);
    const now = await rule('hotfix/*');
    assert.ok(now);
    assert.deepEqual(stateOf(now), stateOf(before));
  });

  it('that another user has changed meanwhile are not overwritten', async () => {
    await create('hotfix/*');
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', 'hotfix/*');
    await step(/Edit the Rule hotfix/, /Force push/);
    await open().client.send(updateProtectedBranch, {
      id: open().project.id,
      name: 'hotfix/*',
      code_owner_approval_required: true,
    });
    await forgetRequests();
    ui.willPress('Save');
    await step(/Edit the Rule hotfix/, /Review and save/);
    await ui.hears(/Nothing was sent: someone else has changed the rule hotfix/);
    await running;
    assert.equal(await writes(), 0);
    assert.equal((await rule('hotfix/*'))?.allow_force_push, false);
  });

  it('that are gone are said to be gone', async () => {
    await vscode.commands.executeCommand('graft.protectedBranches.edit', 'nobody-has-this');
    await ui.hears(/The rule nobody-has-this no longer exists/);
  });

  it('are refused to a developer in the words of the server', async () => {
    await signOut(app);
    await signIn(app, 'developer');
    await poll(() => app.project.open, { what: 'the project' });
    try {
      const running = vscode.commands.executeCommand('graft.protectedBranches.protect');
      await choose('hotfix/*');
      ui.willPress('Protect');
      await step(/Protect hotfix/, /Review and protect/);
      const { text } = await ui.hears(/denied access/);
      assert.match(text, /403 Forbidden/);
      await running;
    } finally {
      await signOut(app);
      await signIn(app, 'maintainer');
      await poll(() => app.project.open, { what: 'the project' });
    }
    assert.deepEqual(ui.said().filter(({ severity }) => severity === 'Error').length, 1);
  });
});
