import * as vscode from '../../vscode.ts';
import { readOpenMergeRequests } from '../../../model/mergeRequests/creating.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { visible } from '../../visible.ts';
import type { MergeRequestsArea } from '../area.ts';
import { createFromBranch } from './create.ts';

/** Longest wait for the server, in milliseconds. */
const patienceMs = 30_000;

/** Offers to create a merge request of a branch that was pushed, unless one is open. */
export const offerCreation = async (area: MergeRequestsArea, open: OpenProject, branch: string): Promise<void> => {
  const { t } = vscode.l10n;
  try {
    const { id: source, forked_from_project: parent } = open.project;
    const signal = AbortSignal.timeout(patienceMs);
    for (const into of parent ? [parent.id, source] : [source])
      if ((await readOpenMergeRequests(open.client, { source, into }, branch, signal)).length > 0) return;
  } catch (error) {
    area.log.error('The merge requests of a branch that was pushed could not be read.', error);
    return;
  }
  const create = t('Create Merge Request…');
  const never = t('Don’t Offer Again');
  const answer = await vscode.window.showInformationMessage(t('{0} was pushed.', visible(branch)), create, never);
  if (answer === create) await createFromBranch(area);
  else if (answer === never)
    await vscode.workspace.getConfiguration('graft').update('mergeRequests.offerAfterPush', false, true);
};
