import type { Shell } from '../shell/shell.ts';
import type { ProjectRights } from './rights.ts';

export type { RightsAnswer } from './rights.ts';
import type { ProtectionRules } from './rules.ts';
import type { PushStatus } from './statusBar.ts';
import type { ProtectedBranchesView } from './view.ts';

export interface ProtectionArea extends Shell {
  readonly protectionRules: ProtectionRules;
  readonly branchRights: ProjectRights;
  readonly pushStatus: PushStatus;
  readonly protectedBranches: ProtectedBranchesView;
}
