import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { fileVersionUri } from '../../../src/host/kit/pages/fileVersions.ts';
import { protectBranch, type ProtectedBranch } from '../../../src/wire/protectedBranches.ts';
import { git } from '../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import type { LocalRepository } from '../../../src/host/shell/gitExtension.ts';
import { poll } from '../../support/poll.ts';
import { addAccount } from '../accounts.ts';
import { asksAnew } from '../askAgain.ts';
import { hands } from '../hands.ts';
import { openProject } from '../projects.ts';
import { dropRule, findRule } from './worlds.ts';

const name = 'hotfix/*';

interface GitExtension {
  getAPI(version: 1): { readonly onDidOpenRepository: vscode.Event<unknown> };
}

describe('protected branches under strain', function () {
  this.timeout(60_000);
  const ui = hands();
  const step = (title: RegExp, row: RegExp): Promise<void> => ui.step(title, row);
  let app: App;

  before(async () => {
    app = await activated();
  });

  beforeEach(() => setFaults([]));

  afterEach(async () => {
    await setFaults([]);
    await app.project.detect();
    await signOut(app);
  });

  const open = (): NonNullable<App['project']['open']> => app.project.open ?? assert.fail('no project is open');
  const freshRule = async (): Promise<ProtectedBranch> => {
    await dropRule(open(), name);
    const made = await open().client.send(protectBranch, { id: open().project.id, name });
    await app.protectedBranches.refresh();
    await forgetRequests();
    return made;
  };
  const answerFor = async (branch: string): Promise<{ readonly title: string; readonly rows: readonly string[] }> => {
    const asked = vscode.commands.executeCommand('graft.protectedBranches.canPush', branch);
    const answer = await ui.picker(/Your access to/);
    const rows = answer.items.map(({ label, description }) => [label, description].filter(Boolean).join(' · '));
    const { title = '' } = answer;
    await ui.escape();
    await asked;
    return { title, rows };
  };
  const allowForcePush = async (): Promise<Thenable<unknown>> => {
    const running = vscode.commands.executeCommand('graft.protectedBranches.edit', name);
    await step(/Edit the Rule hotfix/, /Force push/);
    ui.willPress('Save');
    await step(/Edit the Rule hotfix/, /Review and save/);
    return running;
  };

  it('a change that did not arrive is said to be undone, and made again on demand', async () => {
    await signIn(app);
    await freshRule();
    await setFaults([{ operation: 'P4', fault: 'resetBefore', times: 1 }]);
    ui.willPress('Try Again');
    const running = await allowForcePush();
    await ui.hears(/^The rule hotfix\/\* is unchanged\. Nothing was sent twice\. .* can’t be reached/);
    await ui.hears(/^The rule hotfix\/\* was changed\.$/);
    await running;
    assert.equal((await findRule(open(), name))?.allow_force_push, true);
  });

  it('a token that may only read is said to lack its scope before anything is typed', async () => {
    await signIn(app, 'readOnly');
    for (const verb of ['protect', 'edit', 'unprotect']) {
      ui.forget();
      await vscode.commands.executeCommand(`graft.protectedBranches.${verb}`);
      await ui.hears(/^Your token is read-only\..*scope “api”/);
    }
    assert.equal((await answerFor('main')).title.startsWith('You may'), true);
  });

  it('an archived project takes no push and no rule', async () => {
    const account = await addAccount(app, 'maintainer');
    await openProject(app, account, 'acme/archive');
    assert.equal((await answerFor('main')).title, 'You may not push to main: the project is archived.');
    await vscode.commands.executeCommand('graft.protectedBranches.protect');
    await ui.hears(/acme\/archive is archived: its rules cannot be changed/);
  });

  it('a rule of the group is marked and left alone', async () => {
    const account = await addAccount(app, 'owner');
    await openProject(app, account, 'acme/tools/seedling');
    const rows = await settledRows(app.protectedBranches);
    const row = rows.find(({ label }) => label === 'main') ?? assert.fail('no row');
    assert.match(row.text, /from the group/);
    assert.match(String(row.item.contextValue), /inherited/);
    await vscode.commands.executeCommand('graft.protectedBranches.edit', row.row);
    await ui.hears(/The rule main is inherited from the group of acme\/tools\/seedling/);
    const { rows: told } = await answerFor('main');
    assert.ok(told.includes('$(shield) main · Exact rule · from the group'), told.join('\n'));
    assert.ok(told.includes('$(lock) Unprotect · No: the rule main comes from the group'), told.join('\n'));
  });

  it('a project one no longer has access to leaves nothing but what is unknown', async () => {
    await signIn(app);
    await settledRows(app.protectedBranches);
    await setFaults([{ operation: '*', fault: 'status', status: 404, body: { message: '404 Project Not Found' } }]);
    app.branchRights.clear();
    await app.branchRights.refresh();
    const { title, rows } = await answerFor('main');
    assert.equal(title, 'It is unknown whether you may push to main: the rules could not be read.');
    assert.ok(!rows.some((row) => /is not on the server yet/.test(row)), rows.join('\n'));
    assert.ok(rows.includes('$(error) Not everything could be read'), rows.join('\n'));
  });

  it('rules one may not see are told from rules that could not be read', async () => {
    await signIn(app);
    const last = async (status: number, body: unknown): Promise<{ readonly text: string; readonly icon: string }> => {
      await setFaults([{ operation: 'listProtectedBranches', fault: 'status', status, body }]);
      await app.protectedBranches.refresh();
      const rows = await settledRows(app.protectedBranches);
      const { text, item } = rows.find((row) => row.text.includes('could not be loaded')) ?? assert.fail('no row');
      return { text, icon: item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : '' };
    };
    const forbidden = await last(403, { message: '403 Forbidden' });
    assert.match(forbidden.text, /could not be loaded · .* denied access: “403 Forbidden”/);
    assert.equal(forbidden.icon, 'lock');
    const failed = await last(500, { message: '500 Internal Server Error' });
    assert.match(failed.text, /could not be loaded · .* returned an error/);
    assert.equal(failed.icon, 'error');
  });

  const viewSays = (words: RegExp): Promise<true> =>
    poll(async () => ((await settledRows(app.protectedBranches))[0]?.text.match(words) ? true : undefined), {
      what: `the view to say ${String(words)}`,
    });

  it('the view and the status bar say the same of the branch, however a refresh has failed', async () => {
    await signIn(app);
    await vscode.commands.executeCommand('graft.protectedBranches.focus');
    await viewSays(/you may push/);
    await poll(() => app.pushStatus.text?.includes('Push allowed'), { what: 'the status of main' });
    await setFaults([
      { operation: 'listProtectedBranches', fault: 'status', status: 500 },
      { operation: 'getBranch', fault: 'status', status: 500, times: 1 },
    ]);
    await app.protectedBranches.refresh();
    await viewSays(/push unknown/);
    assert.match(app.pushStatus.text ?? '', /Push: unknown/);
    // the second request succeeds
    await poll(() => app.pushStatus.text?.includes('Push allowed'), { what: 'the next answer' });
    await viewSays(/you may push/);
  });

  it('a refresh asks anew, whatever answer is still awaited', async () => {
    await signIn(app);
    await viewSays(/you may push/);
    for (const operation of ['listProtectedBranches', 'listProjectMembers', 'getBranch']) {
      await asksAnew('graft.protectedBranches.refresh', operation, app.branchRights.onDidAnswer);
      await viewSays(/you may push/);
    }
  });

  it('a window on a known project asks each thing once', async () => {
    await signIn(app, 'developer');
    await poll(() => app.pushStatus.text, { what: 'the status of main' });
    await signOut(app);
    await poll(() => app.pushStatus.text === undefined, { what: 'the status to go with the account' });
    await forgetRequests();
    await signIn(app, 'developer');
    await settledRows(app.protectedBranches);
    await poll(() => app.pushStatus.text, { what: 'the status of main' });
    await app.project.find();
    const names = (await receivedRequests()).map(({ operation }) => operation ?? '');
    const count = (operation: string): number => names.filter((each) => each === operation).length;
    for (const operation of ['listProtectedBranches', 'getBranch', 'listProjectMembers']) {
      assert.equal(count(operation), 1, `${operation} in ${names.join()}`);
    }
  });

  it('the status bar says nothing where the folder has no branch, or the project is another one', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    await signIn(app);
    await poll(() => app.pushStatus.text, { what: 'the status of main' });
    try {
      git(folder, 'checkout', '--quiet', '--detach');
      await poll(() => app.pushStatus.text === undefined, { what: 'the status to go' });
      await poll(async () => (await settledRows(app.protectedBranches))[0]?.row.kind === 'rule', {
        what: 'the row of the branch to go',
      });
      git(folder, 'checkout', '--quiet', '-b', 'mine', '--track', 'origin/main');
      await poll(() => app.pushStatus.text, { what: 'the status of the upstream' });
      await poll(
        async () => (await settledRows(app.protectedBranches))[0]?.text === 'main · you may push · current branch',
        { what: 'the row of the upstream' },
      );
    } finally {
      git(folder, 'checkout', '--quiet', 'main');
      git(folder, 'branch', '-q', '-D', 'mine');
    }
    await poll(() => app.pushStatus.text, { what: 'the status of main' });
    // the clone's project keeps its branch even if chosen by hand
    await app.project.choose(open().account, open().project);
    await poll(() => app.pushStatus.text, { what: 'the status of main' });
    await openProject(app, open().account, 'acme/tools/seedling');
    await poll(() => app.pushStatus.text === undefined, { what: 'the status to go' });
    await app.project.detect();
    assert.ok(!ui.said().some(({ severity }) => severity === 'Error'));
  });

  it('the answer is about the repository of the project when another one is open beside it', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    const beside = path.join(path.dirname(folder), 'beside');
    git(folder, 'worktree', 'add', '--quiet', '-b', 'beside', beside);
    await signIn(app, 'developer');
    await poll(() => app.pushStatus.text?.includes('No push'), { what: 'the status of main' });
    await vscode.commands.executeCommand('git.openRepository', beside);
    await poll(async () => (await app.repositories.list()).length === 2, { what: 'the worktree' });
    await app.project.find();
    const { root } = open();
    const branch = path.basename(root?.fsPath ?? '') === 'beside' ? 'beside' : 'main';
    assert.equal((await app.currentBranch.of(open()))?.name, branch);
    const expected = branch === 'main' ? 'No push' : 'Push allowed';
    await poll(() => app.pushStatus.text?.includes(expected), { what: `the status of ${branch}` });
  });

  it('nothing is said of another repository whose file is in front, and its project is offered', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    const other = path.join(path.dirname(folder), 'seedling');
    git(path.dirname(folder), 'clone', '--quiet', '--bare', folder, `${other}.git`);
    git(path.dirname(folder), 'clone', '--quiet', `${other}.git`, other);
    git(other, 'remote', 'set-url', 'origin', `${sandbox().url}/acme/tools/seedling.git`);
    await signIn(app, 'maintainer');
    const { onDidOpenRepository } = vscode.extensions.getExtension<GitExtension>('vscode.git')?.exports.getAPI(1) ?? {};
    const first = new Promise<readonly LocalRepository[]>((resolve) => {
      onDidOpenRepository?.(() => resolve(app.repositories.list()));
    });
    await vscode.commands.executeCommand('git.openRepository', other);
    // Git reads a repository after it has opened it
    const remotes = (await first).find(({ root }) => root.fsPath === other)?.remotes.map(({ name }) => name);
    assert.deepEqual(remotes, ['origin']);
    const own = open().root ?? assert.fail('no clone');
    const show = (root: vscode.Uri): Thenable<vscode.TextEditor> =>
      vscode.window.showTextDocument(vscode.Uri.joinPath(root, 'README.md'));
    await show(own);
    const { path_with_namespace: project, id: projectId } = open().project;
    await poll(() => app.pushStatus.text?.includes(`${project}: `), { what: `the status of ${project}` });
    const editor = await show(vscode.Uri.file(other));
    await poll(() => app.pushStatus.text === undefined, { what: 'the status to go' });

    ui.willPress('Switch Project');
    await vscode.commands.executeCommand('graft.commits.fileHistory', editor.document.uri);
    await ui.hears(new RegExp(`^README.md is in the repository seedling, but Graft shows the project ${project}\\.$`));
    assert.deepEqual(
      [open().project.path_with_namespace, open().root?.fsPath, app.commits.filter.path],
      ['acme/tools/seedling', other, 'README.md'],
    );
    await poll(() => app.pushStatus.text?.includes('acme/tools/seedling: '), { what: 'the status of the other' });
    await vscode.commands.executeCommand('graft.composer.all', { rootUri: own });
    await ui.hears(/^These changes are in the repository .+, but Graft shows the project acme\/tools\/seedling\.$/);
    ui.willPress('Switch Project');
    const version = { account: open().account.id, project: projectId, path: 'README.md', ref: 'main' };
    await vscode.commands.executeCommand('graft.commits.fileHistory', fileVersionUri(version));
    await ui.hears(/^This file belongs to a project other than acme\/tools\/seedling\.$/);
    assert.deepEqual([open().project.path_with_namespace, app.commits.filter.path], [project, 'README.md']);
    await app.commits.setFilter({});
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('git.close', vscode.Uri.file(other));
    await poll(async () => (await app.repositories.list()).every(({ root }) => root.fsPath !== other), {
      what: 'the end',
    });
  });
});
