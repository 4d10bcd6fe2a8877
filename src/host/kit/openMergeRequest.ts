import * as vscode from '../vscode.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { openInBrowser } from './openInBrowser.ts';
import { call } from './areaCommands.ts';

/** Without `project_id`, of the project it is opened with. */
export type NamedMergeRequest = Pick<MergeRequest, 'iid' | 'title' | 'web_url'> &
  Partial<Pick<MergeRequest, 'project_id'>> & {
    /** Number of the comment to go to. */
    readonly note?: number | undefined;
  };

/** One of another project opens in the browser. */
export const openMergeRequest = async (open: OpenProject, mergeRequest: NamedMergeRequest): Promise<void> => {
  const { project_id: project = open.project.id, web_url: address, note } = mergeRequest;
  if (project === open.project.id) await call('graft.mergeRequests.openPage', { open, request: mergeRequest, note });
  else if (address != null) await openInBrowser(address);
  else throw new Error(vscode.l10n.t('The server doesn’t report the URL of !{0}.', mergeRequest.iid));
};
