import type { CommandTable } from '../kit/commands.ts';
import type { MergeRequestsArea } from './area.ts';
import { createFromBranch, discardForm } from './create/create.ts';
import { saveText } from './saveText.ts';
import { openPage } from './openPage.ts';

/** The commands on the pages of merge requests, and those that create one. */
export const mergeRequestCommands: CommandTable<MergeRequestsArea> = {
  'graft.mergeRequests.openPage': openPage,
  'graft.mergeRequests.create': createFromBranch,
  'graft.mergeRequests.discard': discardForm,
  'graft.mergeRequests.saveText': saveText,
};
