import * as vscode from '../vscode.ts';
import type { Account } from '../../model/account.ts';
import type { ListedCommit } from '../../model/board/sources.ts';
import type { CommitPick } from '../../model/pick/pick.ts';
import type { WebPage } from '../../model/webLink.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** A merge request that is wanted for a branch with commits. */
export interface BranchMergeRequest {
  readonly open: OpenProject;
  readonly source: string;
  readonly target: string;
  /** Message of the newest commit, or the pick it was made for: a merge request begins with either. */
  readonly of: string | (Pick<CommitPick, 'action' | 'sha'> & { readonly title: string });
}

/** A merge request that is wanted apart from any board. */
export type WantedMergeRequest =
  /** For a commit to pick or to revert on a branch. */
  | {
      readonly open: OpenProject;
      readonly action: CommitPick['action'];
      readonly commit: Pick<CommitDetail, 'id' | 'title'> & Partial<Pick<CommitDetail, 'message'>>;
      readonly branch: string;
      /** Edited message; undefined where the server writes it. */
      readonly message?: string | undefined;
      /** A dry run was clean, on the branch or in the clone. */
      readonly isTested?: boolean;
    }
  | BranchMergeRequest;

/** Content of a new board; without a project, that of the window is used. */
export interface NewBoard {
  readonly open?: OpenProject;
  readonly commits: readonly ListedCommit[];
  readonly branches: readonly string[];
}

/** A commit to pick or to revert; without a branch the user chooses one. */
interface PickRequest {
  readonly open: OpenProject;
  readonly sha?: string;
  readonly branch?: string | undefined;
  /** Offers no other branch. */
  readonly isUndo?: true;
}

interface MergeRequestSubject {
  readonly open: OpenProject;
  readonly request: Pick<MergeRequest, 'iid' | 'title' | 'web_url'>;
  /** Comment to go to. */
  readonly note?: number | undefined;
}

interface JobRow {
  readonly kind: 'job';
  readonly id: string;
}

/** Commands that one part of the extension calls in another, which may not be loaded yet, with their arguments. */
export interface AreaCommands {
  'graft.accounts.add': [baseUrl?: string];
  'graft.accounts.checkConnection': [accountId: string];
  'graft.accounts.clientCertificate': [account: Account];
  'graft.accounts.startSampleServer': [];
  'graft.administration.chooseRoleGroup': [];
  'graft.backports.show': [];
  'graft.board.backport': [commit: { readonly open: OpenProject; readonly sha: string }];
  'graft.board.commitMessage': [];
  'graft.board.new': [board?: NewBoard];
  'graft.board.request': [wish: WantedMergeRequest];
  'graft.commits.applyMessage': [];
  'graft.commits.cherryPick': [pick: PickRequest];
  'graft.commits.openPage': [commit: { readonly open: OpenProject; readonly sha: string }];
  'graft.commits.revert': [pick: PickRequest];
  'graft.mergeRequests.create': [];
  'graft.mergeRequests.openPage': [subject?: MergeRequestSubject];
  'graft.pipelines.open': [
    link: {
      readonly open: OpenProject;
      readonly page: Extract<WebPage, { readonly kind: 'job' | 'pipeline' }>;
      /** Number of another project that it is of. */
      readonly owner?: number | null | undefined;
    },
  ];
  'graft.pipelines.retryJob': [
    named: { readonly open: OpenProject; readonly project: number; readonly job: { readonly id: number } },
  ];
  'graft.pipelines.show': [];
  'graft.protectedBranches.canPush': [];
  'graft.protectedBranches.edit': [rule: string];
  'graft.reviews.changeReviewers': [subject: MergeRequestSubject, change?: object];
  'graft.reviews.checkOut': [subject: MergeRequestSubject];
  'graft.reviews.comment': [];
  'graft.reviews.goBack': [];
  'graft.reviews.openCommit': [commit: MergeRequestSubject & { readonly sha: string }];
  'graft.reviews.openChanges': [subject: MergeRequestSubject];
  /** A row of a file, or a document of one. */
  'graft.reviews.openFile': [file: object];
  /** A row of a draft, or the merge request. */
  'graft.reviews.openPage': [row: object];
  'graft.transfers.cancelJob': [row: JobRow];
  'graft.transfers.openJob': [row: JobRow];
}

/** Calls a command of the extension. */
export const call = async <Id extends keyof AreaCommands>(id: Id, ...given: AreaCommands[Id]): Promise<void> => {
  await vscode.commands.executeCommand(id, ...given);
};

/** Shows a view of the extension and moves the focus there. */
export const showView = async (
  id: `graft.${'backports' | 'commits' | 'iterations' | 'missing' | 'protectedBranches' | 'reviews'}`,
): Promise<void> => {
  await vscode.commands.executeCommand(`${id}.focus`);
};
