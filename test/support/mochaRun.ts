import Mocha from 'mocha';
import { slowestOf, type TestResult, type TimedTest } from './results.ts';

/** A run of tests by mocha, in this process. */
export type MochaRun = {
  /** Counts a failure that no test has. */
  fail(title: string, reason: string): void;
  run(): Promise<TestResult>;
};

/** What a run needs of its surroundings. */
export type MochaOptions = {
  /** Only tests whose full title matches. */
  readonly grep: string;
  /** Called at each failure; what it answers is added to the text of the failure. The next test waits for it. */
  readonly onFailure: (title: string) => Promise<string>;
  readonly afterAll?: () => Promise<void>;
};

/** Begins a run: from here on `describe` and `it` add tests to it. The first failure of each test counts. */
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
    // the state on the screen is that of the failure until the picture is taken
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
      // a test that an uncaught error has failed ends all the same, and fails again: "done() called multiple times"
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
