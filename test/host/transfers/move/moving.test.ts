import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { hasEnded } from '../../../../src/model/transfers/jobs/job.ts';
import { activated, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { holdAt, setFaultsAt } from '../../../support/servers/sandboxControl.ts';
import { hands } from '../../hands.ts';
import {
  answerMove,
  archives,
  enterBoth,
  finishedExport,
  forgetRequests,
  moveIn,
  moveOnce,
  world,
} from './moveHands.ts';
import { looksOften, sent } from '../../transferHands.ts';

describe('moving a project to another account', function () {
  this.timeout(90_000);
  const user = hands();
  let app: App;

  looksOften();
  const run = (command: string, argument?: unknown): Thenable<unknown> =>
    vscode.commands.executeCommand(command, argument);

  before(async () => {
    app = await activated();
    await signOut(app);
    await enterBoth(app);
  });

  beforeEach(async () => {
    for (const url of [world().url, world().other]) {
      await setFaultsAt(url, []);
      await holdAt(url);
      await forgetRequests(url);
    }
  });

  afterEach(async () => {
    for (const job of app.jobs.list()) await app.jobs.remove(job.id);
    assert.deepEqual(await archives(app), [], 'nothing is left on this computer');
    await run('workbench.action.closeAllEditors');
  });

  after(() => signOut(app));

  const begin = async (name: string): Promise<void> => {
    user.willPress('Move');
    const asking = run('graft.transfers.moveProject');
    await answerMove(user, name);
    await asking;
  };

  it('says all beforehand, does every step, and ends with a report', async () => {
    user.willPress('Move');
    const asking = run('graft.transfers.moveProject');
    await answerMove(user, 'moved-whole');
    const { detail = '', text } = await user.hears(/^Move acme\/orchard to .*\/acme\/moved-whole\?$/);
    assert.match(text, /^Move acme\/orchard/);
    for (const wanted of [
      /acme\/orchard stays unchanged/,
      /CI\/CD variables/,
      /protected branches and tags/,
      /attributed to you/,
    ])
      assert.match(detail, wanted);
    await asking;
    const job = await moveIn(app, 'succeeded');
    assert.equal(job.subject.webUrl, `${world().other}/acme/moved-whole`);
    await poll(async () => (await archives(app)).length === 0, { what: 'the archive to be removed' });
    assert.deepEqual([await sent('X1', world().url), await sent('X4', world().other)], [1, 1]);
    const states = job.story.map(({ state }) => state);
    for (const state of ['starting', 'queued', 'receiving', 'saved', 'sent', 'compared'])
      assert.ok(states.includes(state), `${state} of ${states.join(', ')}`);
    await run('graft.transfers.copyMoveReport', { kind: 'job', id: job.id });
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /No differences found/);
    assert.match(report, /\| Branches and their heads \| same \| 19 compared \|/);
    const stored = JSON.stringify(app.context.globalState.keys().map((key) => app.context.globalState.get(key)));
    assert.ok(stored.includes('moved-whole'));
    for (const token of Object.values(world().tokens)) assert.ok(!stored.includes(token));
    assert.match((await user.hears(/has finished\. No differences found/)).buttons.join(), /Show Report/);
  });

  it('shows the report as a document nobody can change, and compares again', async () => {
    await begin('moved-report');
    const job = await moveIn(app, 'succeeded');
    await run('graft.transfers.showMoveReport', { kind: 'job', id: job.id });
    await poll(
      () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /Move of orchard/.test(label))),
      { what: 'the report' },
    );
    const uri = vscode.Uri.from({ scheme: 'graft-move', path: '/Move of orchard.md', query: job.id });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /^# Move of acme\/orchard/);
    await setFaultsAt(world().other, [{ operation: 'R9', fault: 'status', status: 403 }]);
    await run('graft.transfers.compareMove', { kind: 'job', id: job.id });
    await poll(() => /\| Tags \| not compared \|/.test(document.getText()), { what: 'the new report' });
    assert.match(document.getText(), /No differences found, but not everything could be compared/);
  });

  it('can be cancelled during the upload, and leaves no archive', async () => {
    await setFaultsAt(world().other, [{ operation: 'X4', fault: 'hang' }]);
    await begin('cancelled');
    const job = await moveOnce(app, (each) => JSON.stringify(each.details).includes('importSentAtMs'), 'the upload');
    await app.jobs.cancel(job.id);
    const ended = await moveIn(app, 'canceled');
    assert.match(JSON.stringify(ended.story), /nothing was created|may still create/);
    await poll(async () => (await archives(app)).length === 0, { what: 'the archive to be removed' });
  });

  it('goes on after the computer has slept for hours', async () => {
    await holdAt(world().url, 'finished');
    await begin('moved-asleep');
    // just polled: no poll is pending when the clock jumps
    await moveOnce(
      app,
      ({ story }) => /^(?:started|regeneration_in_progress)$/.test(story.at(-1)?.state ?? ''),
      'the export to be under way',
    );
    const real = Date.now;
    const slept = 8 * 60 * 60_000;
    // the server continues; after many hours the second poll is late
    await holdAt(world().url);
    await finishedExport(app);
    Date.now = () => real() + slept;
    try {
      await moveIn(app, 'succeeded');
      assert.deepEqual([await sent('X1', world().url), await sent('X4', world().other)], [1, 1]);
    } finally {
      Date.now = real;
    }
  });

  it('keeps the archive of an import that failed, and sends it again to another path', async () => {
    await begin('moved-failing');
    const failing = {
      id: 1,
      name: 'x',
      path: 'x',
      path_with_namespace: 'acme/x',
      import_status: 'failed',
      import_error: 'The quota of the group is used up.',
      failed_relations: [],
    };
    await setFaultsAt(world().other, [{ operation: 'X7', fault: 'status', status: 200, body: failing }]);
    const job = await moveOnce(
      app,
      (each) => JSON.stringify(each.details).includes('isLeft'),
      'the archive to be left',
    );
    assert.equal(job.phase, 'failed');
    assert.match(job.error?.words ?? '', /quota of the group is used up/);
    assert.equal((await archives(app)).length, 1);
    assert.deepEqual((await user.hears(/quota/)).buttons.slice(0, 1), ['Import Again…']);
    await setFaultsAt(world().other, []);
    const asking = run('graft.transfers.importMoveAgain', { kind: 'job', id: job.id });
    const box = await user.box(/Import acme\/orchard Again/);
    user.type(box, 'moved-again');
    await user.enter();
    await asking;
    await poll(() => app.jobs.list().some((each) => each.id !== job.id && hasEnded(each)), {
      what: 'the second import',
      timeoutMs: 30_000,
    });
    assert.equal((await moveIn(app, 'succeeded')).subject.webUrl, `${world().other}/acme/moved-again`);
    assert.equal(await sent('X1', world().url), 1, 'no second export');
  });
});
