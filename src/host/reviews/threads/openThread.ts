import * as vscode from '../../vscode.ts';
import type { ReviewsArea } from '../area.ts';
import { chooseThread } from './chooseThread.ts';
import { showThread } from './nextThread.ts';
import { threadOf } from './resolveThread.ts';
import { call } from '../../kit/areaCommands.ts';

/** Opens a thread's diff, or the merge request page if it has no line. Asks for the thread without argument. */
export const openThread = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const title = vscode.l10n.t('Open which thread?');
  const chosen = threadOf(area, argument) ?? (await chooseThread(area, 'unresolved', title));
  if (chosen === undefined) return;
  const isShown = await showThread(area, chosen.store.place, chosen.discussion);
  if (!isShown) await call('graft.mergeRequests.openPage', chosen.subject);
};
