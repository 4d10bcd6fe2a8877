import { type CommandTable, refresh } from '../command.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { canPush } from './canPush.ts';
import { requireProject } from '../project/requireProject.ts';

/** The commands on protected branches. */
export const protectedBranchCommands: CommandTable = {
  'graft.protectedBranches.refresh': (app) => refresh(app, app.protectedBranches),
  'graft.protectedBranches.canPush': canPush,
  'graft.protectedBranches.openInBrowser': async (app) => {
    const open = await requireProject(app);
    if (open) await openInBrowser(`${open.project.web_url}/-/settings/repository`);
  },
};
