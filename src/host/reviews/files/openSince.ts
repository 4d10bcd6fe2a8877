import * as vscode from '../../vscode.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewsArea } from '../area.ts';
import { basename } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { showChange, showChanges } from '../../kit/pages/showChange.ts';
import { reviewSubject } from '../chooseReview.ts';
import { openAllChanges } from './openReview.ts';
import { isRow } from '../view/rows.ts';
import type { FileSince } from './sinceReview.ts';
import { sinceMessages } from '../view/sinceRows.ts';
import { placeOfReview } from '../subject.ts';

/** Opens the merge request's own changes since the account's last review; for a file row, that file only. */
export const openSinceReview = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const row = isRow(argument, 'sinceReview', 'sinceFile') ? argument : undefined;
  if (row?.kind === 'sinceFile') {
    await openFileSince(area, placeOfReview(row.parent.parent), row.file);
    return;
  }
  const subject =
    row?.parent ?? (await reviewSubject(area, argument, t('Show what has changed in which merge request?')));
  if (subject === undefined) return;
  const place = placeOfReview(subject);
  const read = await cancellable(t('Comparing the versions of !{0}…', place.iid), (signal) =>
    // comments need the newest version
    Promise.all([area.reviews.since.read(place, { signal }), area.reviews.changes.read(place, { signal })]),
  );
  if (read === undefined) return;
  const [since] = read;
  const words = sinceMessages(since).join(' ');
  if (since.kind !== 'ready') {
    const all = t('Open All Changes');
    if ((await vscode.window.showInformationMessage(words, all)) === all) await openAllChanges(area, subject);
    return;
  }
  if (words !== '') void vscode.window.showInformationMessage(words);
  if (since.files.length === 0) return;
  const title = t('!{0} since version {1}', place.iid, since.from.number);
  const sides = since.files.map((file) => file.sides);
  await showChanges(title, sides);
};

/** Opens a file's diff since a review; shows a message if it includes changes of the target branch. */
export const openFileSince = async (area: ReviewsArea, place: ReviewPlace, file: FileSince): Promise<void> => {
  const { t } = vscode.l10n;
  const read = await cancellable(t('Reading {0}…', file.path), (signal) =>
    // comments need the newest version
    Promise.all([area.reviews.since.isMixed(file), area.reviews.changes.read(place, { signal })]),
  );
  if (read === undefined) return;
  const [isMixed] = read;
  const title = t('{0} (!{1} since my last review)', basename(file.path), place.iid);
  await showChange(file.sides, { title, line: undefined });
  if (!isMixed) return;
  const words = t('The target branch has changed the same lines of {0}: the diff shows that, too.', file.path);
  void vscode.window.showInformationMessage(words);
};
