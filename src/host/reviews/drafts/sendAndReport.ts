import * as vscode from '../../vscode.ts';
import type { ReviewDrafts, ReviewPlace } from '../../../model/reviews/drafts.ts';
import { storedHereMessage } from '../../kit/words/lostWrites.ts';
import type { ReviewsArea } from '../area.ts';
import { blankText, type UnsentComment } from './unsentComments.ts';
import { sendUnsent } from './sendComment.ts';

export interface SendOptions {
  readonly isPublic: boolean;
  /** Publishing the reply resolves its thread. */
  readonly resolves: boolean;
}

/** A new text with a key. */
export const newUnsentComment = (
  area: ReviewsArea,
  place: Omit<ReviewPlace, 'client'>,
  text: string,
): UnsentComment => ({ ...blankText(place), key: area.reviews.unsent.newKey(place), text });

/** Sends a text; shows a message for a refusal. */
export const sendAndReport = async (
  area: ReviewsArea,
  store: ReviewDrafts,
  comment: UnsentComment,
): Promise<boolean> => {
  const { reviews } = area;
  const isDone = await sendUnsent(area, store, comment);
  const { t } = vscode.l10n;
  if (isDone) {
    const words =
      comment.noteId !== undefined
        ? t('$(check) Comment saved')
        : comment.isPublic
          ? t('$(check) Comment sent')
          : t('$(check) Draft added to your review');
    vscode.window.setStatusBarMessage(words, 4_000);
    return true;
  }
  const refusal = reviews.unsent.get(comment.key)?.refusal;
  if (refusal === undefined) return false;
  const [again, copy] = [t('Send Again'), t('Copy Text')];
  void vscode.window.showWarningMessage(storedHereMessage(refusal), again, copy).then(async (answer) => {
    if (answer === copy) await vscode.env.clipboard.writeText(comment.text);
    const still = answer === again ? reviews.unsent.get(comment.key) : undefined;
    if (still) await sendAndReport(area, store, still);
  });
  return false;
};
