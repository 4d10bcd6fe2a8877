import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { activated, signOut } from '../../support/window/inHost.ts';
import { addAccount } from '../accounts.ts';
import { commandIds } from '../commandTables.ts';
import { hands } from '../hands.ts';

/** Work on a group of any account. */
const needAccount: readonly string[] = [
  'graft.administration.chooseRoleGroup',
  'graft.administration.createMemberRole',
  'graft.administration.deleteMemberRole',
  'graft.administration.copyMemberRoles',
  'graft.administration.openMemberRolesInBrowser',
];

/** Ask for an account first; tested elsewhere from there on. */
const beginWithAccount: readonly string[] = [
  'graft.commits.openLink',
  'graft.transfers.exportProject',
  'graft.transfers.exportGroup',
  'graft.transfers.importProject',
  'graft.transfers.importProjectFromUrl',
  'graft.transfers.importProjectFromStorage',
  'graft.transfers.importGroup',
  'graft.transfers.importRelation',
  'graft.transfers.importGitRepository',
  'graft.transfers.importFromGithub',
  'graft.transfers.importGists',
  'graft.transfers.importFromBitbucketServer',
  'graft.transfers.importFromBitbucket',
  'graft.transfers.cancelImport',
  'graft.transfers.moveProject',
  'graft.accounts.openGraphqlExplorer',
];

/** Accept a URL instead of a project. */
const takeAddress: readonly string[] = [
  'graft.commits.compareSelected',
  'graft.board.add',
  'graft.board.backport',
  'graft.board.request',
  'graft.commits.showRefs',
  'graft.commits.showMergeRequests',
  'graft.commits.showSignature',
  'graft.commits.showStatuses',
  'graft.commits.setStatus',
  'graft.commits.openPage',
  'graft.commits.openChanges',
  'graft.commits.openFile',
  'graft.commits.openInBrowser',
  'graft.commits.comment',
  'graft.commits.copySha',
  'graft.commits.copyLink',
  'graft.commits.copyEditorLink',
  'graft.commits.cherryPick',
  'graft.commits.revert',
];

const noBoard = /^No backport board is open\.$/;
const noLog = /^Open the log of a job first\.$/;
const noMessage = /^Open the message of a cherry-pick or a resolution first\.$/;
const atComment = /^Use this command on a comment in the diff editor/;
const atOwnComment = /^Use this command on a comment of yours in the changes of a merge request/;
const atLines = /^Open a file of a merge request first, and select the lines\.$/;
const noJob = /^No exports or imports yet\.$/;
const noneUnderWay = /^No export or import is running\.$/;
const noComparison = /^Nothing is compared\. Choose “Compare…” first\.$/;

const others: Readonly<Record<string, RegExp | 'asks' | 'shows' | 'notHere'>> = {
  'graft.accounts.add': 'asks',
  'graft.accounts.list': 'asks',
  'graft.accounts.checkConnection': 'asks',
  'graft.accounts.clientCertificate': /^There is no account yet\.$/,
  'graft.accounts.remove': /^You are not signed in\.$/,
  'graft.accounts.chooseProject': /^You are not signed in\.$/,
  'graft.board.open': /^There are no backport boards yet\.$/,
  'graft.board.delete': /^There are no backport boards yet\.$/,
  'graft.board.addCommits': noBoard,
  'graft.board.addBranches': noBoard,
  'graft.board.test': noBoard,
  'graft.board.cancel': noBoard,
  'graft.board.keep': noBoard,
  'graft.board.selectCell': noBoard,
  'graft.board.showCell': noBoard,
  'graft.board.testCell': noBoard,
  'graft.board.requestCell': noBoard,
  'graft.board.editCellMessage': noBoard,
  'graft.board.resolveCell': noBoard,
  'graft.board.openCellCommit': noBoard,
  'graft.board.undoCell': noBoard,
  'graft.board.openCellRequest': noBoard,
  'graft.board.mergeCellRequest': noBoard,
  'graft.commits.commentOnLine': atComment,
  'graft.commits.sendComment': atComment,
  'graft.commits.editComment': atComment,
  'graft.commits.saveComment': atComment,
  'graft.commits.cancelCommentEdit': atComment,
  'graft.commits.deleteComment': atComment,
  'graft.commits.sendCommentAgain': atComment,
  'graft.commits.copyCommentText': atComment,
  'graft.commits.discardCommentText': atComment,
  'graft.commits.refreshConversation': /^Open a commit or one of its files first\.$/,
  'graft.commits.unsentComments': /^There are no unsaved comments\.$/,
  'graft.board.markResolved': /^Open a file in conflict first/,
  'graft.board.commitResolution': /^Open a file in conflict first/,
  'graft.board.commitMessage': noMessage,
  'graft.commits.applyMessage': noMessage,
  'graft.commits.discardMessage': noMessage,
  'graft.mergeRequests.discard': /^Open the text of a new merge request first\.$/,
  'graft.mergeRequests.saveText': /^Open the text of a merge request first\.$/,
  'graft.pipelines.retryJob': noLog,
  'graft.pipelines.startJob': noLog,
  'graft.pipelines.cancelJob': noLog,
  'graft.composer.addAction': /^Open a new commit on the server first\.$/,
  'graft.composer.chooseBranch': /^Open a new commit on the server first\.$/,
  'graft.composer.showRequest': /^Open a new commit on the server first\.$/,
  'graft.composer.send': /^Open a new commit on the server first\.$/,
  'graft.reviews.goBack': /^No merge request is checked out\.$/,
  'graft.reviews.nextFile': /^Open a file of a merge request first\.$/,
  'graft.reviews.previousFile': /^Open a file of a merge request first\.$/,
  'graft.reviews.nextCommit': /^Open a file of a merge request first\.$/,
  'graft.reviews.previousCommit': /^Open a file of a merge request first\.$/,
  'graft.reviews.openWorkingFile': /^Open a file of a merge request first\.$/,
  'graft.reviews.markViewed': /^Open a file in the changes of a whole merge request first\.$/,
  'graft.reviews.insertSuggestion': /^Select lines in the diff of a merge request first\.$/,
  'graft.accounts.showLog': 'shows',
  'graft.accounts.getStarted': 'shows',
  'graft.accounts.showRequests': 'shows',
  'graft.accounts.copyRequests': 'shows',
  'graft.commits.swapComparison': noComparison,
  'graft.commits.changeComparison': noComparison,
  'graft.commits.filesFirst': noComparison,
  'graft.commits.endComparison': noComparison,
  'graft.commits.openComparedFiles': noComparison,
  'graft.commits.browseComparison': noComparison,
  'graft.reviews.comment': atLines,
  'graft.reviews.addToReview': atLines,
  'graft.reviews.addAndResolve': atLines,
  'graft.reviews.addAndReopen': atLines,
  'graft.reviews.commentNow': atLines,
  // comment box actions, not in the palette
  'graft.reviews.editComment': atOwnComment,
  'graft.reviews.saveComment': atOwnComment,
  'graft.reviews.deleteComment': atOwnComment,
  'graft.reviews.react': /^Use this command on a comment/,
  'graft.reviews.applySuggestion': /^Use this command on a comment with a suggestion/,
  'graft.reviews.saveDraft': 'shows',
  'graft.reviews.cancelEdit': 'shows',
  'graft.administration.refresh': 'shows',
  'graft.transfers.start': 'asks',
  'graft.transfers.saveAgain': /^No finished export has an archive to save\.$/,
  'graft.transfers.showMoveReport': /^No move has been compared yet\.$/,
  'graft.transfers.copyMoveReport': /^No move has been compared yet\.$/,
  'graft.transfers.compareMove': /^No project has been moved yet\.$/,
  'graft.transfers.importMoveAgain': /^No archive of a move is saved\.$/,
  'graft.transfers.openJob': noJob,
  'graft.transfers.checkJob': noneUnderWay,
  'graft.transfers.cancelJob': noneUnderWay,
  'graft.transfers.removeJob': noJob,
  'graft.transfers.removeEndedJobs': 'shows',
  'graft.transfers.openJobInBrowser': /^No export or import has a page on the server\.$/,
  'graft.transfers.downloadInBrowser': /^No export has an archive to download in a browser\.$/,
  'graft.transfers.revealFile': /^No archive saved yet\.$/,
  // starts a process
  'graft.accounts.startSampleServer': 'notHere',
  'graft.accounts.sampleServer': /^The sample server is not running\.$/,
  'graft.accounts.openTour': /^The sample server is not running\.$/,
  'graft.accounts.tryRepository': /^Open a folder with a git repository first\.$/,
  'graft.accounts.stopSampleServer': /^The sample server is not running\.$/,
  'graft.backports.cancel': 'shows',
  'graft.board.cancelMissing': 'shows',
  'graft.board.closeMissing': 'shows',
  'graft.iterations.clearSearch': 'shows',
  'graft.reviews.clearSearch': 'shows',
  'graft.protectedBranches.clearSearch': 'shows',
};

const needProject = commandIds.filter((id) => ![...needAccount, ...beginWithAccount].includes(id) && !(id in others));

describe('the commands, where there is nothing to work on', function () {
  this.timeout(15_000);
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await signOut(app);
  });

  it('are named here where they do without a project', () => {
    const named = [...needAccount, ...beginWithAccount, ...takeAddress, ...Object.keys(others)];
    assert.deepEqual(
      named.filter((id) => !commandIds.includes(id)),
      [],
    );
  });

  describe('without an account', () => {
    for (const id of [...needProject, ...needAccount, ...beginWithAccount]) {
      it(`${id} says to sign in, and how`, async () => {
        await vscode.commands.executeCommand(id);
        assert.deepEqual(ui.said(), [
          { severity: 'Information', text: 'You are not signed in.', buttons: ['Sign In…'] },
        ]);
      });
    }

    for (const [id, outcome] of Object.entries(others).filter(([, expected]) => expected !== 'notHere')) {
      it(`${id} ${outcome instanceof RegExp ? 'says what is missing' : outcome}`, async () => {
        const done = vscode.commands.executeCommand(id);
        if (outcome instanceof RegExp) await ui.hears(outcome);
        if (outcome === 'asks') await ui.opened();
        else await done;
        assert.equal(ui.said().length, outcome instanceof RegExp ? 1 : 0);
      });
    }

    it('the offer to add an account leads there', async () => {
      ui.willPress('Sign In…');
      await vscode.commands.executeCommand('graft.commits.cherryPick');
      await ui.picker(/^Sign In/);
    });
  });

  describe('with an account but without a folder', () => {
    before(() => addAccount(app, 'maintainer'));
    after(() => signOut(app));

    for (const id of needProject.filter((each) => !takeAddress.includes(each))) {
      it(`${id} says why there is no project, and offers to choose one`, async () => {
        await vscode.commands.executeCommand(id);
        assert.deepEqual(ui.said(), [
          {
            severity: 'Information',
            text: 'No project is open: no folder is open to detect it from. Choose a project.',
            buttons: ['Choose Project…'],
          },
        ]);
      });
    }

    for (const id of takeAddress) {
      it(`${id} asks for the address of a commit`, async () => {
        const done = vscode.commands.executeCommand(id);
        await ui.picker(/^No project is open. Paste the URL of a commit$/);
        await ui.escape();
        await done;
        assert.deepEqual(ui.said(), []);
      });
    }

    for (const id of needAccount) {
      it(`${id} asks which group`, async () => {
        const done = vscode.commands.executeCommand(id);
        await ui.opened();
        await ui.escape();
        await done;
        assert.deepEqual(ui.said(), []);
      });
    }

    it('the offer to choose a project leads there', async () => {
      ui.willPress('Choose Project…');
      await vscode.commands.executeCommand('graft.commits.refresh');
      await ui.picker(/^Choose Project$/);
    });
  });
});
