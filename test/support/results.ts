/** A test, or a hook, and how long it took. */
export type TimedTest = { readonly title: string; readonly ms: number };

/** What came of one part of the tests. */
export type PartResult = {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Tests that were skipped on purpose: neither passed nor failed. */
  readonly pending: number;
  /** One text for each failure, title first. */
  readonly failures: readonly string[];
  /** The tests and hooks that took longest, slowest first. */
  readonly slowest: readonly TimedTest[];
};

/** How many of the slowest tests a part tells of. */
const mostSlow = 20;

/** A part that is one check: it holds or it does not. */
export function singleResult(name: string, failure?: string): PartResult {
  const counts = failure === undefined ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { name, ...counts, pending: 0, failures: failure === undefined ? [] : [failure], slowest: [] };
}

/** A part in which nothing ran. */
export function noTests(name: string): PartResult {
  return { name, passed: 0, failed: 0, pending: 0, failures: [], slowest: [] };
}

/** A part in which nothing ran proves nothing: it becomes a failure. */
export function requireTests(result: PartResult): PartResult {
  if (result.passed > 0 || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [`${result.name}: no test ran`] };
}

/** The slowest of some tests, slowest first. */
export function slowestOf(tests: readonly TimedTest[]): TimedTest[] {
  return tests.toSorted((a, b) => b.ms - a.ms).slice(0, mostSlow);
}
