import type * as vscode from '../vscode.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { CommitItem, CommitRow } from './rows.ts';

/** What the Commits view shows of a project: its history under a filter, or what lies between two refs. */
export interface ShownList extends vscode.Disposable {
  readonly open: OpenProject;
  /** Beside the view's title. */
  readonly description: string;
  /** Above the rows; empty for none. */
  readonly message: string;
  /** Whether nothing has been answered yet. */
  readonly isLoading: boolean;
  /** Whether the last load failed. */
  readonly isFailed: boolean;
  readonly commits: readonly CommitItem[];
  rows(): readonly CommitRow[];
  /** The rows below a section; a commit's files are the view's own matter. */
  below(row: CommitRow): readonly CommitRow[];
  parentOf(row: CommitRow): CommitRow | undefined;
  refresh(): Promise<void>;
  /** A row that stands for further commits has come into sight. */
  loadMore(): Promise<void>;
}
