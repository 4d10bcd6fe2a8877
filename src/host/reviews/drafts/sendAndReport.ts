import * as vscode from '../../vscode.ts';
import type { ReviewDrafts, ReviewPlace } from '../../../model/reviews/drafts.ts';
import { storedHere } from '../../kit/words/lostWrites.ts';
import type { ReviewsArea } from '../area.ts';
import { blankText, type KeptDraft } from './keptDrafts.ts';
import { sendKept } from './send.ts';

export interface Manner {
  readonly isPublic: boolean;
  /** Publishing the reply resolves its thread. */
  readonly resolves: boolean;
}

/** A new text with a key. */
export const unsent = (area: ReviewsArea, place: Omit<ReviewPlace, 'client'>, text: string): KeptDraft => ({
  ...blankText(place),
  key: area.reviews.kept.newKey(place),
  text,
});

/** Sends a text; shows a message for a refusal. */
export const sendAndReport = async (area: ReviewsArea, store: ReviewDrafts, kept: KeptDraft): Promise<boolean> => {
  const { accounts, clients, log, reviews } = area;
  const isDone = await sendKept({ accounts, clients, log, kept: reviews.kept }, store, kept);
  const { t } = vscode.l10n;
  if (isDone) {
    const words =
      kept.noteId !== undefined
        ? t('$(check) Comment saved')
        : kept.isPublic
          ? t('$(check) Comment sent')
          : t('$(check) Draft added to your review');
    vscode.window.setStatusBarMessage(words, 4_000);
    return true;
  }
  const refusal = reviews.kept.get(kept.key)?.refusal;
  if (refusal === undefined) return false;
  const [again, copy] = [t('Send Again'), t('Copy Text')];
  void vscode.window.showWarningMessage(storedHere(refusal), again, copy).then(async (answer) => {
    if (answer === copy) await vscode.env.clipboard.writeText(kept.text);
    const still = answer === again ? reviews.kept.get(kept.key) : undefined;
    if (still) await sendAndReport(area, store, still);
  });
  return false;
};
