import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cancellable, orCancelled } from '../../../../src/host/kit/progress.ts';
import { delay } from '../../../support/poll.ts';

type Shown = { readonly title: string | undefined; readonly steps: unknown[]; cancel(): void };

/** Long enough for a notification to appear. */
const slowMs = 700;

describe('the notification about work under way', () => {
  const original = vscode.window.withProgress;
  const api = vscode.window as { withProgress: typeof original };
  let shown: Shown[] = [];

  beforeEach(() => {
    shown = [];
    api.withProgress = async (options, task) => {
      const source = new vscode.CancellationTokenSource();
      const steps: unknown[] = [];
      shown.push({ title: options.title, steps, cancel: () => source.cancel() });
      return task({ report: (step) => steps.push(step) }, source.token);
    };
  });

  afterEach(() => {
    api.withProgress = original;
  });

  // VS Code drops the fourth notification within 800 ms, which would be the result
  it('is not shown for what is there at once', async () => {
    assert.equal(await cancellable('Updating main…', async () => 'updated'), 'updated');
    await assert.rejects(
      cancellable('Updating main…', async () => {
        throw new Error('no such branch');
      }),
      /no such branch/,
    );
    assert.deepEqual(shown, []);
  });

  it('says for slow work how far it has come, also what was told before', async () => {
    const answer = await cancellable('Reading…', async (_signal, report) => {
      report({ message: 'one', increment: 10 });
      report({ message: 'two', increment: 20 });
      await delay(slowMs);
      report({ increment: 5 });
      return 'read';
    });
    assert.equal(answer, 'read');
    assert.deepEqual(
      shown.map(({ title, steps }) => ({ title, steps })),
      [{ title: 'Reading…', steps: [{ message: 'two', increment: 30 }, { increment: 5 }] }],
    );
  });

  it('ends slow work when the user cancels it, and passes on what failed otherwise', async () => {
    const working = cancellable('Reading…', async (signal) => {
      await delay(slowMs);
      shown[0]?.cancel();
      signal.throwIfAborted();
      return 'read';
    });
    assert.equal(await working, undefined);
    const failing = cancellable('Reading…', async () => {
      await delay(slowMs);
      throw new Error('no such branch');
    });
    await assert.rejects(failing, /no such branch/);
  });
});

describe('work that cannot be ended', () => {
  it('is waited for until the user cancels', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const waiting = orCancelled(new Promise<never>(() => undefined), abort.signal);
    abort.abort(reason);
    await assert.rejects(waiting, reason);
  });

  it('is answered with what came of it when it ends by itself', async () => {
    const { signal } = new AbortController();
    assert.equal(await orCancelled(Promise.resolve('done'), signal), 'done');
    await assert.rejects(orCancelled(Promise.reject(new Error('no')), signal), /^Error: no$/);
  });
});
