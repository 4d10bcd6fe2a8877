/** What the runner inside the extension host tells the launcher outside, one JSON object a line. */
export type HostMessage =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'start'; readonly tests: number }
  | { readonly kind: 'pass' }
  /** How long a test or a hook took. */
  | { readonly kind: 'time'; readonly title: string; readonly ms: number }
  | { readonly kind: 'pending' }
  /** The runner waits for an answer of one line: the picture is taken. */
  | { readonly kind: 'fail'; readonly title: string; readonly reason: string }
  | { readonly kind: 'end' };

/** The environment variable that holds the port on 127.0.0.1 to which results go. */
export const resultsPortVariable = 'GRAFT_TEST_RESULTS';

/** The environment variable that holds a pattern: only tests whose full title matches it are run. */
export const grepVariable = 'GRAFT_TEST_GREP';

/** What was prepared for one suite of a window. */
export type SuiteWorld = {
  /** What its tests are told. Any JSON value. */
  readonly world?: unknown;
  /** What the open folder is to be while it runs. */
  readonly folder?: string;
};

/** The environment variable that holds, as JSON, the `SuiteWorld` of each suite of a window by its name. */
export const worldVariable = 'GRAFT_TEST_WORLD';
