import * as vscode from '../../vscode.ts';
import { isOf, withOffered } from '../../../model/reviews/reactions.ts';
import { visible } from '../../kit/words/format.ts';
import type { ReviewsArea } from '../area.ts';
import { commentCalledOn } from '../drafts/unpublishedText.ts';

/** Toggles a reaction on a comment. */
export const reactToComment = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const called = commentCalledOn(area, argument);
  const subject = called?.comment.subject;
  if (called === undefined || subject?.kind !== 'note') {
    void vscode.window.showInformationMessage(t('Use this command on a comment in the changes of a merge request.'));
    return;
  }
  const { store } = called;
  const { id: note } = subject.note;
  const { reactions } = store.state;
  if (reactions === undefined) {
    void vscode.window.showInformationMessage(t('The reactions are not known. They need GitLab 16.1 or later.'));
    return;
  }
  const username = area.accounts.get(store.place.account)?.username ?? '';
  const items = withOffered(reactions.get(note)).map(({ name, text, people }) => {
    const isOwn = isOf({ people }, username);
    const who = people.map((each) => visible(each.name)).join(', ');
    return { label: name, description: isOwn ? `${text} $(check)` : text, detail: who, isMine: isOwn };
  });
  const chosen = await vscode.window.showQuickPick(items, { title: t('Add a reaction, or take yours back') });
  if (chosen) await area.reviews.reactions.react(store, { note, name: chosen.label, isGiven: !chosen.isMine });
};
