import * as vscode from '../../vscode.ts';
import { positionOfDraft } from '../../../model/reviews/draftPosition.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { ReviewsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { placeOfReview } from '../subject.ts';
import { reviewSubject } from '../chooseReview.ts';
import { ownText } from './ownText.ts';
import { keptWhereMessage, whereMessage } from '../threads/whereMessage.ts';
import type { KeptDraft, OwnText } from './keptDrafts.ts';

/** Draft or unsaved comment from the argument; without one asks for a merge request and a comment. */
export const chooseOwn = async (
  area: ReviewsArea,
  argument: unknown,
  kind: 'draft' | 'kept' | 'any',
  title: string,
): Promise<OwnText | undefined> => {
  const given = ownText(area, argument);
  if (given !== undefined) return given;
  const { t } = vscode.l10n;
  if (kind === 'kept') return chooseKept(area, title);
  const subject = await reviewSubject(area, undefined, title);
  if (!subject) return undefined;
  const store = area.reviews.stores.of(placeOfReview(subject));
  await store.start();
  if (store.state.phase === 'failed') throw store.state.error;
  const kept = kind === 'draft' ? [] : area.reviews.kept.of(store.place);
  const rows = [
    ...store.drafts.map((draft) => ({
      label: visibleLabel(noteTitle(draft.note)),
      description: [t('Pending'), whereMessage(positionOfDraft(draft, store.discussions), draft.commit_id)].join(' · '),
      own: { store, draft },
    })),
    ...kept.map((text) => keptRow(store, text)),
  ];
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(t('You have no such comment on !{0}.', subject.request.iid));
    return undefined;
  }
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: `!${subject.request.iid}` }))?.own;
};

const keptRow = (store: ReviewDrafts, kept: KeptDraft) => ({
  label: visibleLabel(noteTitle(kept.text)),
  description: [vscode.l10n.t('Unsaved comment'), keptWhereMessage(kept)].join(' · '),
  own: { store, kept } satisfies OwnText,
});

/** Asks for an unsaved comment on any merge request, without the server. */
const chooseKept = async ({ reviews }: ReviewsArea, title: string): Promise<OwnText | undefined> => {
  const rows = reviews.kept.all().flatMap((text) => {
    const store = reviews.threads.storeOf(text);
    if (store === undefined) return [];
    const row = keptRow(store, text);
    return { ...row, description: `!${text.iid} · ${row.description}` };
  });
  if (rows.length > 0) return (await vscode.window.showQuickPick(rows, { title }))?.own;
  void vscode.window.showInformationMessage(vscode.l10n.t('There are no unsaved comments.'));
  return undefined;
};
