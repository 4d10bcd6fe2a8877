import type * as vscode from '../vscode.ts';
import type { ViewSection } from '../kit/trees/viewSection.ts';
import type { Shell } from '../shell/shell.ts';
import type { Jobs } from './jobs.ts';
import type { JobPages } from './jobPage/jobPages.ts';

export interface TransfersArea extends Shell {
  readonly jobs: Jobs;
  readonly jobPages: JobPages;
  /** Section of the Administration view. */
  readonly section: ViewSection & vscode.Disposable;
  /** Provider of move reports. */
  readonly moveReports: vscode.TextDocumentContentProvider;
}
