import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { verdictOf } from '../../../../src/model/transfers/move/comparison.ts';
import { targetPath } from '../../../../src/model/transfers/move/details.ts';
import { failureOf } from '../../../client/connect.ts';
import { segment } from '../../../sandbox/driving.ts';
import { moving, type MoveRun } from './moving.ts';

/** More than the client's own retries. */
const often = 7;
const limited = { fault: 'status', status: 429 } as const;

describe('a move on servers that ask to slow down', () => {
  const { source, target, begin } = moving();

  it('waits and goes on after 429 of each step at the source', async () => {
    const steps = ['X2', 'X1', 'X3'];
    await source.setFaults(steps.map((operation) => ({ operation, ...limited, times: often })));
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded', run.story.join(', '));
    assert.ok(run.failures.every((failure) => failure === 'rateLimited'));
    for (const operation of steps) assert.ok((await source.asked(operation)) > often, operation);
    // refused requests had no effect; one succeeded
    assert.equal(await source.asked('X1'), often + 1);
    assert.equal(await target.asked('X4'), 1);
  });

  it('waits and goes on after 429 of the look at the path and of the import’s state', async () => {
    await target.setFaults(['R2', 'X7'].map((operation) => ({ operation, ...limited, times: 4 })));
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded');
    for (const operation of ['R2', 'X7']) assert.ok((await target.asked(operation)) > 4, operation);
    assert.equal(await target.asked('X4'), 1);
  });

  it('sends the archive again after 429 of the import, which has made nothing', async () => {
    await target.setFaults([{ operation: 'X4', ...limited, times: 2 }]);
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded');
    assert.deepEqual(run.failures, ['rateLimited', 'rateLimited']);
    assert.equal(await target.asked('X4'), 3);
  });

  it('does not send the archive for ever', async () => {
    await target.setFaults([{ operation: 'X4', ...limited }]);
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'failed');
    assert.deepEqual(run.notes.at(-1), { kind: 'importPutOff', times: 3 });
    assert.equal(await target.asked('X4'), 3);
  });

  it('ends well though the comparison is limited away, and says that it is not whole', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'comparing');
    await target.setFaults([{ operation: '*', ...limited }]);
    await run.untilEnd();
    assert.equal(run.phase, 'succeeded');
    assert.equal(run.details.comparison && verdictOf(run.details.comparison), 'incomplete');
  });

  it('ends with usual limits of real servers', async () => {
    const answer = await fetch(`${source.run().sandbox.url}/-/sandbox/limits`, {
      method: 'POST',
      body: JSON.stringify({ application: { project_download_export: 1 } }),
    });
    assert.equal(answer.status, 200);
    const run = await (await begin()).untilEnd();
    assert.equal(run.phase, 'succeeded');
    assert.equal(await source.asked('X3'), 1, 'one download a minute is enough');
    await fetch(`${source.run().sandbox.url}/-/sandbox/limits`, { method: 'DELETE' });
  });
});

describe('a move that is cancelled', () => {
  const { source, target, begin } = moving();

  const isAtTarget = async (run: MoveRun): Promise<boolean> =>
    (await target.run().get(`/projects/${segment(targetPath(run.details))}`, 'owner')).status === 200;

  for (const [step, operation, server] of [
    ['exporting', 'X2', source],
    ['toDownload', 'X3', source],
    ['importing', 'X7', target],
    ['comparing', 'R3', target],
  ] as const) {
    it(`ends at once while ${step}`, async () => {
      const run = await begin();
      await run.until(() => run.details.step === step);
      await server.setFaults([{ operation, fault: 'hang' }]);
      const cancelling = setTimeout(() => run.cancel(), 100);
      const error = await failureOf(run.step());
      clearTimeout(cancelling);
      assert.equal(error.facts.failure, 'cancelled');
      await assert.rejects(stat(`${run.details.archive.file}.part`), { code: 'ENOENT' });
    });
  }

  it('says after a look that nothing was created when it ends while the archive is sent', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'toImport');
    await target.setFaults([{ operation: 'X4', fault: 'hang' }]);
    const cancelling = setTimeout(() => run.cancel(), 300);
    await failureOf(run.step());
    clearTimeout(cancelling);
    assert.deepEqual(run.notes.at(-1), { kind: 'uploadStopped', isThere: false });
    assert.equal(await isAtTarget(run), false);
  });
});
