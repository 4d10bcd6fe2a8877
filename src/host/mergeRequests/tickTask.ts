import * as vscode from '../vscode.ts';
import { withTask } from '../../model/mergeRequests/tasks.ts';
import { changeRequest, readRequest } from '../../model/mergeRequests/writing.ts';
import { lostMessage, requireWriting, sayChangedMeanwhile } from '../kit/sendSteps.ts';
import type { ActedOn } from './actedOn.ts';

/**
 * Sets or clears the box of a task, by its line in the description that is shown. Answers the description then; undefined
 * where nothing is to be drawn anew.
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
  const reference = `!${request.iid}`;
  const now = await readRequest(place);
  if ((now.description ?? '') !== before) {
    sayChangedMeanwhile(reference, true);
    await reload();
    return undefined;
  }
  const written = await changeRequest(place, { description: ticked }, ({ description }) => description === ticked);
  if (written.kind === 'done') return written.value.description ?? '';
  void vscode.window.showWarningMessage(lostMessage({ log: area.log, reference }, written));
  return undefined;
};
