export const size = { files: 300, threads: 2000, drafts: 200 } as const;

export const linesOfFile = 60;

export const fileOf = (index: number): string => `large/folder-${index % 20}/file-${index}.ts`;

export type LargeReviewWorld = { readonly iid: number; readonly rounds: number; readonly resultFile: string };

/** In milliseconds; medians. */
export interface LargeReviewResult {
  /** From opening the merge request page to its actions. */
  readonly usableRequests: number;
  /** By operation, from opening the review page to having everything. */
  readonly requests: Readonly<Record<string, number>>;
  /** Expands all threads, with data loaded. */
  readonly treeMs: number;
  readonly treeRows: number;
}
