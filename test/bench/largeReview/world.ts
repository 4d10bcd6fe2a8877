/** How large the merge request is that is measured. */
export const size = { files: 300, threads: 2000, drafts: 200 } as const;

/** Lines of each file; all of them are added. */
export const linesOfFile = 60;

/** Path of a file of it. */
export const fileOf = (index: number): string => `large/folder-${index % 20}/file-${index}.ts`;

/** What is said of the merge request from outside the window. */
export type LargeReviewWorld = {
  readonly iid: number;
  readonly rounds: number;
  /** Where to write what was measured. */
  readonly resultFile: string;
};

/** What was measured in the extension host, in milliseconds; medians. */
export interface LargeReviewResult {
  /** Requests from opening the page of the merge request until it shows what can be done. */
  readonly usableRequests: number;
  /** Requests from opening the review page until it has everything, by operation. */
  readonly requests: Readonly<Record<string, number>>;
  /** From opening the row of the threads to the last row of its tree, all data there. */
  readonly treeMs: number;
  readonly treeRows: number;
}
