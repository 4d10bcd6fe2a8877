import type { HandlersOf } from '../handling.ts';
import {
  handleApproveMergeRequest,
  handleGetMergeRequestApprovals,
  handleUnapproveMergeRequest,
} from '../operations/approving.ts';
import { handleDeleteCommitNote, handleUpdateCommitNote } from '../operations/commitNotes.ts';
import {
  handleCreateCommitComment,
  handleCreateCommitDiscussion,
  handleListCommitComments,
  handleListCommitDiscussions,
  handleReplyToCommitDiscussion,
} from '../operations/commitConversations.ts';
import { handleSetCommitStatus } from '../operations/commitStatusWriting.ts';
import { handleCreateCommit } from '../operations/commitWriting.ts';
import {
  handleCreateDraftNote,
  handleDeleteDraftNote,
  handleGetDraftNote,
  handleListDraftNotes,
  handleUpdateDraftNote,
} from '../operations/draftNotes.ts';
import { handlePublishAllDraftNotes, handlePublishDraftNote } from '../operations/draftPublishing.ts';
import {
  handleCreateMergeRequestDiscussion,
  handleCreateMergeRequestNote,
  handleListMergeRequestDiscussions,
  handleListMergeRequestNotes,
  handleReplyToMergeRequestDiscussion,
  handleResolveMergeRequestDiscussion,
} from '../operations/mergeRequestDiscussions.ts';
import {
  handleDeleteMergeRequestNote,
  handleGetMergeRequestNote,
  handleUpdateMergeRequestNote,
} from '../operations/mergeRequestNotes.ts';
import {
  handleGetMergeRequest,
  handleGetMergeRequestVersion,
  handleListMergeRequestCommits,
  handleListMergeRequestDiffs,
  handleListMergeRequestVersions,
} from '../operations/mergeRequestReview.ts';
import {
  handleGetJobLog,
  handleGetMergeRequestApprovalState,
  handleListMergeRequestPipelines,
  handleListPipelineJobs,
} from '../operations/mergeRequestState.ts';
import {
  handleCancelJob,
  handleCancelPipeline,
  handleCreatePipeline,
  handlePlayJob,
  handleRetryJob,
  handleRetryPipeline,
} from '../operations/pipelineActions.ts';
import {
  handleGetJob,
  handleGetPipeline,
  handleGetTestReport,
  handleGetTestReportSummary,
  handleListPipelineBridges,
  handleListPipelines,
} from '../operations/pipelineReading.ts';
import { handleRebaseMergeRequest } from '../operations/mergeRequestRebase.ts';
import { handleAddToMergeTrain, handleListMergeTrain } from '../operations/mergeTrains.ts';
import { handleGetChangelog } from '../operations/changelog.ts';
import { handleCreateBranch, handleDeleteBranch } from '../operations/branchWriting.ts';
import {
  handleAcceptMergeRequest,
  handleCancelAutoMerge,
  handleCreateMergeRequest,
  handleUpdateMergeRequest,
} from '../operations/mergeRequestWriting.ts';
import {
  handleCompareRefs,
  handleGetCommitSequence,
  handleGetFile,
  handleGetMergeBase,
} from '../operations/repositoryFiles.ts';
import { handleApplySuggestion, handleApplySuggestions } from '../operations/suggestions.ts';
import { handleListTags } from '../operations/tags.ts';

/** Writing commits, discussions, statuses, files, merge requests and draft notes. */
export const reviewHandlers: HandlersOf<
  | 'getCommitSequence'
  | 'createCommit'
  | 'listCommitComments'
  | 'createCommitComment'
  | 'listCommitDiscussions'
  | 'createCommitDiscussion'
  | 'replyToCommitDiscussion'
  | 'updateCommitNote'
  | 'deleteCommitNote'
  | 'setCommitStatus'
  | 'getFile'
  | 'compareRefs'
  | 'listTags'
  | 'getChangelog'
  | 'getMergeBase'
  | 'getMergeRequest'
  | 'listMergeRequestVersions'
  | 'getMergeRequestVersion'
  | 'listMergeRequestDiffs'
  | 'listMergeRequestDiscussions'
  | 'createMergeRequestDiscussion'
  | 'replyToMergeRequestDiscussion'
  | 'resolveMergeRequestDiscussion'
  | 'listMergeRequestNotes'
  | 'createMergeRequestNote'
  | 'getMergeRequestNote'
  | 'updateMergeRequestNote'
  | 'deleteMergeRequestNote'
  | 'applySuggestion'
  | 'applySuggestions'
  | 'listMergeRequestCommits'
  | 'approveMergeRequest'
  | 'getMergeRequestApprovals'
  | 'getMergeRequestApprovalState'
  | 'unapproveMergeRequest'
  | 'listMergeRequestPipelines'
  | 'listPipelineJobs'
  | 'getJobLog'
  | 'listPipelines'
  | 'listPipelineBridges'
  | 'getJob'
  | 'getPipeline'
  | 'getTestReport'
  | 'getTestReportSummary'
  | 'retryJob'
  | 'playJob'
  | 'cancelJob'
  | 'retryPipeline'
  | 'cancelPipeline'
  | 'createPipeline'
  | 'createMergeRequest'
  | 'updateMergeRequest'
  | 'acceptMergeRequest'
  | 'cancelAutoMerge'
  | 'rebaseMergeRequest'
  | 'listMergeTrain'
  | 'addToMergeTrain'
  | 'createBranch'
  | 'deleteBranch'
  | 'listDraftNotes'
  | 'getDraftNote'
  | 'deleteDraftNote'
  | 'publishDraftNote'
  | 'createDraftNote'
  | 'updateDraftNote'
  | 'publishAllDraftNotes'
> = {
  getCommitSequence: handleGetCommitSequence,
  createCommit: handleCreateCommit,
  listCommitComments: handleListCommitComments,
  createCommitComment: handleCreateCommitComment,
  listCommitDiscussions: handleListCommitDiscussions,
  createCommitDiscussion: handleCreateCommitDiscussion,
  replyToCommitDiscussion: handleReplyToCommitDiscussion,
  updateCommitNote: handleUpdateCommitNote,
  deleteCommitNote: handleDeleteCommitNote,
  setCommitStatus: handleSetCommitStatus,
  getFile: handleGetFile,
  compareRefs: handleCompareRefs,
  listTags: handleListTags,
  getChangelog: handleGetChangelog,
  getMergeBase: handleGetMergeBase,
  getMergeRequest: handleGetMergeRequest,
  listMergeRequestVersions: handleListMergeRequestVersions,
  getMergeRequestVersion: handleGetMergeRequestVersion,
  listMergeRequestDiffs: handleListMergeRequestDiffs,
  listMergeRequestDiscussions: handleListMergeRequestDiscussions,
  createMergeRequestDiscussion: handleCreateMergeRequestDiscussion,
  replyToMergeRequestDiscussion: handleReplyToMergeRequestDiscussion,
  resolveMergeRequestDiscussion: handleResolveMergeRequestDiscussion,
  listMergeRequestNotes: handleListMergeRequestNotes,
  createMergeRequestNote: handleCreateMergeRequestNote,
  getMergeRequestNote: handleGetMergeRequestNote,
  updateMergeRequestNote: handleUpdateMergeRequestNote,
  deleteMergeRequestNote: handleDeleteMergeRequestNote,
  applySuggestion: handleApplySuggestion,
  applySuggestions: handleApplySuggestions,
  listMergeRequestCommits: handleListMergeRequestCommits,
  approveMergeRequest: handleApproveMergeRequest,
  getMergeRequestApprovals: handleGetMergeRequestApprovals,
  getMergeRequestApprovalState: handleGetMergeRequestApprovalState,
  unapproveMergeRequest: handleUnapproveMergeRequest,
  listMergeRequestPipelines: handleListMergeRequestPipelines,
  listPipelineJobs: handleListPipelineJobs,
  getJobLog: handleGetJobLog,
  listPipelines: handleListPipelines,
  listPipelineBridges: handleListPipelineBridges,
  getJob: handleGetJob,
  getPipeline: handleGetPipeline,
  getTestReport: handleGetTestReport,
  getTestReportSummary: handleGetTestReportSummary,
  retryJob: handleRetryJob,
  playJob: handlePlayJob,
  cancelJob: handleCancelJob,
  retryPipeline: handleRetryPipeline,
  cancelPipeline: handleCancelPipeline,
  createPipeline: handleCreatePipeline,
  createMergeRequest: handleCreateMergeRequest,
  updateMergeRequest: handleUpdateMergeRequest,
  acceptMergeRequest: handleAcceptMergeRequest,
  cancelAutoMerge: handleCancelAutoMerge,
  rebaseMergeRequest: handleRebaseMergeRequest,
  listMergeTrain: handleListMergeTrain,
  addToMergeTrain: handleAddToMergeTrain,
  createBranch: handleCreateBranch,
  deleteBranch: handleDeleteBranch,
  listDraftNotes: handleListDraftNotes,
  getDraftNote: handleGetDraftNote,
  deleteDraftNote: handleDeleteDraftNote,
  publishDraftNote: handlePublishDraftNote,
  createDraftNote: handleCreateDraftNote,
  updateDraftNote: handleUpdateDraftNote,
  publishAllDraftNotes: handlePublishAllDraftNotes,
};
