export type TimedTest = { readonly title: string; readonly ms: number };

export type TestResult = {
  readonly passed: number;
  readonly failed: number;
  /** Skipped. */
  readonly pending: number;
  /** Title first. */
  readonly failures: readonly string[];
  readonly slowest: readonly TimedTest[];
};

export type JobResult = TestResult & {
  readonly part: string;
  readonly name: string;
  readonly seconds: number;
  /** Shared evenly among concurrent jobs. */
  readonly cpuSeconds: number;
};

const mostSlow = 20;

export function singleResult(failure?: string): TestResult {
  const counts = failure === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { ...counts, pending: 0, failures: failure === undefined ? [] : [failure], slowest: [] };
}

export function slowestOf(tests: readonly TimedTest[]): TimedTest[] {
  return tests.toSorted((a, b) => b.ms - a.ms).slice(0, mostSlow);
}

/** The last line has the totals. */
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

export function countsOf(results: readonly TestResult[]): string {
  return `${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed`;
}

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
