import type * as vscode from 'vscode';
import type { RowsFirst } from '../afterRows.ts';
import type { App } from '../app.ts';
import { ProjectRights } from './rights.ts';
import { ProtectionRules } from './rules.ts';
import { SourceControlProtection } from './sourceControl.ts';
import { PushStatus } from './statusBar.ts';
import { ProtectedBranchesView } from './tree.ts';

/** Builds what knows and shows who may push where; nothing is read before somebody looks or has a branch open. */
export const createProtection = (
  parts: Pick<App, 'project' | 'repositories' | 'currentBranch' | 'log'> & { readonly rows: RowsFirst },
  own: <T extends vscode.Disposable>(part: T) => T,
): Pick<App, 'protectionRules' | 'branchRights' | 'pushStatus' | 'protectedBranches'> => {
  const { project, repositories, currentBranch: branch, rows, log } = parts;
  const rules = own(new ProtectionRules(project));
  const rights = own(new ProjectRights({ project, rules, log }));
  own(new SourceControlProtection({ project, repositories, rights, rows, log }));
  return {
    protectionRules: rules,
    branchRights: rights,
    pushStatus: own(new PushStatus({ project, rights, branch, rows, log })),
    protectedBranches: own(new ProtectedBranchesView({ project, rules, rights, branch, log })),
  };
};
