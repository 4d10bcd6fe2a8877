import type { ProtectionArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { edit, protect, unprotect } from './changeRules.ts';
import { canPush } from './showPushRights.ts';
import { findRule, searchRules } from './chooseRule.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';

export const protectedBranchCommands: CommandTable<ProtectionArea> = {
  'graft.protectedBranches.refresh': (area) => refresh(area, area.protectedBranches),
  'graft.protectedBranches.canPush': canPush,
  'graft.protectedBranches.find': findRule,
  'graft.protectedBranches.search': searchRules,
  'graft.protectedBranches.clearSearch': (area) => {
    area.protectedBranches.search = '';
  },
  'graft.protectedBranches.protect': protect,
  'graft.protectedBranches.edit': edit,
  'graft.protectedBranches.unprotect': unprotect,
  'graft.protectedBranches.openInBrowser': async (area) => {
    const open = await requireProject(area);
    if (open) await openInBrowser(`${open.project.web_url}/-/settings/repository`);
  },
};
