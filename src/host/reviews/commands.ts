import { type CommandTable, refresh } from '../command.ts';
import { requireProject } from '../project/requireProject.ts';
import { chooseLine } from './chooseLine.ts';
import {
  browseRequest,
  copyRequestLink,
  openAllChanges,
  openDraft,
  openFile,
  reviewCurrentBranch,
  reviewMergeRequest,
} from './openReview.ts';
import { cancelEdit, copyText, deleteDraft, discardText, editDraft, saveDraft, sendAgain } from './ownTexts.ts';
import type { GroupName } from './rows.ts';
import { insertSuggestion } from './suggest.ts';
import { settleThread } from './settleThread.ts';
import { commentOnFile, commentOnRequest } from './wholeComments.ts';
import { commentHere, writeReply } from './writing.ts';

const groups: readonly GroupName[] = ['unsaved', 'branch', 'upstream', 'review', 'mine'];

/** The commands on reviews. */
export const reviewCommands: CommandTable = {
  'graft.reviews.refresh': (app) => refresh(app, app.reviews.view),
  'graft.reviews.loadMore': async (app, argument) => {
    if (!(await requireProject(app))) return;
    await app.reviews.view.loadMore(groups.find((group) => group === argument) ?? 'review');
  },
  'graft.reviews.review': reviewMergeRequest,
  'graft.reviews.reviewBranch': reviewCurrentBranch,
  'graft.reviews.openChanges': openAllChanges,
  'graft.reviews.openFile': openFile,
  'graft.reviews.openDraft': openDraft,
  'graft.reviews.openInBrowser': browseRequest,
  'graft.reviews.copyLink': copyRequestLink,
  'graft.reviews.comment': commentHere,
  'graft.reviews.commentOnFile': commentOnFile,
  'graft.reviews.commentOnRequest': commentOnRequest,
  'graft.reviews.addToReview': (app, reply) => writeReply(app, reply, { isPublic: false, resolves: false }),
  'graft.reviews.addAndResolve': (app, reply) => writeReply(app, reply, { isPublic: false, resolves: true }),
  'graft.reviews.addAndReopen': (app, reply) => writeReply(app, reply, { isPublic: false, resolves: false }),
  'graft.reviews.commentNow': (app, reply) => writeReply(app, reply, { isPublic: true, resolves: false }),
  'graft.reviews.insertSuggestion': insertSuggestion,
  'graft.reviews.resolve': (app, thread) => settleThread(app, thread, true),
  'graft.reviews.reopen': (app, thread) => settleThread(app, thread, false),
  'graft.reviews.editDraft': editDraft,
  'graft.reviews.saveDraft': saveDraft,
  'graft.reviews.cancelEdit': cancelEdit,
  'graft.reviews.deleteDraft': deleteDraft,
  'graft.reviews.sendAgain': sendAgain,
  'graft.reviews.chooseLine': chooseLine,
  'graft.reviews.copyText': copyText,
  'graft.reviews.discardText': discardText,
};
