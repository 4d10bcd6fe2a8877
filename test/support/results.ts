/** A test, or a hook, and its duration. */
export type TimedTest = { readonly title: string; readonly ms: number };

/** The counts of some tests. */
export type TestResult = {
  readonly passed: number;
  readonly failed: number;
  /** Tests that were skipped on purpose: neither passed nor failed. */
  readonly pending: number;
  /** One text for each failure, title first. */
  readonly failures: readonly string[];
  /** The tests and hooks that took longest, slowest first. */
  readonly slowest: readonly TimedTest[];
};

/** The result of a job, and its cost. */
export type JobResult = TestResult & {
  readonly part: string;
  readonly name: string;
  readonly seconds: number;
  /** Processor time of the machine while it ran, shared out evenly among those that ran at once. */
  readonly cpuSeconds: number;
};

const mostSlow = 20;

/** The result of something that holds or does not. */
export function singleResult(failure?: string): TestResult {
  const counts = failure === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { ...counts, pending: 0, failures: failure === undefined ? [] : [failure], slowest: [] };
}

/** The slowest of some tests, slowest first. */
export function slowestOf(tests: readonly TimedTest[]): TimedTest[] {
  return tests.toSorted((a, b) => b.ms - a.ms).slice(0, mostSlow);
}

/** The end of a run in words: failures, the slowest tests, the cost of each part, and on the last line the sum. */
export function reportOf(results: readonly JobResult[], seconds: number): string {
  const failures = results.flatMap((each) => each.failures);
  const slowest = slowestOf(results.flatMap((each) => each.slowest));
  const pending = sum(results, 'pending');
  return [
    ...(failures.length > 0 ? ['Failures:', ...failures.flatMap((each) => ['', `• ${each}`]), ''] : []),
    ...(slowest.length > 0 ? ['Slowest tests:'] : []),
    ...slowest.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`),
    '',
    ...[...Map.groupBy(results, ({ part }) => part)].map(([part, own]) => {
      const time = `${minutes(sum(own, 'seconds'))} min in ${own.length} processes${cpuOf(own)}`;
      return `${markOf(own)} ${part}: ${countsOf(own)}; ${time}`;
    }),
    `${minutes(seconds)} min${cpuOf(results)}${pending > 0 ? `, ${pending} skipped on purpose` : ''}`,
    countsOf(results),
  ].join('\n');
}

/** `N passed, N failed` */
export function countsOf(results: readonly TestResult[]): string {
  return `${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed`;
}

/** ✔ or ✘ */
export function markOf(results: readonly TestResult[]): string {
  return results.every(({ failed }) => failed === 0) ? '✔' : '✘';
}

function cpuOf(results: readonly JobResult[]): string {
  return `, ${minutes(sum(results, 'cpuSeconds'))} min of processor time`;
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}

function sum<Key extends string>(results: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return results.reduce((total, each) => total + each[key], 0);
}
