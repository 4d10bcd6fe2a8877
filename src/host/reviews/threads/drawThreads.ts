import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { ReviewFile } from '../files/reviewFiles.ts';
import type { ThreadPlan } from './threadPlans.ts';

export interface DrawnThread {
  readonly thread: vscode.CommentThread;
  plan: ThreadPlan;
}

/** An open document of a merge request with its threads. */
export interface Sheet {
  readonly document: vscode.TextDocument;
  readonly file: ReviewFile;
  readonly store: ReviewDrafts;
  readonly threads: Map<string, DrawnThread>;
  readonly unfollow: () => void;
  readonly unshow: () => void;
}

/** Draws the planned threads and disposes others; unchanged ones stay. Returns the redrawn ones. */
export const drawThreads = (
  controller: vscode.CommentController,
  sheet: Sheet,
  plans: readonly ThreadPlan[],
): readonly DrawnThread[] => {
  const wanted = new Set(plans.map(({ key }) => key));
  for (const [key, { thread }] of [...sheet.threads]) {
    if (wanted.has(key)) continue;
    thread.dispose();
    sheet.threads.delete(key);
  }
  return plans.flatMap((plan) => {
    const before = sheet.threads.get(plan.key);
    if (before?.plan.fingerprint === plan.fingerprint) return [];
    const isEdited = before?.thread.comments.some(({ mode }) => mode === vscode.CommentMode.Editing) === true;
    // never discard text being typed
    if (isEdited) return [];
    const drawn = { thread: drawThread(controller, sheet, plan, before), plan };
    sheet.threads.set(plan.key, drawn);
    return [drawn];
  });
};

const drawThread = (
  controller: vscode.CommentController,
  { document }: Sheet,
  plan: ThreadPlan,
  former: DrawnThread | undefined,
): vscode.CommentThread => {
  // VS Code ignores the removal of a range, so the thread is recreated
  const isOffItsLines = former?.plan.range !== undefined && plan.range === undefined;
  if (isOffItsLines) former.thread.dispose();
  const before = isOffItsLines ? undefined : former;
  const thread = before?.thread ?? createThread(controller, document.uri, plan.range);
  thread.range = plan.range;
  thread.comments = plan.comments;
  thread.label = plan.label;
  thread.canReply = plan.canReply;
  thread.contextValue = plan.contextValue;
  if (plan.state !== undefined) thread.state = plan.state;
  if (before?.plan.isFolded !== plan.isFolded) {
    thread.collapsibleState = plan.isFolded
      ? vscode.CommentThreadCollapsibleState.Collapsed
      : vscode.CommentThreadCollapsibleState.Expanded;
  }
  return thread;
};

/** For threads on the whole file the range must be undefined from the start, against the type. */
const createThread = (
  controller: vscode.CommentController,
  uri: vscode.Uri,
  range: vscode.Range | undefined,
): vscode.CommentThread => controller.createCommentThread(uri, range as vscode.Range, []);
