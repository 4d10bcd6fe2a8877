import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { type Grantee } from '../../../src/model/grantee.ts';
import { stateOf } from '../../../src/model/protectedBranches/protectionChange.ts';
import { protectBranch } from '../../../src/wire/protectedBranches.ts';
import { activated, forgetRequests, receivedWrites, setFaults, signIn, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { dropRule, findRule } from './worlds.ts';

const name = 'hotfix/*';
const maintainers: Grantee = { kind: 'role', level: 40 };

describe('who a protection rule lets', () => {
  const ui = hands();
  const step = (title: RegExp, row: RegExp): Promise<void> => ui.step(title, row);
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app, 'maintainer');
  });

  after(async () => {
    await dropRule(open(), name);
    await signOut(app);
  });

  beforeEach(async () => {
    await setFaults([]);
    await dropRule(open(), name);
    await open().client.send(protectBranch, { id: open().project.id, name });
    await app.protectedBranches.refresh();
    await forgetRequests();
  });

  afterEach(() => setFaults([]));

  const open = (): NonNullable<App['project']['open']> => app.project.open ?? assert.fail('no project is open');
  const pushers = async (): Promise<readonly Grantee[]> =>
    stateOf((await findRule(open(), name)) ?? assert.fail('no rule')).push;
  const writes = async (): Promise<readonly string[]> => (await receivedWrites()).map(({ method }) => method);

  /** Edits and saves the list of who may push; returns the confirmation's text. */
  const changePushers = async (change: () => Promise<void>): Promise<string> => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await step(/Edit the Rule hotfix/, /May push/);
    await change();
    await step(/May push/, /Done/);
    ui.willPress('Save');
    await step(/Edit the Rule hotfix/, /Review and save/);
    const { detail = '' } = await ui.hears(/^Change the rule hotfix\/\*\?$/);
    await running;
    return detail;
  };

  const search = async (title: RegExp, text: string, found: RegExp): Promise<void> => {
    const rows = await ui.picker(title);
    ui.type(rows, text);
    await poll(() => rows.items.length === 1 && found.test(rows.items[0]?.label ?? ''), {
      what: `${String(found)} alone`,
    });
    await step(title, found);
  };

  it('are users, found among the members', async () => {
    const detail = await changePushers(async () => {
      await step(/May push/, /Add a user/);
      await search(/Add a User/, 'deniz', /^Deniz Aydın$/);
    });
    assert.equal(detail, 'May push: Maintainers → Maintainers, user Deniz Aydın');
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    assert.deepEqual(await pushers(), [maintainers, { kind: 'user', id: 4, name: 'Deniz Aydın' }]);
    assert.deepEqual(await writes(), ['PATCH']);
  });

  it('are deploy keys, by their number', async () => {
    const detail = await changePushers(async () => {
      await step(/May push/, /Add a deploy key/);
      const box = await ui.box(/Add a Deploy Key/);
      ui.type(box, 'robot');
      await poll(() => box.validationMessage === 'Enter the number of the deploy key.', { what: 'what is wrong' });
      ui.type(box, '2');
      await ui.enter();
    });
    assert.equal(detail, 'May push: Maintainers → Maintainers, deploy key 2');
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    assert.deepEqual((await pushers())[1], { kind: 'deployKey', id: 2, name: 'Release robot' });
  });

  it('are no one when the last goes, and someone else in the place of no one', async () => {
    assert.equal(
      await changePushers(() => step(/May push/, /\$\(check\) Maintainers/)),
      'May push: Maintainers → No one',
    );
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    assert.deepEqual(await pushers(), [{ kind: 'role', level: 0 }]);
    ui.forget();
    assert.equal(await changePushers(() => step(/May push/, /Administrators/)), 'May push: No one → Administrators');
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    assert.deepEqual(await pushers(), [{ kind: 'role', level: 60 }]);
  });

  it('are as they were when the question is left, with nothing sent', async () => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await step(/Edit the Rule hotfix/, /May push/);
    await step(/May push/, /Developers \+ Maintainers/);
    await ui.picker(/^May push$/);
    await ui.escape();
    const parts = await ui.picker(/Edit the Rule hotfix/);
    assert.ok(parts.items.some(({ label }) => /No changes yet/.test(label)));
    await ui.escape();
    await running;
    assert.deepEqual(await writes(), []);
  });
});

describe('a search of the protection rules', () => {
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app, 'developer');
  });

  after(() => signOut(app));

  it('shows the rule that was found, also to those who may not edit it', async () => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.find');
    const rules = await ui.picker(/Find Protection Rule/);
    ui.type(rules, 'STAG');
    await poll(() => rules.items.length === 1, { what: 'one rule' });
    await ui.step(/Find Protection Rule/, /staging\/\*$/);
    await running;
    await poll(() => app.protectedBranches.selected?.name === 'staging/*', { what: 'the row to be selected' });
  });
});
