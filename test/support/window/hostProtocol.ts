import type { TestResult } from '../run/results.ts';

/** From the extension host to the launcher: one JSON object a line. */
export type HostMessage =
  | { readonly kind: 'line'; readonly text: string }
  /** The answer is a line of JSON: the visible text, once the screenshot is taken. */
  | { readonly kind: 'failure'; readonly title: string }
  | { readonly kind: 'result'; readonly result: TestResult };

/** Port on 127.0.0.1 for results. */
export const resultsPortVariable = 'GRAFT_TEST_RESULTS';

/** Pattern for full test titles. */
export const grepVariable = 'GRAFT_TEST_GREP';

export type SuiteWorld = {
  /** Any JSON value. */
  readonly world?: unknown;
  readonly folder?: string;
};

/** JSON of each suite's `SuiteWorld`, by suite name. */
export const worldVariable = 'GRAFT_TEST_WORLD';
