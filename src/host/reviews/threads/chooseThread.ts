import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { isResolvable, isResolved, writtenNotes } from '../../../model/reviews/threads.ts';
import type { Discussion } from '../../../wire/notes.ts';
import type { ReviewsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { noteTitle } from './noteTitle.ts';
import { readReviewFile } from '../files/reviewFileSystem.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import { reviewSubject } from '../chooseReview.ts';

export interface ChosenThread {
  readonly store: ReviewDrafts;
  readonly discussion: Discussion;
  /** The merge request, if known from the row or question. */
  readonly subject?: ReviewSubject | undefined;
}

/**
 * Asks for a thread to resolve or reopen, and first for a merge request unless the active editor shows one. Nearest to the
 * cursor first.
 */
export const chooseThread = async (
  area: ReviewsArea,
  wanted: 'resolved' | 'unresolved',
  title: string,
): Promise<ChosenThread | undefined> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, undefined, title);
  if (!subject) return undefined;
  const store = area.reviews.stores.of(placeOfReview(subject));
  const { iid } = subject.request;
  const isRead = await cancellable(t('Reading the threads of !{0}…', iid), async () => {
    await store.load();
    if (store.state.phase !== 'ready') throw store.state.error;
    return true;
  });
  if (isRead !== true) return undefined;
  const items = store.discussions
    .filter((discussion) => isResolvable(discussion) && isResolved(discussion) === (wanted === 'resolved'))
    .map((discussion) => ({ ...itemOf(discussion), discussion, distance: distanceTo(discussion) }))
    .sort((one, other) => one.distance - other.distance);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      wanted === 'resolved' ? t('!{0} has no resolved threads.', iid) : t('!{0} has no open threads.', iid),
    );
    return undefined;
  }
  const options = { title, placeHolder: `!${iid}`, matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick(items, options);
  return chosen && { store, discussion: chosen.discussion, subject };
};

const itemOf = (discussion: Discussion): vscode.QuickPickItem => {
  const { t } = vscode.l10n;
  const notes = writtenNotes(discussion);
  const [first] = notes;
  const path = pathOf(first?.position);
  const line = spanOf(first?.position)?.last;
  const where = path === undefined ? t('whole merge request') : line === undefined ? path : `${path}:${line}`;
  const answers = notes.length > 1 ? t('{0} comments', notes.length) : undefined;
  return {
    label: visibleLabel(noteTitle(first?.body ?? '')),
    description: visibleLabel([first?.author?.name, where, answers].filter(Boolean).join(' · ')),
  };
};

/** Distance from the cursor in lines; infinite in other files. */
const distanceTo = ({ notes: [first] }: Discussion): number => {
  const editor = vscode.window.activeTextEditor;
  const file = editor && readReviewFile(editor.document.uri);
  const span = spanOf(first?.position);
  if (editor === undefined || file === undefined || pathOf(first?.position) !== file.newPath) return Infinity;
  return span === undefined ? 1_000_000 : Math.abs(span.last - 1 - editor.selection.active.line);
};
