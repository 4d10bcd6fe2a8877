import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/commands.ts';
import type { App } from '../../../src/host/app.ts';
import { activated, signOut } from '../../support/inHost.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';

const needProject = [
  'graft.commits.filter',
  'graft.commits.clearFilter',
  'graft.commits.loadMore',
  'graft.commits.openPage',
  'graft.commits.openChanges',
  'graft.commits.openFile',
  'graft.commits.openInBrowser',
  'graft.commits.copySha',
  'graft.commits.copyLink',
  'graft.commits.cherryPick',
  'graft.commits.revert',
  'graft.commits.refresh',
  'graft.protectedBranches.refresh',
  'graft.protectedBranches.openInBrowser',
  'graft.project.detect',
];

const others: Readonly<Record<string, RegExp | 'asks' | 'shows' | 'notHere'>> = {
  'graft.accounts.add': 'asks',
  'graft.accounts.list': 'asks',
  'graft.accounts.remove': /^There is no account to remove\.$/,
  'graft.project.choose': /^You are not signed in\. Add an account first\.$/,
  'graft.comments.send': /^Use this at a comment in the diff editor/,
  'graft.comments.sendAgain': /^Use this at a comment in the diff editor/,
  'graft.comments.copyText': /^Use this at a comment in the diff editor/,
  'graft.comments.discardText': /^Use this at a comment in the diff editor/,
  'graft.commits.refreshConversation': /^Open a commit or one of its files first\.$/,
  'graft.commits.unsentComments': /^Every comment you wrote is on the server\.$/,
  'graft.message.apply': /^Open the message of a cherry-pick first\.$/,
  'graft.message.discard': /^Open the message of a cherry-pick first\.$/,
  'graft.log.show': 'shows',
  // starts a process of its own
  'graft.sandbox.start': 'notHere',
  'graft.sandbox.stop': /^The sample server is not running\.$/,
};

describe('the commands, where there is nothing to work on', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await signOut(app);
  });

  it('are all looked at here', () => {
    assert.deepEqual(Object.keys(commands).sort(), [...needProject, ...Object.keys(others)].sort());
  });

  describe('without an account', () => {
    for (const id of needProject) {
      it(`${id} says to sign in, and how`, async () => {
        await vscode.commands.executeCommand(id);
        assert.deepEqual(ui.said(), [
          {
            severity: 'Information',
            text: 'You are not signed in. Add an account first.',
            buttons: ['Add Account…'],
          },
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
      ui.willPress('Add Account…');
      await vscode.commands.executeCommand('graft.commits.cherryPick');
      await ui.box(/^Add Account/);
    });
  });

  describe('with an account but without a folder', () => {
    before(() => addAccount(app, 'maintainer'));
    after(() => signOut(app));

    for (const id of needProject) {
      it(`${id} says why there is no project, and offers to choose one`, async () => {
        await vscode.commands.executeCommand(id);
        assert.deepEqual(ui.said(), [
          {
            severity: 'Information',
            text: 'No project is open: there is no folder whose remotes could lead to one. Choose a project.',
            buttons: ['Choose Project…'],
          },
        ]);
      });
    }

    it('the offer to choose a project leads there', async () => {
      ui.willPress('Choose Project…');
      await vscode.commands.executeCommand('graft.commits.refresh');
      await ui.picker(/^Choose Project$/);
    });
  });
});
