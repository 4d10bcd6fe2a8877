import type * as vscode from 'vscode';
import type { AccountStore } from './accounts/store.ts';
import type { Clients } from './clients.ts';
import type { CommitChanges } from './commits/changes.ts';
import type { CommitDetails } from './commits/details.ts';
import type { CommitPages } from './commits/page.ts';
import type { CommitsView } from './commits/tree.ts';
import type { MessageDrafts } from './commits/messageDrafts.ts';
import type { KeptTexts } from './keptText.ts';
import type { Log } from './log.ts';
import type { CurrentProject } from './project/currentProject.ts';
import type { CurrentBranch } from './project/currentBranch.ts';
import type { ProjectRights } from './protectedBranches/rights.ts';
import type { PushStatus } from './protectedBranches/statusBar.ts';
import type { ProtectedBranchesView } from './protectedBranches/tree.ts';
import type { SampleServer } from './sandbox/sampleServer.ts';

/** Everything the commands work with, built once by `activate`. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly project: CurrentProject;
  readonly details: CommitDetails;
  readonly changes: CommitChanges;
  readonly commits: CommitsView;
  readonly commitPages: CommitPages;
  readonly messageDrafts: MessageDrafts;
  readonly keptTexts: KeptTexts;
  readonly currentBranch: CurrentBranch;
  readonly branchRights: ProjectRights;
  readonly pushStatus: PushStatus;
  readonly protectedBranches: ProtectedBranchesView;
  readonly sampleServer: SampleServer;
}
