import type * as vscode from '../../vscode.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { CommitItem, CommitRow } from './rows.ts';

/** List shown in the Commits view: a filtered history or a comparison. */
export interface ShownList extends vscode.Disposable {
  readonly open: OpenProject;
  /** Shown beside the view's title. */
  readonly description: string;
  /** Shown above the rows; empty for none. */
  readonly message: string;
  /** Until the first response. */
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly commits: readonly CommitItem[];
  rows(): readonly CommitRow[];
  /** Rows below a section; the view itself adds the files of commits. */
  below(row: CommitRow): readonly CommitRow[];
  parentOf(row: CommitRow): CommitRow | undefined;
  refresh(): Promise<void>;
  /** Called when a “Load more…” row becomes visible. */
  loadMore(): Promise<void>;
}
