import * as vscode from '../vscode.ts';
import { withTask } from '../../model/mergeRequests/tasks.ts';
import { changeRequest, readRequest } from '../../model/mergeRequests/writing.ts';
import { hasQuickActions } from '../../model/reviews/quickActions.ts';
import { isSameText } from '../../model/sameText.ts';
import { lostMessage, requireWriting, sayChangedMeanwhile } from '../kit/questions/sendSteps.ts';
import type { ActedOn } from './actedOn.ts';

/**
 * Toggles a task checkbox by its line in the description. Resolves to the new description; undefined if unchanged or
 * unknown.
 */
export const tickTask = async (
  { area, subject, place, request, reload }: ActedOn,
  line: number,
  isDone: boolean,
): Promise<string | undefined> => {
  requireWriting(subject.open.account);
  const before = request.description ?? '';
  const ticked = withTask(before, line, isDone);
  if (ticked === undefined || ticked === before) return undefined;
  // security: quick actions written by others would run with the user's role
  if (hasQuickActions(before))
    throw new Error(vscode.l10n.t('Tick it in the browser: GitLab could carry out quick actions of the description.'));
  const reference = `!${request.iid}`;
  const now = await readRequest(place);
  if ((now.description ?? '') !== before) {
    sayChangedMeanwhile(reference, true);
    await reload();
    return undefined;
  }
  const written = await changeRequest(place, { description: ticked }, ({ description }) =>
    isSameText(description ?? '', ticked),
  );
  if (written.kind === 'done') return written.value.description ?? '';
  void vscode.window.showWarningMessage(lostMessage({ log: area.log, reference }, written));
  return undefined;
};
