import * as vscode from '../../vscode.ts';
import { positionOfDraft } from '../../../model/reviews/spots.ts';
import type { ReviewsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { placeOfReview } from '../subject.ts';
import { reviewSubject } from '../chooseReview.ts';
import { unpublishedText } from './unpublishedText.ts';
import { unsentWhereMessage, whereMessage } from '../threads/whereMessage.ts';
import type { UnpublishedText } from './unsentComments.ts';

/** Draft or unsaved comment from the argument; without one asks for a merge request and a comment. */
export const chooseUnpublished = async (
  area: ReviewsArea,
  argument: unknown,
  kind: 'draft' | 'kept' | 'any',
  title: string,
): Promise<UnpublishedText | undefined> => {
  const given = unpublishedText(area, argument);
  if (given !== undefined) return given;
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, undefined, title);
  if (!subject) return undefined;
  const store = area.reviews.stores.of(placeOfReview(subject));
  await store.start();
  if (store.state.phase === 'failed') throw store.state.error;
  const drafts = kind === 'kept' ? [] : store.drafts;
  const unsent = kind === 'draft' ? [] : area.reviews.unsent.of(store.place);
  const rows = [
    ...drafts.map((draft) => ({
      label: visibleLabel(noteTitle(draft.note)),
      description: [t('Pending'), whereMessage(positionOfDraft(draft, store.discussions), draft.commit_id)].join(' · '),
      own: { store, draft },
    })),
    ...unsent.map((text) => ({
      label: visibleLabel(noteTitle(text.text)),
      description: [t('Unsaved comment'), unsentWhereMessage(text)].join(' · '),
      own: { store, kept: text },
    })),
  ];
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(t('You have no such comment on !{0}.', subject.request.iid));
    return undefined;
  }
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: `!${subject.request.iid}` }))?.own;
};
