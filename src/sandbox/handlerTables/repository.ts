import type { HandlersOf } from '../handling.ts';
import { handleGetBranch, handleListBranches } from '../operations/branches.ts';
import { handleListCommitDiff } from '../operations/commitDiffs.ts';
import { handleCherryPick, handleRevert } from '../operations/commitPicks.ts';
import { handleSearchCommits } from '../operations/commitSearch.ts';
import { handleGetCommit, handleListCommitRefs, handleListCommits } from '../operations/commits.ts';
import { handleGetCommitSignature } from '../operations/commitSignatures.ts';
import { handleListCommitStatuses } from '../operations/commitStatuses.ts';
import {
  handleGetApplicationSettings,
  handleGetMetadata,
  handleGetOwnToken,
  handleGetUser,
  handleGetVersion,
} from '../operations/instance.ts';
import { handleListCommitMergeRequests, handleListMergeRequests } from '../operations/mergeRequests.ts';
import {
  handleGetMergeRequestTemplate,
  handleListMergeRequestTemplates,
  handleGetIssueStatistics,
  handleListLabels,
  handleListMilestones,
} from '../operations/planning.ts';
import { handleGetProject, handleListProjects } from '../operations/projects.ts';
import { handleGetProtectedBranch, handleListProtectedBranches } from '../operations/protectedBranches.ts';
import { handleGetRawFile } from '../operations/repositoryFiles.ts';
import { handleListEvents } from '../operations/events.ts';
import { handleListTodos } from '../operations/todos.ts';

/** Reading the repository, cherry-picks and reverts. */
export const repositoryHandlers: HandlersOf<
  | 'listCommits'
  | 'searchCommits'
  | 'getCommit'
  | 'listCommitRefs'
  | 'cherryPickCommit'
  | 'revertCommit'
  | 'listCommitDiff'
  | 'listCommitStatuses'
  | 'listCommitMergeRequests'
  | 'getCommitSignature'
  | 'listProtectedBranches'
  | 'getProtectedBranch'
  | 'getUser'
  | 'listEvents'
  | 'listTodos'
  | 'getVersion'
  | 'getMetadata'
  | 'getOwnToken'
  | 'getApplicationSettings'
  | 'listProjects'
  | 'getProject'
  | 'listBranches'
  | 'getBranch'
  | 'getRawFile'
  | 'listMergeRequests'
  | 'listLabels'
  | 'listMilestones'
  | 'listMergeRequestTemplates'
  | 'getMergeRequestTemplate'
  | 'getIssueStatistics'
> = {
  listCommits: handleListCommits,
  searchCommits: handleSearchCommits,
  getCommit: handleGetCommit,
  listCommitRefs: handleListCommitRefs,
  cherryPickCommit: handleCherryPick,
  revertCommit: handleRevert,
  listCommitDiff: handleListCommitDiff,
  listCommitStatuses: handleListCommitStatuses,
  listCommitMergeRequests: handleListCommitMergeRequests,
  getCommitSignature: handleGetCommitSignature,
  listProtectedBranches: handleListProtectedBranches,
  getProtectedBranch: handleGetProtectedBranch,
  getUser: handleGetUser,
  listEvents: handleListEvents,
  listTodos: handleListTodos,
  getVersion: handleGetVersion,
  getMetadata: handleGetMetadata,
  getOwnToken: handleGetOwnToken,
  getApplicationSettings: handleGetApplicationSettings,
  listProjects: handleListProjects,
  getProject: handleGetProject,
  listBranches: handleListBranches,
  getBranch: handleGetBranch,
  getRawFile: handleGetRawFile,
  listMergeRequests: handleListMergeRequests,
  listLabels: handleListLabels,
  listMilestones: handleListMilestones,
  listMergeRequestTemplates: handleListMergeRequestTemplates,
  getMergeRequestTemplate: handleGetMergeRequestTemplate,
  getIssueStatistics: handleGetIssueStatistics,
};
