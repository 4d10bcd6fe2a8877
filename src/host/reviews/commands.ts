import { applySuggestion } from './threads/applySuggestion.ts';
import type { ReviewsArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';
import { changeReviewers } from './changeReviewers.ts';
import { checkOutBranch, goBackToBranch } from './branch/checkOut.ts';
import { chooseLine } from './threads/chooseLine.ts';
import {
  openMergeRequestInBrowser,
  copyMergeRequestLink,
  openAllChanges,
  openDraft,
  openFile,
  pin,
  reviewCurrentBranch,
  reviewMergeRequest,
} from './files/openReview.ts';
import { openThread } from './threads/openThread.ts';
import {
  cancelEdit,
  copyText,
  deleteDraft,
  discardText,
  editDraft,
  saveDraft,
  sendAgain,
} from './drafts/draftCommands.ts';
import { deleteComment, editComment, saveComment } from './drafts/publishedComments.ts';
import { publishCommands } from './publish/publishCommands.ts';
import type { GroupName } from './view/rows.ts';
import { markViewed } from './files/markViewed.ts';
import { goToThread } from './threads/nextThread.ts';
import { insertSuggestion } from './threads/suggest.ts';
import { resolveThread } from './threads/resolveThread.ts';
import { goToFile, openWorkingFile } from './files/nextFile.ts';
import { searchMergeRequests } from './view/searchMergeRequests.ts';
import { openSinceReview } from './files/openSince.ts';
import { reactToComment } from './threads/reactToComment.ts';
import { goToCommit, reviewCommit } from './files/reviewCommit.ts';
import { commentOnFile, commentOnMergeRequest } from './files/wholeComments.ts';
import { commentHere, writeReply } from './drafts/writeComment.ts';

export const reviewCommands: CommandTable<ReviewsArea> = {
  ...publishCommands,
  'graft.reviews.refresh': (area) => refresh(area, area.reviews.view),
  'graft.reviews.loadMore': async (area, argument) => {
    if (!(await requireProject(area))) return;
    await area.reviews.view.loadMore(typeof argument === 'string' ? (argument as GroupName) : 'review');
  },
  'graft.reviews.search': searchMergeRequests,
  'graft.reviews.clearSearch': (area) => area.reviews.view.searchFor(''),
  'graft.reviews.review': reviewMergeRequest,
  'graft.reviews.reviewBranch': reviewCurrentBranch,
  'graft.reviews.checkOut': checkOutBranch,
  'graft.reviews.goBack': goBackToBranch,
  'graft.reviews.openChanges': openAllChanges,
  'graft.reviews.openFile': openFile,
  'graft.reviews.openCommit': reviewCommit,
  'graft.reviews.openSince': openSinceReview,
  'graft.reviews.nextFile': (area, argument) => goToFile(area, argument, 1),
  'graft.reviews.previousFile': (area, argument) => goToFile(area, argument, -1),
  'graft.reviews.nextCommit': (area, argument) => goToCommit(area, argument, 1),
  'graft.reviews.previousCommit': (area, argument) => goToCommit(area, argument, -1),
  'graft.reviews.openWorkingFile': openWorkingFile,
  'graft.reviews.markViewed': markViewed,
  'graft.reviews.hideViewed': (area) => hideViewed(area, true),
  'graft.reviews.showViewed': (area) => hideViewed(area, false),
  'graft.reviews.showAsTree': (area) => showAsTree(area, true),
  'graft.reviews.showAsList': (area) => showAsTree(area, false),
  'graft.reviews.openDraft': openDraft,
  'graft.reviews.openInBrowser': openMergeRequestInBrowser,
  'graft.reviews.copyLink': copyMergeRequestLink,
  'graft.reviews.pin': (area, argument) => pin(area, argument, true),
  'graft.reviews.unpin': (area, argument) => pin(area, argument, false),
  'graft.reviews.changeReviewers': changeReviewers,
  'graft.reviews.comment': commentHere,
  'graft.reviews.commentOnFile': commentOnFile,
  'graft.reviews.commentOnRequest': commentOnMergeRequest,
  'graft.reviews.addToReview': (area, reply) => writeReply(area, reply, { isPublic: false, resolves: false }),
  'graft.reviews.addAndResolve': (area, reply) => writeReply(area, reply, { isPublic: false, resolves: true }),
  'graft.reviews.addAndReopen': (area, reply) => writeReply(area, reply, { isPublic: false, resolves: false }),
  'graft.reviews.commentNow': (area, reply) => writeReply(area, reply, { isPublic: true, resolves: false }),
  'graft.reviews.insertSuggestion': insertSuggestion,
  'graft.reviews.nextThread': (area, argument) => goToThread(area, argument, 1),
  'graft.reviews.previousThread': (area, argument) => goToThread(area, argument, -1),
  'graft.reviews.openThread': openThread,
  'graft.reviews.resolve': (area, thread) => resolveThread(area, thread, true),
  'graft.reviews.reopen': (area, thread) => resolveThread(area, thread, false),
  'graft.reviews.editDraft': editDraft,
  'graft.reviews.saveDraft': saveDraft,
  'graft.reviews.cancelEdit': cancelEdit,
  'graft.reviews.deleteDraft': deleteDraft,
  'graft.reviews.editComment': editComment,
  'graft.reviews.saveComment': saveComment,
  'graft.reviews.deleteComment': deleteComment,
  'graft.reviews.applySuggestion': applySuggestion,
  'graft.reviews.react': reactToComment,
  'graft.reviews.sendAgain': sendAgain,
  'graft.reviews.chooseLine': chooseLine,
  'graft.reviews.copyText': copyText,
  'graft.reviews.discardText': discardText,
};

const hideViewed = async (area: ReviewsArea, isHidden: boolean): Promise<void> => {
  const open = await requireProject(area);
  if (open) await area.reviews.viewed.hide(open.account.id, isHidden);
};

const showAsTree = async (area: ReviewsArea, isTree: boolean): Promise<void> => {
  if (await requireProject(area)) await area.reviews.showAsTree(isTree);
};
