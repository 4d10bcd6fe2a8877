import assert from 'node:assert/strict';
import { LatestReading } from '../../src/model/latestReading.ts';

interface Run {
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

const readings = () => {
  const reading = new LatestReading();
  const runs: Run[] = [];
  const read = (signal: AbortSignal): Promise<void> =>
    new Promise((end, fail) => {
      runs.push({ signal, end, fail });
    });
  const run = (index: number): Run => runs[index] ?? assert.fail(`there were ${runs.length} runs`);
  return { reading, read, run, count: () => runs.length };
};

describe('LatestReading', () => {
  it('is joined by those content with what was asked for before', async () => {
    const { reading, read, run, count } = readings();
    const waiting = [reading.joined(read), reading.joined(read)];
    assert.equal(count(), 1);
    assert.ok(reading.isUnderWay);
    run(0).end();
    await Promise.all(waiting);
    assert.ok(!reading.isUnderWay);
    void reading.joined(read);
    assert.equal(count(), 2, 'the one before is over');
  });

  it('begins another for who wants to know now, and tells the one before that it is old', () => {
    const { reading, read, run, count } = readings();
    void reading.joined(read);
    void reading.restarted(read);
    assert.equal(count(), 2);
    assert.deepEqual([run(0).signal.aborted, run(1).signal.aborted], [true, false]);
  });

  it('ends for all who wait when the newest has ended, be the one before still under way or not', async () => {
    const { reading, read, run } = readings();
    const first = reading.joined(read);
    const second = reading.restarted(read);
    run(1).end();
    await Promise.all([first, second]);
    assert.ok(!reading.isUnderWay);
  });

  it('takes no end and no failure of one that is old', async () => {
    const { reading, read, run } = readings();
    let hasEnded = false;
    const first = reading.joined(read).finally(() => (hasEnded = true));
    const second = reading.restarted(read);
    run(0).fail(new Error('too late'));
    await new Promise(setImmediate);
    assert.deepEqual([hasEnded, reading.isUnderWay], [false, true]);
    run(1).fail(new Error('no luck'));
    await assert.rejects(first, /no luck/);
    await assert.rejects(second, /no luck/);
  });

  it('gives up the one under way, which ends as it likes', async () => {
    const { reading, read, run } = readings();
    const only = reading.joined(read);
    reading.end();
    assert.ok(run(0).signal.aborted);
    run(0).end();
    await only;
  });
});
