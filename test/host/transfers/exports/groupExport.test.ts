import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { hasEnded } from '../../../../src/model/transfers/jobs/job.ts';
import { addAccount } from '../../accounts.ts';
import { activated, forgetRequests, receivedRequests, setFaults, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { hold, looksOften, rowsOf, server } from '../../transferHands.ts';
import { fileNamed, jobWhen, newest, saveDialog } from './jobHands.ts';

const asked = async (): Promise<(number | undefined)[]> =>
  (await receivedRequests()).filter(({ operation }) => operation === 'downloadGroupExport').map(({ status }) => status);

describe('exporting a group', function () {
  this.timeout(60_000);
  const user = hands();
  const dialog = saveDialog();
  let app: App;

  looksOften();
  let target = '';

  before(async () => {
    app = await activated();
    await addAccount(app, 'owner');
  });

  after(async () => {
    await signOut(app);
  });

  beforeEach(async () => {
    target = fileNamed(`group-${Date.now()}.tar.gz`);
    dialog.answer(target);
    await forgetRequests();
  });

  afterEach(async () => {
    await server('begin');
    await setFaults([]);
    await hold();
    for (const { id } of app.jobs.list()) await app.jobs.remove(id);
  });

  let review: readonly string[] = [];
  const exported = async (): Promise<string> => {
    const before = app.jobs.list()[0]?.id;
    const run = vscode.commands.executeCommand('graft.transfers.exportGroup');
    await user.step(/Group to Export/, /^acme$/);
    await user.step(/Press Enter to start/, /Archive destination/);
    review = rowsOf(await user.picker(/Press Enter to start/));
    await user.enter();
    await run;
    return (await newest(app, before)).id;
  };
  const now = (id: string): Promise<unknown> => app.jobs.change(id, { pollInMs: 0 });

  it('asks once a minute until the archive comes, and never takes an earlier one for it', async () => {
    await hold('finished');
    const first = await exported();
    assert.match(review.join('\n'), /Export its projects separately/);
    await now(first);
    const early = await jobWhen(app, first, 'is not ready', ({ story }) => story.at(-1)?.state === 'notReady');
    assert.match(early.story.at(-1)?.words ?? '', /404 Not found or has expired/);
    assert.equal(early.phase, 'running');
    assert.ok((early.look.nextAtMs ?? 0) - Date.now() > 55_000, 'asked once a minute');
    await app.jobs.checkNow(first);
    assert.deepEqual(await asked(), [404], 'nobody may ask earlier');
    await hold();
    await waitForArchive();
    await now(first);
    const ended = await jobWhen(app, first, 'has ended', hasEnded);
    assert.equal(ended.phase, 'succeeded', JSON.stringify(ended));
    assert.match((await promisify(execFile)('tar', ['-tzf', target])).stdout, /tree\/groups/);

    age();
    await hold('finished');
    const secondTarget = fileNamed('second.tar.gz');
    dialog.answer(secondTarget);
    const begunAtMs = Date.now();
    const second = await exported();
    await now(second);
    const former = await jobWhen(app, second, 'is not ready', ({ story }) => story.at(-1)?.state === 'notReady');
    assert.match(former.story.at(-1)?.words ?? '', /previous export/);
    assert.ok(!existsSync(secondTarget));
    await hold();
    await waitForArchive(begunAtMs);
    await now(second);
    assert.equal((await jobWhen(app, second, 'has ended', hasEnded)).phase, 'succeeded');
    assert.ok(existsSync(secondTarget));
  }).timeout(60_000);

  /** Waits for an archive created after a time. */
  const waitForArchive = async (afterMs = 0): Promise<void> => {
    const [account] = app.accounts.list();
    const address = `${account?.baseUrl}/api/v4/groups/acme/export/download`;
    const headers = { authorization: `Bearer ${await app.accounts.token(account?.id ?? '')}` };
    await poll(
      async () => {
        const answer = await fetch(address, { headers });
        await answer.body?.cancel();
        return answer.ok && Date.parse(answer.headers.get('last-modified') ?? '') + 1_000 > afterMs;
      },
      { what: 'the archive' },
    );
    await forgetRequests();
  };

  const age = (): void => {
    const folder = path.join(fileNamed('world'), 'transfers', 'exports');
    const then = Date.now() / 1000 - 60;
    for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), then, then);
  };

  it('saves the archive the server has once more, without exporting anew', async () => {
    const first = await exported();
    await waitForArchive();
    await now(first);
    await jobWhen(app, first, 'has ended', hasEnded);
    await forgetRequests();
    const again = fileNamed('again.tar.gz');
    dialog.answer(again);
    await vscode.commands.executeCommand('graft.transfers.saveAgain', { kind: 'job', id: first });
    const job = await newest(app, first);
    assert.equal((await jobWhen(app, job.id, 'has ended', hasEnded)).phase, 'succeeded');
    assert.ok(existsSync(again));
    assert.deepEqual(
      (await receivedRequests()).filter(({ operation }) => operation === 'exportGroup'),
      [],
    );
  }).timeout(40_000);

  it('asks for the archive even when nobody knows whether the server has begun', async () => {
    await setFaults([{ operation: 'exportGroup', fault: 'resetAfter', times: 1 }]);
    const id = await exported();
    const job = await jobWhen(app, id, 'is unclear', ({ phase }) => phase === 'unclear');
    assert.match(job.story.at(-1)?.words ?? '', /We can’t tell/);
    assert.equal((await receivedRequests()).filter(({ operation }) => operation === 'exportGroup').length, 1);
    await waitForArchive();
    await now(id);
    const ended = await jobWhen(app, id, 'has ended', hasEnded);
    assert.equal(ended.phase, 'succeeded', JSON.stringify(ended));
  }).timeout(40_000);

  it('is refused with the words of the server, and begins when it is asked for once more', async () => {
    await setFaults([{ operation: 'exportGroup', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    const id = await exported();
    await user.hears(/^Group export: acme failed: .*denied access: “403 Forbidden”/);
    const { phase, error } = app.jobs.get(id) ?? assert.fail('no job');
    assert.deepEqual([phase, error?.status], ['failed', 403]);
    await setFaults([{ operation: 'exportGroup', fault: 'status', status: 403, times: 1 }]);
    user.willPress('Change…');
    const run = vscode.commands.executeCommand('graft.transfers.exportGroup');
    await user.step(/Group to Export/, /^acme$/);
    await user.step(/Press Enter to start/, /Archive destination/);
    for (const _ of ['refused', 'sent']) await user.step(/Press Enter to start/, /^Export$/);
    await run;
    const jobs = app.jobs.list().filter((each) => each.id !== id);
    assert.deepEqual([jobs.length, jobs[0] && hasEnded(jobs[0])], [1, false], 'the refused one is not kept twice');
  });
});
