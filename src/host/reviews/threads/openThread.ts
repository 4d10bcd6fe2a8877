import * as vscode from '../../vscode.ts';
import type { ReviewsArea } from '../area.ts';
import { chooseThread } from './chooseThread.ts';
import { showThread } from './nextThread.ts';
import { threadOf } from './resolveThread.ts';
import { call } from '../../kit/areaCommands.ts';

/**
 * Opens a thread: its line in the changes of the merge request, or the page of the merge request for one that is on no
 * line there. From the keyboard, asks which.
 */
export const openThread = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const title = vscode.l10n.t('Open which thread?');
  const chosen = threadOf(area, argument) ?? (await chooseThread(area, 'unresolved', title));
  if (chosen === undefined) return;
  const isShown = await showThread(area, chosen.store.place, chosen.discussion);
  if (!isShown) await call('graft.mergeRequests.openPage', chosen.subject);
};
