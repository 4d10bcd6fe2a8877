import { type CommandTable, refresh } from '../command.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { edit, protect, unprotect } from './changeRules.ts';
import { canPush } from './canPush.ts';
import { findRule } from './chooseRule.ts';
import { requireProject } from '../project/requireProject.ts';

/** The commands on protected branches. */
export const protectedBranchCommands: CommandTable = {
  'graft.protectedBranches.refresh': (app) => refresh(app, app.protectedBranches),
  'graft.protectedBranches.canPush': canPush,
  'graft.protectedBranches.find': findRule,
  'graft.protectedBranches.protect': protect,
  'graft.protectedBranches.edit': edit,
  'graft.protectedBranches.unprotect': unprotect,
  'graft.protectedBranches.openInBrowser': async (app) => {
    const open = await requireProject(app);
    if (open) await openInBrowser(`${open.project.web_url}/-/settings/repository`);
  },
};
