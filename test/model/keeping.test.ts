import assert from 'node:assert/strict';
import { createQueue } from '../../src/model/queue.ts';
import { RecentlyUsed } from '../../src/model/recentlyUsed.ts';

describe('RecentlyUsed', () => {
  it('drops what was used longest ago when its weight is passed', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 4);
    kept.set('b', 'B', 4);
    kept.get('a');
    kept.set('c', 'C', 4);
    assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], ['A', undefined, 'C']);
  });

  it('counts a replaced value once', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 6);
    kept.set('a', 'AA', 6);
    kept.set('b', 'B', 4);
    assert.deepEqual([kept.get('a'), kept.get('b')], ['AA', 'B']);
  });

  it('does not keep what is heavier than everything it may hold', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('a', 'A', 11);
    assert.equal(kept.get('a'), undefined);
  });
});

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
