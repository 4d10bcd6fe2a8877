import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { stateOf } from '../../../src/model/protectedBranches/protectionChange.ts';
import { protectBranch, type ProtectedBranch } from '../../../src/wire/protectedBranches.ts';
import { activated } from '../../support/window/inHost.ts';
import { hands } from '../hands.ts';
import { dropRule, type Elsewhere, findRule, goElsewhere } from './worlds.ts';

const name = 'hotfix/*';

describe('protection rules of a server without Premium', function () {
  this.timeout(60_000);
  const ui = hands();
  const step = (title: RegExp, row: RegExp): Promise<void> => ui.step(title, row);
  let app: App;
  let there: Elsewhere;

  before(async () => {
    app = await activated();
    there = await goElsewhere(app);
  });

  after(() => there.leave());

  beforeEach(async () => {
    await there.setFaults([]);
    await dropRule(there.open, name);
    await app.protectedBranches.refresh();
  });

  afterEach(() => there.setFaults([]));

  const rule = (): Promise<ProtectedBranch | undefined> => findRule(there.open, name);
  const create = async (): Promise<ProtectedBranch> => {
    const made = await there.open.client.send(protectBranch, { id: there.open.project.id, name });
    await app.protectedBranches.refresh();
    await there.forgetRequests();
    return made;
  };
  const writes = async (): Promise<string[]> =>
    (await there.received())
      .filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql')
      .map(({ method }) => method);
  const pushes = async (): Promise<unknown> => stateOf((await rule()) ?? assert.fail('no rule')).push;

  /** Allows Developers to push, up to the review. */
  const letDevelopers = async (): Promise<void> => {
    await step(/Edit the Rule hotfix/, /May push/);
    await step(/May push/, /Developers \+ Maintainers/);
  };

  it('are told what the server has left out, which is not offered again', async () => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.protect');
    const names = await ui.picker(/Protect Branches/);
    ui.type(names, name);
    await step(/Protect Branches/, /Protect hotfix/);
    await step(/Protect hotfix/, /May push/);
    await step(/May push/, /Developers \+ Maintainers/);
    await step(/May push/, /Done/);
    await step(/Protect hotfix/, /Code owners/);
    ui.willPress('Protect');
    await step(/Protect hotfix/, /Review and protect/);
    const { text } = await ui.hears(/silently left out part of the change to hotfix/);
    assert.match(text, /Code owners must approve: no → yes/);
    assert.match(text, /This requires Premium; Graft no longer offers it for this project/);
    await ui.hears(/^hotfix\/\* is protected\.$/);
    await running;
    const again = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    const parts = await ui.picker(/Edit the Rule hotfix/);
    assert.ok(!parts.items.some(({ label }) => /Code owners|unprotect/.test(label)));
    await ui.escape();
    await again;
  });

  it('are replaced where levels cannot be changed, after that was said, and Undo replaces them again', async () => {
    const before = await create();
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await letDevelopers();
    ui.willPress('Replace');
    ui.willPress('Undo');
    await step(/Edit the Rule hotfix/, /Review and save/);
    const question = await ui.hears(/^Replace the rule hotfix\/\*\?$/);
    assert.match(question.detail ?? '', /May push: Maintainers → Developers \+ Maintainers/);
    assert.match(question.detail ?? '', /In between, the branch is not protected/);
    await ui.hears(/^The rule hotfix\/\* was replaced\.$/);
    await running;
    assert.deepEqual(await writes(), ['DELETE', 'POST', 'DELETE', 'POST']);
    assert.deepEqual(stateOf((await rule()) ?? assert.fail('no rule')), stateOf(before));
  });

  it('force-push is changed in place', async () => {
    await create();
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await step(/Edit the Rule hotfix/, /Force push/);
    ui.willPress('Save');
    await step(/Edit the Rule hotfix/, /Review and save/);
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    await running;
    assert.deepEqual(await writes(), ['PATCH']);
    assert.equal((await rule())?.allow_force_push, true);
  });

  it('that are refused after the former one went can be restored, as often as that takes', async () => {
    const before = await create();
    const body = { message: ['Merge access level is invalid', 'Name is too long'] };
    await there.setFaults([{ operation: 'P3', fault: 'status', status: 422, body, times: 2 }]);
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await letDevelopers();
    ui.willPress('Replace');
    ui.willPress('Restore Previous Rule');
    ui.willPress('Restore Previous Rule');
    await step(/Edit the Rule hotfix/, /Review and save/);
    const { text, severity } = await ui.hears(/^hotfix\/\* is NOT protected now: its rule was removed/);
    assert.equal(severity, 'Error');
    assert.match(text, /Merge access level is invalid.*Name is too long/);
    await ui.hears(/^The previous rule for hotfix\/\* could not be restored/);
    await ui.hears(/^hotfix\/\* is protected\.$/);
    await running;
    assert.deepEqual(stateOf((await rule()) ?? assert.fail('no rule')), stateOf(before));
    assert.deepEqual(await writes(), ['DELETE', 'POST', 'POST', 'POST']);
  });

  it('that are lost after the former one went are said to be missing, and made on demand', async () => {
    await create();
    await there.setFaults([{ operation: 'P3', fault: 'resetBefore', times: 1 }]);
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await letDevelopers();
    ui.willPress('Replace');
    ui.willPress('Try Again');
    await step(/Edit the Rule hotfix/, /Review and save/);
    const { buttons } = await ui.hears(/^hotfix\/\* is NOT protected now: .* the connection broke before the new one/);
    assert.deepEqual(buttons, ['Try Again', 'Restore Previous Rule']);
    await ui.hears(/^hotfix\/\* is protected\.$/);
    await running;
    assert.deepEqual(await pushes(), [{ kind: 'role', level: 30 }]);
    ui.forget();
  });
});
