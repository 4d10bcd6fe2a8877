import * as vscode from '../vscode.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import { spanOf } from '../../model/reviews/position.ts';
import { openThreads, threadBeside } from '../../model/reviews/threadOrder.ts';
import type { ReviewsArea } from './area.ts';
import { readFiles } from './changedFiles.ts';
import { showOrSay } from './openReview.ts';
import { readReviewFile } from './reviewFiles.ts';

/** The thread that was gone to last, and where that left the cursor. */
interface Left {
  readonly id: string;
  readonly at: string;
}

const left = new WeakMap<ReviewDrafts, Left>();

/** Goes to the next or the previous unresolved thread of the merge request in the editor, in whatever file it is. */
export const goToThread = async (area: ReviewsArea, step: 1 | -1): Promise<void> => {
  const { t } = vscode.l10n;
  const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
  // the cursor may be in the box of a thread
  const editor = [active, ...visible].find((each) => each && readReviewFile(each.document.uri) !== undefined);
  const file = editor && readReviewFile(editor.document.uri);
  const store = file && area.reviews.threads.storeOf(file);
  if (editor === undefined || file === undefined || store === undefined) {
    void vscode.window.showInformationMessage(t('Open a file in the changes of a whole merge request first.'));
    return;
  }
  await store.start();
  if (store.state.phase !== 'ready') throw store.state.error;
  const { place } = store;
  const ready = await readFiles(area, place);
  if (ready === undefined) return;
  const threads = openThreads(store.discussions, { refs: ready.version, files: ready.files });
  if (threads.length === 0) {
    void vscode.window.showInformationMessage(t('!{0} has no open threads.', place.iid));
    return;
  }
  const index = ready.files.findIndex(({ newPath }) => newPath === file.newPath);
  const line = editor.selection.active.line + 1;
  const before = left.get(store);
  // several threads may stand on one line, and those of other versions on none
  const known = before?.at === cursorOf(editor) ? threads.findIndex(({ id }) => id === before.id) : -1;
  const chosen =
    known === -1
      ? threadBeside(threads, { file: index, line }, step)
      : (known + step + threads.length) % threads.length;
  const thread = threads[chosen];
  if (thread === undefined) return;
  if (await showOrSay(area, place, thread.spot)) {
    vscode.window.setStatusBarMessage(t('Thread {0} of {1}', chosen + 1, threads.length), 5_000);
    revealOld(thread.spot);
  }
  const now = vscode.window.activeTextEditor ?? editor;
  left.set(store, { id: thread.id, at: cursorOf(now) });
};

const cursorOf = ({ document, selection }: vscode.TextEditor): string =>
  `${document.uri.toString()} ${selection.active.line}`;

/** Shows a line of the former version, beside which a diff editor opens. */
const revealOld = ({ position }: ReturnType<typeof openThreads>[number]['spot']): void => {
  const span = spanOf(position);
  if (span?.side !== 'old') return;
  const old = vscode.window.visibleTextEditors.find(({ document }) => {
    const file = readReviewFile(document.uri);
    return file?.side === 'old' && file.oldPath === position.old_path;
  });
  const range = new vscode.Range(span.last - 1, 0, span.last - 1, 0);
  old?.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
};
