import type * as vscode from '../../vscode.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { CommitItem, CommitRow } from './rows.ts';

/** Content of the Commits view: filtered history or comparison. */
export interface ShownList extends vscode.Disposable {
  readonly open: OpenProject;
  /** Beside the view's title. */
  readonly description: string;
  /** Above the rows; empty for none. */
  readonly message: string;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly commits: readonly CommitItem[];
  rows(): readonly CommitRow[];
  /** Rows of a section; files of commits are added by the view. */
  below(row: CommitRow): readonly CommitRow[];
  parentOf(row: CommitRow): CommitRow | undefined;
  refresh(): Promise<void>;
  /** Called when “Load more…” becomes visible. */
  loadMore(): Promise<void>;
}
