import * as vscode from '../../vscode.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import { explain } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import type { ReviewRow } from '../view/rows.ts';
import { placeOfReview } from '../subject.ts';
import type { ViewedFiles } from '../files/viewedMarks.ts';

/** Applies ticked and unticked checkboxes, one write per merge request. */
export const markChecked = async (
  { viewed, log }: { readonly viewed: ViewedFiles; readonly log: Log },
  items: readonly (readonly [ReviewRow, vscode.TreeItemCheckboxState])[],
): Promise<void> => {
  const files = items.flatMap(([row, state]) =>
    row.kind === 'requestFile' ? [{ ...row, isViewed: state === vscode.TreeItemCheckboxState.Checked }] : [],
  );
  const byRequest = new Map<string, typeof files>();
  for (const file of files) {
    const key = placeKey(placeOfReview(file.parent));
    byRequest.set(key, [...(byRequest.get(key) ?? []), file]);
  }
  try {
    for (const own of byRequest.values()) {
      if (own[0]) await viewed.mark(placeOfReview(own[0].parent), own);
    }
  } catch (error) {
    log.error('Viewed files could not be stored.', error);
    void vscode.window.showErrorMessage(vscode.l10n.t('Viewed files could not be stored: {0}', explain(error)));
  }
};
