import assert from 'node:assert/strict';
import { createQueue } from '../../src/model/queue.ts';

describe('createQueue', () => {
  it('runs as many tasks at a time as it is wide, in their order', async () => {
    const queue = createQueue(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const tasks = [0, 1, 2, 3, 4].map((number) =>
      queue(async () => {
        started.push(number);
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => (finish[number] = resolve));
        running -= 1;
        return number;
      }),
    );
    for (let number = 0; number < 5; number += 1) {
      finish[number]?.();
      await tasks[number];
    }
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
    assert.equal(most, 2);
  });

  it('goes on after a task that failed', async () => {
    const queue = createQueue(1);
    const failed = queue(async () => Promise.reject(new Error('no')));
    const next = queue(async () => 'yes');
    await assert.rejects(failed, /no/);
    assert.equal(await next, 'yes');
  });
});
