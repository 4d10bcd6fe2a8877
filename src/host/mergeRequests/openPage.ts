import * as vscode from '../vscode.ts';
import { shownIfSlow } from '../kit/progress.ts';
import type { MergeRequestsArea } from './area.ts';

/** Opens the page of a merge request: of a row, of the review that is in front, or of the one the user chooses. */
export const openPage = async (area: MergeRequestsArea, argument: unknown): Promise<void> => {
  const subject = await area.reviewSubject(argument, vscode.l10n.t('Open which merge request?'));
  if (subject === undefined) return;
  const { place } = area.mergeRequestPages.show(subject);
  const note = noteOf(argument);
  if (note === undefined) return;
  const store = area.reviews.stores.of(place);
  await shownIfSlow(vscode.l10n.t('Reading the threads of !{0}…', place.iid), () => store.start());
  if (store.state.phase !== 'ready') throw store.state.error;
  const thread = store.discussions.find(({ notes }) => notes.some(({ id }) => id === note));
  if (thread === undefined)
    void vscode.window.showInformationMessage(vscode.l10n.t('This comment on !{0} no longer exists.', place.iid));
  else await area.showThread(place, thread);
};

const noteOf = (argument: unknown): number | undefined =>
  typeof argument === 'object' && argument !== null && 'note' in argument && typeof argument.note === 'number'
    ? argument.note
    : undefined;
