import assert from 'node:assert/strict';
import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { verdictOf } from '../../../../src/model/transfers/move/comparison.ts';
import { targetPath } from '../../../../src/model/transfers/move/details.ts';
import { failureOf } from '../../../client/connect.ts';
import { segment } from '../../../sandbox/driving.ts';
import { moving, type MoveRun } from './moving.ts';

describe('a move of a project', () => {
  const { source, target, begin, folder } = moving();

  const isAtTarget = async (run: MoveRun): Promise<boolean> =>
    (await target.run().get(`/projects/${segment(targetPath(run.details))}`, 'owner')).status === 200;

  it('exports, fetches, sends, watches and compares, each write sent once, and says so in that order', async () => {
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded', run.story.join(', '));
    assert.equal(run.details.step, 'done');
    const { comparison } = run.details;
    assert.ok(comparison);
    assert.equal(verdictOf(comparison), 'same', JSON.stringify(comparison.parts, undefined, 1));
    const branches = comparison.parts.find(({ part }) => part === 'branches')?.result;
    assert.deepEqual(branches, {
      kind: 'same',
      count: (await source.run().git('branch', '--list')).split('\n').length,
    });
    assert.deepEqual([await source.asked('X1'), await target.asked('X4')], [1, 1]);
    assert.ok(await isAtTarget(run));
    const kinds = run.story.filter((kind, index) => kind !== run.story[index - 1]);
    const wanted = ['exportSent', 'exportReady', 'downloaded', 'importSent', 'importDone'];
    assert.deepEqual(
      kinds.filter((kind) => wanted.includes(kind)),
      wanted,
    );
    assert.equal(kinds.at(-1), 'same');
  });

  it('goes on after the editor was closed after any step, and sends nothing twice', async () => {
    let run = await begin();
    while (!run.hasEnded) {
      await run.step();
      run = run.reload();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.equal(run.phase, 'succeeded');
    assert.deepEqual([await source.asked('X1'), await target.asked('X4')], [1, 1]);
  });

  it('takes an export of the user’s that is under way already', async () => {
    await source.hold(['finished']);
    assert.equal((await source.run().post('/projects/acme%2Forchard/export', {}, 'owner')).status, 202);
    const run = await begin();
    await run.step();
    assert.deepEqual(run.story, ['exportUnderWay']);
    await source.hold([]);
    await run.untilEnd();
    assert.equal(run.phase, 'succeeded');
    assert.equal(await source.asked('X1'), 1);
  });

  it('does not take the archive of a former export for the new one', async () => {
    assert.equal((await source.run().post('/projects/acme%2Forchard/export', {}, 'owner')).status, 202);
    await source.run().sandbox.jobsSettled();
    await source.hold(['finished']);
    const run = await begin();
    for (let steps = 0; steps < 6; steps += 1) await run.step();
    assert.equal(run.details.step, 'exporting');
    assert.equal(await source.asked('X3'), 0);
    await source.hold([]);
    assert.equal((await run.untilEnd()).phase, 'succeeded');
  });

  it('does not believe at once a server that still speaks of the former export', async () => {
    assert.equal((await source.run().post('/projects/acme%2Forchard/export', {}, 'owner')).status, 202);
    await source.run().sandbox.jobsSettled();
    await source.hold(['finished']);
    const run = await begin();
    await run.step();
    const { id, path, name } = run.details.source;
    const body = { id, name, path, path_with_namespace: path, export_status: 'finished' };
    await source.setFaults([{ operation: 'X2', fault: 'status', status: 200, body, times: 2 }]);
    for (let steps = 0; steps < 4; steps += 1) await run.step();
    assert.equal(run.details.step, 'exporting');
    assert.equal(await source.asked('X3'), 0);
    await source.hold([]);
    assert.equal((await run.untilEnd()).phase, 'succeeded');
  });

  it('looks after the answer to the export was lost', async () => {
    await source.setFaults([{ operation: 'X1', fault: 'resetAfter', times: 1 }]);
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded');
    assert.equal(await source.asked('X1'), 1);
  });

  it('looks for the project after the answer to the import was lost', async () => {
    await target.setFaults([{ operation: 'X4', fault: 'resetAfter', times: 1 }]);
    const run = await (await begin()).untilEnd();
    assert.ok(run.story.includes('importFound'));
    assert.equal(run.phase, 'succeeded');
    assert.equal(await target.asked('X4'), 1);
  });

  it('says that an import that never arrived has made nothing, and does not send it again', async () => {
    await target.setFaults([{ operation: 'X4', fault: 'resetBefore', times: 1 }]);
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'failed');
    assert.equal(run.story.at(-1), 'importNotArrived');
    assert.ok(run.story.includes('importUnclear'));
    assert.equal(await target.asked('X4'), 1);
    assert.equal(await isAtTarget(run), false);
  });

  it('sends nothing again when the editor was closed while it was sending', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'toImport');
    const cut = run.reload();
    cut.details = { ...run.details, importSentAtMs: Date.now() };
    await cut.untilEnd();
    assert.equal(cut.story.at(-1), 'importNotArrived');
    assert.equal(await target.asked('X4'), 0);
    const before = (await begin()).reload();
    before.details = { ...before.details, exportBefore: 'none', exportSentAtMs: Date.now() };
    await source.run().sandbox.jobsSettled();
    await before.until(() => before.details.step !== 'toExport' || before.hasEnded);
    assert.equal(await source.asked('X1'), 1, 'only the one of the first move');
  });

  it('sends nothing when the path was taken meanwhile', async () => {
    const first = await (await begin()).untilEnd();
    const run = await begin({ path: first.details.target.path });
    await run.untilEnd();
    assert.equal(run.story.at(-1), 'pathTaken');
    assert.equal(await target.asked('X4'), 1);
  });

  it('ends with the server’s words in a namespace without rights', async () => {
    const run = await begin({ namespace: 'nobody-has-this' });
    const error = await failureOf(run.untilEnd());
    assert.equal(error.facts.failure, 'notFound');
    assert.match(error.message, /Namespace Not Found/);
    assert.equal(run.details.importSentAtMs, undefined);
  });

  it('fetches again what was cut off, and keeps nothing half-done under the name', async () => {
    await source.setFaults([{ operation: 'X3', fault: 'truncate', times: 1 }]);
    const run = await begin();
    await run.until(() => run.failures.length > 0);
    await assert.rejects(stat(run.details.archive.file), { code: 'ENOENT' });
    const { size } = await stat(`${run.details.archive.file}.part`);
    assert.ok(size > 0 && size < (run.details.archive.wholeBytes ?? 0), String(size));
    // after a restart only the rest is requested
    const again = run.reload();
    const seen: number[] = [];
    await again.step((doneBytes) => seen.push(doneBytes));
    assert.equal(again.details.step, 'toImport');
    assert.ok((seen[0] ?? 0) > size, `${seen[0]} after ${size}`);
    await again.untilEnd();
    assert.equal(again.phase, 'succeeded');
  });

  it('fetches the archive anew when it was removed before it was sent', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'toImport');
    await rm(run.details.archive.file);
    await run.step();
    assert.equal(run.story.at(-1), 'archiveLost');
    assert.equal(run.phase, 'receiving');
    assert.equal((await run.untilEnd()).phase, 'succeeded');
    assert.ok((await readdir(folder())).length <= 1);
  });

  it('ends with the reason when the export or the import fails', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'toImport');
    const half = Math.floor((run.details.archive.sizeBytes ?? 0) / 2);
    await truncate(run.details.archive.file, half);
    run.details = { ...run.details, archive: { ...run.details.archive, sizeBytes: half } };
    await run.untilEnd();
    const note = run.notes.at(-1);
    assert.equal(note?.kind, 'importFailed');
    assert.ok(note.serverWords);
  });
});
