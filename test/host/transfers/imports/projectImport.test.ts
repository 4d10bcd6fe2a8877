import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { setFaults, settledRows, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { hold, jobIn, looksOften, problemOf, rowsOf, sent, server, signedIn } from '../../transferHands.ts';
import { answerProject, everythingStored, line, openDialog, review, world } from './importHands.ts';

describe('the import of a project from a file', function () {
  this.timeout(60_000);
  const user = hands();
  const dialog = openDialog();
  let app: App;

  looksOften();

  afterEach(() => server('begin'));
  signedIn('maintainer', (found) => (app = found));
  beforeEach(() => dialog.answer(world().files.project));

  const start = (argument?: unknown): Thenable<unknown> =>
    vscode.commands.executeCommand('graft.transfers.importProject', argument);
  const begin = async (path: string): Promise<void> => {
    dialog.answer(world().files.project);
    const running = start();
    await answerProject(user, { path });
    await user.step(/Press Enter to start/, /^Import$/);
    await running;
  };

  it('is asked for, shown, sent once and watched to its end', async () => {
    const running = start();
    const places = await user.picker(/Destination namespace/);
    assert.match(rowsOf(places)[0] ?? '', /maintainer · personal namespace$/);
    await user.step(/Destination namespace/, /Tools$/);
    const name = await line(user, /Name of the project/);
    assert.equal(name.value, 'Orchard');
    await line(user, /^Path in acme\/tools/, 'orchard-two');
    const shown = await review(user);
    const rows = rowsOf(shown);
    assert.equal(rows[0], 'Import: acme/tools/orchard-two');
    assert.match(rows[2] ?? '', /^Archive: 2026-11-21_09-00-000_acme_orchard_export\.tar\.gz$/);
    assert.match(shown.items[2]?.detail ?? '', /^\d+(?:\.\d)? kB, from GitLab \d+\.\d+\.\d+-ee, verified$/);
    assert.match(rows[3] ?? '', /^Into: acme\/tools on 127\.0\.0\.1:\d+, as maintainer$/);
    assert.deepEqual(rows.slice(4, 7), [
      'Name: Orchard',
      'Path: acme/tools/orchard-two, available',
      'Options: keep archive settings',
    ]);
    assert.ok(
      rows.some((row) => /visible to administrators only/.test(row)),
      rows.join('\n'),
    );
    assert.equal(await sent('importProject'), 0);
    await user.step(/Press Enter to start/, /^Import$/);
    await running;
    const job = await jobIn(app, 'acme/tools/orchard-two', 'succeeded');
    assert.equal(await sent('importProject'), 1);
    assert.equal(job.subject.webUrl, `${world().url}/acme/tools/orchard-two`);
    assert.deepEqual(
      job.story.map(({ state }) => state).filter((state) => state !== 'started'),
      ['sending', 'sent', 'scheduled', 'finished'],
    );
    await user.hears(/Project import: acme\/tools\/orchard-two has finished\.$/);
    const rowsInView = await settledRows(app.administration);
    assert.ok(rowsInView.some(({ text }) => /^Exports and imports/.test(text)));
  });

  it('sets what is asked for, says what was not taken', async () => {
    const running = start();
    await answerProject(user, { path: 'set-here' });
    await user.step(/Press Enter to start/, /^Options$/);
    await user.step(/Settings that replace/, /^Description$/);
    await line(user, /[Dd]escription.*eave empty/, 'Set here');
    await user.step(/Settings that replace/, /^Visibility$/);
    await user.step(/^visibility$/, /^public$/);
    await user.step(/Settings that replace/, /Another…/);
    const other = await line(user, /An attribute of the projects API/, 'not one');
    await poll(() => /Enter key=value/.test(problemOf(other)), { what: 'the form' });
    await line(user, /An attribute of the projects API/, 'odd_member=5');
    await user.step(/Settings that replace/, /Done$/);
    const rows = rowsOf(await review(user));
    assert.ok(rows.includes('Options: description: Set here, visibility: public, odd_member: 5'), rows.join('\n'));
    assert.ok(
      rows.some((row) => /more visible than the group acme\/tools \(private\)/.test(row)),
      rows.join('\n'),
    );
    await user.step(/Press Enter to start/, /^Import$/);
    await running;
    await jobIn(app, 'acme/tools/set-here', 'succeeded');
    await user.hears(/acme\/tools\/set-here: Some settings .*visibility is “private” instead of “public”; odd_member/);
  });

  it('says what is wrong with a file, and sends nothing', async () => {
    const { files } = world();
    const wrong: readonly (readonly [string, RegExp])[] = [
      [files.empty, /Nothing was sent\. empty\.tar\.gz is empty\./],
      [files.noGzip, /notes\.tar\.gz looks like zip\./],
      [files.truncated, /truncated\.tar\.gz is truncated/],
      [files.other, /package\.tar\.gz is not a GitLab export/],
      [files.missing, /gone\.tar\.gz no longer exists\./],
      [files.group, /acme_export\.tar\.gz is the export of a group, not of a project\./],
    ];
    dialog.answer(...wrong.map(([file]) => file));
    wrong.slice(1).forEach(() => user.willPress('Choose Another File…'));
    const running = start();
    for (const [, words] of wrong) await user.hears(words);
    await running;
    assert.equal(await sent('importProject'), 0);
    assert.deepEqual(app.jobs.list(), []);
  });

  it('hands the export of a group to where groups are imported', async () => {
    dialog.answer(world().files.group);
    user.willPress('Import Group…');
    const running = start();
    await user.picker(/Parent group/);
    await user.escape();
    await running;
  });

  it('is refused before a byte is sent when it is larger than the server takes', async () => {
    await signOut(app);
    await addAccount(app, 'root');
    dialog.answer(world().files.huge);
    await start();
    await user.hears(/^Nothing was sent: huge\.tar\.gz has 12\.9 GB\. Size limit of 127\.0\.0\.1:\d+: 10\.7 GB\.$/);
    assert.equal(await sent('importProject'), 0);
  });

  it('looks whether the path is free, and replaces a project only when told twice', async () => {
    await begin('to-replace');
    const first = await jobIn(app, 'acme/tools/to-replace', 'succeeded');
    await app.jobs.remove(first.id);
    dialog.answer(world().files.project);
    const running = start();
    const shown = rowsOf(await answerProject(user, { path: 'to-replace' }));
    assert.equal(shown[0], 'Import and Replace…: acme/tools/to-replace');
    await user.step(/Press Enter to start/, /^Import and Replace/);
    const question = await user.hears(/^Replace acme\/tools\/to-replace with the imported project\?$/);
    assert.match(question.detail ?? '', /is deleted after the import/);
    await review(user);
    assert.equal(await sent('importProject'), 1);
    user.willPress('Delete and Replace');
    await user.step(/Press Enter to start/, /^Import and Replace/);
    await running;
    const again = await jobIn(app, 'acme/tools/to-replace', 'succeeded');
    assert.notEqual(again.subject.id, first.subject.id);
  });

  it('is not sent a second time while the same is under way', async () => {
    await hold('finished');
    await begin('only-once');
    const job = await jobIn(app, 'acme/tools/only-once', 'running');
    dialog.answer(world().files.project);
    const running = start();
    await answerProject(user, { path: 'only-once' });
    user.willPress('Delete and Replace');
    await user.step(/Press Enter to start/, /^Import and Replace/);
    await user.hears(/^Project import: acme\/tools\/only-once is already running\. Nothing was sent\.$/);
    await running;
    assert.equal(await sent('importProject'), 1);
    assert.equal(app.jobs.get(job.id)?.phase, 'running');
    await hold();
    await jobIn(app, 'acme/tools/only-once', 'succeeded');
  });

  it('is asked for again with what it had', async () => {
    await setFaults([{ operation: 'importProject', fault: 'status', status: 429, times: 1 }]);
    await begin('again');
    const failed = await jobIn(app, 'acme/tools/again', 'failed');
    dialog.answer();
    const running = start({ kind: 'job', id: failed.id });
    const name = await answerProject(user, { path: 'again' });
    assert.match(rowsOf(name)[2] ?? '', /acme_orchard_export/);
    await user.step(/Press Enter to start/, /^Import$/);
    await running;
    await jobIn(app, 'acme/tools/again', 'succeeded');
  });

  it('says that a token can only read', async () => {
    await signOut(app);
    await addAccount(app, 'readOnly');
    await start();
    await user.hears(/^The token of developer on .* is read-only\./);
  });

  it('keeps what was typed until the server has it', async () => {
    const running = start();
    await user.step(/Destination namespace/, /Tools$/);
    const box = await user.box(/Import Project/);
    await poll(() => /Name of/.test(box.prompt ?? ''), { what: 'the name' });
    user.type(box, 'Typed before the crash');
    await poll(() => everythingStored(app).includes('Typed before the crash'), { what: 'the text in the storage' });
    await user.escape();
    await running;
    dialog.answer(world().files.project);
    const again = start();
    await user.step(/Destination namespace/, /Tools$/);
    const name = await line(user, /Name of the project/);
    assert.equal(name.value, 'Typed before the crash');
    await line(user, /^Path/, 'typed');
    await user.step(/Press Enter to start/, /^Import$/);
    await again;
    await jobIn(app, 'acme/tools/typed', 'succeeded');
    await poll(() => !everythingStored(app).includes('Typed before the crash": '), {
      what: 'the text to be forgotten',
    });
    assert.ok(!app.unsentTexts.all('imports ').some(({ text }) => text === 'Typed before the crash'));
  });

  it('keeps what is typed while typing goes on', async () => {
    const running = start();
    await user.step(/Destination namespace/, /Tools$/);
    const box = await user.box(/Import Project/);
    await poll(() => /Name of/.test(box.prompt ?? ''), { what: 'the name' });
    let letters = 0;
    const typing = setInterval(() => user.type(box, `Typed on and on${'.'.repeat((letters += 1))}`), 20);
    try {
      await poll(() => app.unsentTexts.all('imports ').some(({ text }) => text.startsWith('Typed on and on')), {
        what: 'the text to be kept',
      });
    } finally {
      clearInterval(typing);
    }
    await user.escape();
    await running;
    for (const { key } of app.unsentTexts.all('imports ')) await app.unsentTexts.delete(key);
  });

  it('that the editor was closed in the middle of is looked for, and never sent again', async () => {
    const [account] = app.accounts.list();
    assert.ok(account);
    const kept = (path: string, isSent: boolean): Promise<unknown> =>
      app.jobs.add(
        {
          kind: 'projectImport',
          account: account.id,
          baseUrl: account.baseUrl,
          subject: { type: 'project', path: `acme/tools/${path}` },
          source: undefined,
          file: undefined,
          details: { from: 'file', namespace: 'acme/tools', path, overrides: {}, isSent },
        },
        'unclear',
        'interrupted',
      );
    await begin('sent-whole');
    const { id } = await jobIn(app, 'acme/tools/sent-whole', 'succeeded');
    await app.jobs.remove(id);
    await kept('sent-whole', true);
    await jobIn(app, 'acme/tools/sent-whole', 'succeeded');
    await kept('sent-in-part', false);
    const failed = await jobIn(app, 'acme/tools/sent-in-part', 'failed');
    assert.match(failed.error?.words ?? '', /^Nothing was created\. The upload was not completed\.$/);
    assert.equal(await sent('importProject'), 1);
  });
});
