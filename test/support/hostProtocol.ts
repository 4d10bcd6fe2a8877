import type { TestResult } from './results.ts';

/** A message of the runner inside the extension host to the launcher outside: one JSON object a line. */
export type HostMessage =
  | { readonly kind: 'line'; readonly text: string }
  /** The runner waits for an answer of one line, in JSON: the words in sight, once the picture is taken. */
  | { readonly kind: 'failure'; readonly title: string }
  | { readonly kind: 'result'; readonly result: TestResult };

/** The environment variable that holds the port on 127.0.0.1 to which results go. */
export const resultsPortVariable = 'GRAFT_TEST_RESULTS';

/** The environment variable that holds a pattern: only tests whose full title matches it are run. */
export const grepVariable = 'GRAFT_TEST_GREP';

/** What was prepared for one suite of a window. */
export type SuiteWorld = {
  /** For its tests. Any JSON value. */
  readonly world?: unknown;
  /** What the open folder is to be while it runs. */
  readonly folder?: string;
};

/** The environment variable that holds, as JSON, the `SuiteWorld` of each suite of a window by its name. */
export const worldVariable = 'GRAFT_TEST_WORLD';
