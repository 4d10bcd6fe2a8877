import * as vscode from '../../vscode.ts';
import type { Log } from '../../shell/log.ts';
import type { ReviewRow, SinceItem } from './rows.ts';
import type { Since, SinceReview } from '../files/sinceReview.ts';
import { placeOfReview } from '../subject.ts';

/** Files changed since the last review, with notes. */
export const sinceRows = async (row: SinceItem, since: SinceReview, log: Log): Promise<ReviewRow[]> => {
  const { t } = vscode.l10n;
  try {
    const found = await since.read(placeOfReview(row.parent));
    const notes = sinceMessages(found).map((text) => ({ kind: 'note' as const, text }));
    const files = found.kind === 'ready' ? found.files : [];
    return [...notes, ...files.map((file) => ({ kind: 'sinceFile' as const, parent: row, file }))];
  } catch (error) {
    log.error('What has changed since the last review could not be read.', error);
    const what = t('Changes since your last review could not be loaded');
    return [{ kind: 'failed', error, what, retry: 'graft.reviews.refresh' }];
  }
};

export const sinceMessages = (since: Since): readonly string[] => {
  const { t } = vscode.l10n;
  if (since.kind === 'unreviewed') return [t('You have not reviewed this merge request yet.')];
  if (since.kind === 'gone') return [t('GitLab no longer has the version you reviewed.')];
  const { from, to, files, isRewritten, isCut } = since;
  if (from.id === to.id) return [t('Nothing has changed since your last review.')];
  return [
    files.length === 0 ? t('The merge request changes the same as in your last review.') : undefined,
    isRewritten ? t('The branch was force-pushed since your last review.') : undefined,
    isCut ? t('GitLab shows only some of the files. Others may have changed, too.') : undefined,
  ].filter((text) => text !== undefined);
};
