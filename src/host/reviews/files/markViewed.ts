import * as vscode from '../../vscode.ts';
import { nextUnviewed } from '../../../model/reviews/viewedFiles.ts';
import type { ReviewsArea } from '../area.ts';
import { fileInFront } from './nextFile.ts';
import { readFiles, showFile } from './openChangedFiles.ts';

/** Marks the active file as viewed and opens the next unviewed one. */
export const markViewed = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const file = fileInFront(argument);
  if (file === undefined || file.commit !== undefined) {
    void vscode.window.showInformationMessage(t('Open a file in the changes of a whole merge request first.'));
    return;
  }
  const place = area.reviews.threads.storeOf(file)?.place;
  const ready = place && (await readFiles(area, place));
  if (place === undefined || ready === undefined) return;
  const { files, version, isCut } = ready;
  const change = files.find(({ newPath }) => newPath === file.newPath);
  if (change === undefined) {
    void vscode.window.showInformationMessage(t('{0} no longer has changes.', file.newPath));
    return;
  }
  const { viewed } = area.reviews;
  // the user saw an older version than the mark would cover
  if (file.refs.headSha !== version.headSha || file.refs.baseSha !== version.baseSha) {
    const openNewest = t('Open Newest Changes');
    const answer = await vscode.window.showWarningMessage(
      t('!{0} has a newer version. {1} was not marked as viewed.', place.iid, file.newPath),
      openNewest,
    );
    if (answer === openNewest) await showFile(place, ready, change);
    return;
  }
  await viewed.mark(place, [{ change, version, isViewed: true }]);
  const next = nextUnviewed(viewed.of(place), ready, file.newPath);
  if (next !== undefined) {
    await showFile(place, ready, next);
    return;
  }
  void vscode.window.showInformationMessage(
    isCut
      ? t('You have viewed all files of !{0} that GitLab shows.', place.iid)
      : t('You have viewed all files of !{0}.', place.iid),
  );
};
