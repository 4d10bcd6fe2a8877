import * as vscode from '../../vscode.ts';
import { setResolved } from '../../../model/reviews/threads.ts';
import type { ReviewsArea } from '../area.ts';
import { lostWriteMessage } from '../../kit/words/lostWrites.ts';
import { type ChosenThread, chooseThread } from './chooseThread.ts';
import { subjectAround } from '../chooseReview.ts';
import { placeOfReview } from '../subject.ts';
import { isRow } from '../view/rows.ts';
import { isReply } from '../../kit/pages/commentBox.ts';
import { isThread } from '../drafts/writeComment.ts';

/** Resolves or reopens a thread from the argument, or one the user chooses. */
export const resolveThread = async (area: ReviewsArea, argument: unknown, resolved: boolean): Promise<void> => {
  const { t } = vscode.l10n;
  const title = resolved ? t('Resolve which thread?') : t('Reopen which thread?');
  const chosen = threadOf(area, argument) ?? (await chooseThread(area, resolved ? 'unresolved' : 'resolved', title));
  if (chosen === undefined) return;
  const { store, discussion } = chosen;
  if (area.reviews.isReadOnly(store.place.account)) return;
  const written = await setResolved(store, discussion.id, resolved);
  if (written.kind === 'done') {
    const words = resolved ? t('$(check) Thread resolved') : t('$(check) Thread reopened');
    vscode.window.setStatusBarMessage(words, 2_000);
    return;
  }
  void vscode.window.showWarningMessage(lostWriteMessage('thread', written));
};

/** Thread of a row or of a diff editor's button. */
export const threadOf = (area: ReviewsArea, argument: unknown): ChosenThread | undefined => {
  const subject = subjectAround(argument);
  if (isRow(argument, 'thread') && subject) {
    const store = area.reviews.stores.of(placeOfReview(subject));
    return { store, discussion: argument.thread.discussion, subject };
  }
  const thread = isThread(argument) ? argument : isReply(argument) ? argument.thread : undefined;
  const discussion = thread && area.reviews.threads.planOf(thread)?.discussion;
  const file = thread && area.reviews.threads.fileOf(thread.uri);
  const store = file && area.reviews.threads.storeOf(file);
  return discussion && store && { store, discussion };
};
