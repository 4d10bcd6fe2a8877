import * as vscode from '../vscode.ts';
import { withTask } from '../../model/mergeRequests/tasks.ts';
import { changeMergeRequest, readMergeRequest } from '../../model/mergeRequests/writing.ts';
import { hasQuickActions } from '../../model/reviews/quickActions.ts';
import { isSameText } from '../../model/text/sameText.ts';
import { lostMessage, requireWriting, reportChangedMeanwhile } from '../kit/questions/sendSteps.ts';
import type { ActedOn } from './actedOn.ts';

/**
 * Toggles a task checkbox by its line in the description. Resolves to the new description; undefined if unchanged or
 * unknown.
 */
export const tickTask = async (
  { area, subject, place, mergeRequest, reload }: ActedOn,
  line: number,
  isDone: boolean,
): Promise<string | undefined> => {
  requireWriting(subject.open.account);
  const before = mergeRequest.description ?? '';
  const ticked = withTask(before, line, isDone);
  if (ticked === undefined || ticked === before) return undefined;
  // security: quick actions written by others would run with the user's role
  if (hasQuickActions(before))
    throw new Error(vscode.l10n.t('Tick it in the browser: GitLab could carry out quick actions of the description.'));
  const reference = `!${mergeRequest.iid}`;
  const now = await readMergeRequest(place);
  if ((now.description ?? '') !== before) {
    reportChangedMeanwhile(reference, true);
    await reload();
    return undefined;
  }
  const written = await changeMergeRequest(place, { description: ticked }, ({ description }) =>
    isSameText(description ?? '', ticked),
  );
  if (written.kind === 'done') return written.value.description ?? '';
  void vscode.window.showWarningMessage(lostMessage({ log: area.log, reference }, written));
  return undefined;
};
