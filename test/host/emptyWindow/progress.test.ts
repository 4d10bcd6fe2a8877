import assert from 'node:assert/strict';
import { cancellable, orCancelled } from '../../../src/host/kit/progress.ts';

describe('work under a notification', () => {
  it('answers what came of it', async () => {
    assert.equal(await cancellable('Working…', async () => 'done'), 'done');
  });

  it('fails with its own error', async () => {
    const failed = cancellable('Failing…', () => Promise.reject(new Error('no')));
    await assert.rejects(failed, /^Error: no$/);
  });

  it('that cannot be ended is waited for until somebody cancels', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const waiting = orCancelled(new Promise<never>(() => undefined), abort.signal);
    abort.abort(reason);
    await assert.rejects(waiting, reason);
  });

  it('that ends is answered with what came of it', async () => {
    const { signal } = new AbortController();
    assert.equal(await orCancelled(Promise.resolve('done'), signal), 'done');
    await assert.rejects(orCancelled(Promise.reject(new Error('no')), signal), /^Error: no$/);
  });
});
