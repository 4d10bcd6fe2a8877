import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { activated, forgetRequests, sandbox, setFaults, signIn, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { type SampleDays, sampleDays } from '../../support/servers/sampleDays.ts';
import { hands } from '../hands.ts';
import { firstIn, sent } from './iterationHands.ts';

describe('what I am on this iteration', function () {
  this.timeout(90_000);
  let app: App;
  let days: SampleDays;
  const user = hands();
  const setting = (wanted: boolean | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration('graft')
      .update('iterations.statusBar', wanted, vscode.ConfigurationTarget.Global);

  before(async () => {
    app = await activated();
    days = await sampleDays(sandbox().url, sandbox().tokens.maintainer);
    await signIn(app);
    await poll(() => app.project.open, { what: 'the project' });
  });

  after(async () => {
    await setFaults([]);
    await setting(undefined);
    await signOut(app);
  });

  beforeEach(async () => {
    await setFaults([]);
    await vscode.env.clipboard.writeText('');
  });

  it('is a list of my issues, and can be copied from there', async () => {
    const running = vscode.commands.executeCommand('graft.iterations.mine');
    const picker = await user.picker(/My Issues/);
    assert.deepEqual(
      picker.items.slice(1).map(({ label, description }) => [label, description]),
      [
        ['$(issues) A map of the rows', 'acme/orchard#2'],
        ['$(markdown) Copy as Markdown for a Stand-up', picker.items[2]?.description],
      ],
    );
    assert.ok(picker.items[0]?.label.endsWith(` · ${days.left(10)}`), picker.items[0]?.label);
    await user.step(/My Issues/, /Copy as Markdown/);
    await running;
    assert.match(await vscode.env.clipboard.readText(), /^## \[/);
  });

  it('is copied with the issues, mine first, done ones ticked', async () => {
    await vscode.commands.executeCommand('graft.iterations.copyMarkdown', await firstIn(app, 'Current'));
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^## \[.+\]\(http:.+\/-\/iterations\/3006\)\n\n\d+ days left · 1 of 3 done\n\n### Mine\n\n/);
    assert.ok(text.includes(`\n${days.left(10)} · 1 of 3 done\n`), text);
    assert.match(
      text,
      /### Mine\n\n- \[ \] \[acme\/orchard#2\]\(http:[^)]+\/issues\/2\) A map of the rows\n\n### Others\n\n/,
    );
    assert.match(text, /- \[x\] \[acme\/orchard#1\].* — Deniz Aydın\n$/);
  });

  it('says why there is nothing to list', async () => {
    await setFaults([{ operation: 'T1', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    void vscode.commands.executeCommand('graft.iterations.mine');
    await user.hears(/^The plan of acme does not include iterations\. Iterations require/);
  });

  it('stays out of the status bar, and asks for nothing, until it is wanted', async () => {
    await forgetRequests();
    assert.equal(app.iterationStatus.text, undefined);
    await setting(true);
    await poll(() => app.iterationStatus.text === `$(milestone) 1 issue · ${days.left(10)}`, {
      what: `the status bar; it says ${String(app.iterationStatus.text)}`,
    });
    // other requests of the status bar are not counted
    assert.equal(await sent('listGroupIterations'), 1);
    assert.equal(await sent('graphql'), 1);
    await setting(false);
    await poll(() => app.iterationStatus.text === undefined, { what: 'the status bar to be empty' });
  });

  it('is unknown in the status bar where it cannot be read', async () => {
    // a status that is not retried: retries of the view would come first
    await setFaults([{ operation: 'T1', fault: 'status', status: 400 }]);
    await setting(true);
    await poll(() => app.iterationStatus.text === '$(milestone) Iteration: unknown', { what: 'the status bar' });
  });
});
