import type { CommandTable } from '../kit/commands.ts';
import type { MergeRequestsArea } from './area.ts';
import { openPage } from './openPage.ts';

/** The commands on the pages of merge requests. */
export const mergeRequestCommands: CommandTable<MergeRequestsArea> = {
  'graft.mergeRequests.openPage': openPage,
};
