import type * as vscode from '../vscode.ts';
import type { ViewSection } from '../kit/viewSection.ts';
import type { Shell } from '../shell/shell.ts';
import type { Jobs } from './jobs.ts';
import type { JobPages } from './page/jobPages.ts';

/** What commands on exports, imports and moves work with. */
export interface TransfersArea extends Shell {
  readonly jobs: Jobs;
  readonly jobPages: JobPages;
  /** Their part of the Administration view. */
  readonly section: ViewSection & vscode.Disposable;
  /** The reports of moves, as documents. */
  readonly moveReports: vscode.TextDocumentContentProvider;
}
