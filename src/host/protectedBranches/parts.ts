import type * as vscode from '../vscode.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import type { Shell } from '../shell/shell.ts';
import type { ProtectionArea } from './area.ts';
import { ProjectRights } from './rights.ts';
import { ProtectionRules } from './rules.ts';
import { SourceControlProtection } from './sourceControl.ts';
import { PushStatus } from './statusBar.ts';
import { ProtectedBranchesView, type RuleRow } from './view.ts';

export const createProtectionParts = (
  shell: Shell,
  view: vscode.TreeView<RuleRow>,
  rows: RowsFirst,
): ProtectionArea => {
  const { own, currentBranch: branch } = shell;
  const rules = own(new ProtectionRules(shell.project));
  const rights = own(new ProjectRights({ ...shell, rules }));
  own(new SourceControlProtection({ ...shell, rights, rows }));
  return {
    ...shell,
    protectionRules: rules,
    branchRights: rights,
    pushStatus: own(new PushStatus({ ...shell, rights, branch, rows })),
    protectedBranches: own(new ProtectedBranchesView({ ...shell, view, rules, rights, branch })),
  };
};

export { protectedBranchCommands } from './commands.ts';
