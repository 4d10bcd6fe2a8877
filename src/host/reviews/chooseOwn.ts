import * as vscode from 'vscode';
import { pathOf } from '../../model/review/samePlace.ts';
import type { App } from '../app.ts';
import { basename, visibleLabel } from '../format.ts';
import { noteTitle } from './noteTitle.ts';
import { placeOfReview, reviewSubject } from './subject.ts';
import type { OwnText } from './writing.ts';

/** Lets the user choose one of the drafts or unsent texts on a merge request; asks for that first. */
export const chooseOwn = async (
  app: App,
  kind: 'draft' | 'kept' | 'any',
  title: string,
): Promise<OwnText | undefined> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(app, undefined, title);
  if (!subject) return undefined;
  const store = app.reviews.stores.of(placeOfReview(subject));
  await store.start();
  if (store.state.phase === 'failed') throw store.state.error;
  const drafts = kind === 'kept' ? [] : store.drafts;
  const kept = kind === 'draft' ? [] : app.reviews.kept.of(store.place);
  const where = (path: string | undefined): string => (path === undefined ? '' : basename(path));
  const rows = [
    ...drafts.map((draft) => ({
      label: visibleLabel(noteTitle(draft.note)),
      description: [t('Pending'), where(pathOf(draft.position))].filter(Boolean).join(' · '),
      own: { store, draft },
    })),
    ...kept.map((text) => ({
      label: visibleLabel(noteTitle(text.text)),
      description: [t('Not saved on the server'), where(pathOf(text.position))].filter(Boolean).join(' · '),
      own: { store, kept: text },
    })),
  ];
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(t('There is no such text of yours on !{0}.', subject.request.iid));
    return undefined;
  }
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: `!${subject.request.iid}` }))?.own;
};
