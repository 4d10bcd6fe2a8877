/** What came of one part of the tests. */
export type PartResult = {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Tests that were skipped on purpose: neither passed nor failed. */
  readonly pending: number;
  /** One text for each failure, title first. */
  readonly failures: readonly string[];
};

/** A part that is one check: it holds or it does not. */
export function singleResult(name: string, failure?: string): PartResult {
  return failure === undefined
    ? { name, passed: 1, failed: 0, pending: 0, failures: [] }
    : { name, passed: 0, failed: 1, pending: 0, failures: [failure] };
}

/** A part in which nothing ran. */
export function noTests(name: string): PartResult {
  return { name, passed: 0, failed: 0, pending: 0, failures: [] };
}

/** A part in which nothing ran proves nothing: it becomes a failure. */
export function requireTests(result: PartResult): PartResult {
  if (result.passed > 0 || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [`${result.name}: no test ran`] };
}
