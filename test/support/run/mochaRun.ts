import Mocha from 'mocha';
import { slowestOf, type TestResult, type TimedTest } from './results.ts';

export type MochaRun = { fail(title: string, reason: string): void; run(): Promise<TestResult> };

export type MochaOptions = {
  readonly grep: string;
  /** Its result is appended to the failure; the next test waits. */
  readonly onFailure: (title: string) => Promise<string>;
  readonly afterAll?: () => Promise<void>;
};

/** `describe` and `it` add to this run. Only a test's first failure counts. */
export function beginMocha({ grep, onFailure, afterAll }: MochaOptions): MochaRun {
  const failures: string[] = [];
  const times: TimedTest[] = [];
  let shown = Promise.resolve();
  const fail = (title: string, reason: string): void => {
    const place = failures.push(`${title}\n${reason}`) - 1;
    shown = shown.then(async () => void (failures[place] += await onFailure(title)));
  };
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    timeout: 20_000,
    slow: 1_000,
    reporter: 'spec',
    forbidOnly: true,
    ...(grep === '' ? {} : { grep: new RegExp(grep) }),
  });
  mocha.rootHooks({
    // the screen must not change before the screenshot
    afterEach: () => shown,
    async afterAll() {
      await shown;
      await afterAll?.();
    },
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  const run = (): Promise<TestResult> =>
    new Promise((resolve) => {
      const running = mocha.run(() => {
        const { passes, pending } = running.stats ?? { passes: 0, pending: 0 };
        if (grep === '' && passes + failures.length === 0) failures.push('no test ran');
        resolve({ passed: passes, failed: failures.length, pending, failures, slowest: slowestOf(times) });
      });
      // a test failed by an uncaught error fails again: "done() called multiple times"
      const failed = new WeakSet<object>();
      running.on('fail', (test, error: Error) => {
        if (!failed.has(test)) fail(test.fullTitle(), error.stack ?? String(error));
        failed.add(test);
      });
      for (const event of ['pass', 'hook end'] as const) {
        running.on(event, (each: Mocha.Runnable) => times.push({ title: each.fullTitle(), ms: each.duration ?? 0 }));
      }
    });
  return { fail, run };
}
