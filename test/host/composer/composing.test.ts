import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { Composition } from '../../../src/host/composer/composition.ts';
import { openComposed } from '../../../src/host/composer/contents.ts';
import { git } from '../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  type SandboxWorld,
  setFaults,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { readWorld } from '../../support/window/world.ts';
import { hands } from '../hands.ts';

type World = SandboxWorld & Readonly<Record<'staged' | 'unstaged' | 'renamed' | 'gone', string>>;

describe('composing a commit in a window on a clone', function () {
  this.timeout(60_000);
  const user = hands();
  let app: App;

  const world = (): World => readWorld<World>();
  const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
  const sent = async (operation: string): Promise<number> =>
    (await receivedRequests()).filter((request) => request.operation === operation).length;

  before(async () => {
    app = await activated();
    await signIn(app);
  });
  after(async () => {
    await setFaults([]);
    await signOut(app);
  });
  beforeEach(async () => {
    await setFaults([]);
    await forgetRequests();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const composed = async (command: string, ...args: readonly unknown[]): Promise<Composition> => {
    void vscode.commands.executeCommand(command, ...args);
    return poll(
      () => {
        const { active } = app.composers;
        return active?.facts.state === 'ready' ? active : undefined;
      },
      { what: `a composer after ${command}`, timeoutMs: 20_000 },
    );
  };
  const kinds = ({ facts }: Composition): readonly string[] =>
    facts.entries.map(({ action }) => `${action.kind} ${action.path}`).toSorted();

  it('reads the staged changes, and all of them with what is left out', async () => {
    const { staged, unstaged, renamed, gone } = world();
    assert.deepEqual(
      kinds(await composed('graft.composer.staged')),
      [`move ${renamed}`, `update ${staged}`].toSorted(),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const all = await composed('graft.composer.all');
    assert.deepEqual(
      kinds(all),
      [
        'create bytes.bin',
        'create run.sh',
        `delete ${gone}`,
        `move ${renamed}`,
        `update ${staged}`,
        `update ${unstaged}`,
      ].toSorted(),
    );
    assert.deepEqual(all.facts.local?.leftOut, [{ path: 'link', reason: 'symlink' }]);
    assert.equal(all.facts.saved.branch, 'main');
  });

  it('takes what Source Control and the explorer name', async () => {
    const { unstaged, staged } = world();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    const uri = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, name));
    const resources = [{ resourceUri: uri(staged) }, { resourceUri: uri(unstaged) }, { resourceUri: uri('run.sh') }];
    const chosen = await composed('graft.composer.files', ...resources);
    assert.deepEqual(kinds(chosen), ['create run.sh', `update ${staged}`, `update ${unstaged}`].toSorted());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const uris = [uri('run.sh'), uri('bytes.bin')];
    assert.deepEqual(kinds(await composed('graft.composer.files', uris[0], uris)), [
      'create bytes.bin',
      'create run.sh',
    ]);
  });

  it('opens a changed file beside the server’s version, and a new or deleted one as it is', async () => {
    const { unstaged, gone } = world();
    const composition = await composed('graft.composer.all');
    const tab = (name: string): Promise<vscode.Tab> =>
      poll(() => vscode.window.tabGroups.activeTabGroup.tabs.find(({ label }) => label.startsWith(name)), {
        what: `the tab of ${name}`,
      });
    for (const [file, kind] of [
      [unstaged, vscode.TabInputTextDiff],
      ['run.sh', vscode.TabInputText],
      [gone, vscode.TabInputText],
    ] as const) {
      await openComposed(composition, file);
      const { input } = await tab(path.basename(file));
      assert.ok(input instanceof kind, file);
    }
  });

  it('shows the whole request before it goes: guards, modes, encodings, and nothing the server has already', async () => {
    const { unstaged, gone, renamed } = world();
    const composition = await composed('graft.composer.all');
    await composition.write('Everything at once');
    await vscode.commands.executeCommand('graft.composer.showRequest');
    const shown = await poll(
      () => vscode.window.activeTextEditor?.document.uri.path === '/Request.json' && vscode.window.activeTextEditor,
      { what: 'the request' },
    );
    const read = (): { readonly request: string; readonly body: Readonly<Record<string, unknown>> } =>
      JSON.parse(shown.document.getText()) as ReturnType<typeof read>;
    const { request, body } = read();
    assert.match(request, /^POST http:\/\/127\.0\.0\.1:\d+\/api\/v4\/projects\/\d+\/repository\/commits$/);
    assert.doesNotMatch(shown.document.getText(), new RegExp(sandbox().tokens['maintainer'] ?? 'no token'));
    const last = (file: string): string => ask('log', '-1', '--format=%H', 'main', '--', file);
    assert.partialDeepStrictEqual(body, { branch: 'main', commit_message: 'Everything at once' });
    const actions = body['actions'] as readonly Readonly<Record<string, unknown>>[];
    const about = (file: string) => actions.find(({ file_path: name }) => name === file);
    assert.partialDeepStrictEqual(about(unstaged), {
      action: 'update',
      content: 'unstaged\r\n',
      encoding: 'text',
      last_commit_id: last(unstaged),
    });
    assert.deepEqual(about(gone), { action: 'delete', file_path: gone, last_commit_id: last(gone) });
    assert.equal(about(renamed)?.['action'], 'move');
    assert.partialDeepStrictEqual(about('bytes.bin'), { encoding: 'base64', content: 'AAEC/w==' });
    assert.deepEqual(actions.at(-1), { action: 'chmod', file_path: 'run.sh', execute_filemode: true });
    // the request preview follows later changes
    await composition.change({ branch: 'made/else', start: { kind: 'branch', name: 'main' } }, 'check');
    await poll(() => read().body['branch'] === 'made/else', { what: 'the request as it is now' });
    await composition.change({ branch: 'main', start: undefined }, 'check');
  });

  it('asks before it overwrites a branch, and says which commits go', async () => {
    const { target } = sandbox();
    const tip = ask('rev-parse', target);
    const composition = await composed('graft.composer.staged');
    await composition.write('Overwrite it');
    await composition.change({ branch: target, start: { kind: 'branch', name: 'main' }, force: true }, 'check');
    assert.equal(composition.isBlocked, false);
    await vscode.commands.executeCommand('graft.composer.send');
    const question = await user.hears(/release\/1\.0 will be overwritten: \d+ commits? will be lost|will be moved/);
    assert.deepEqual(question.buttons, [`Overwrite ${target}`]);
    assert.equal(ask('rev-parse', target), tip);
    assert.equal(await sent('createCommit'), 0);
    assert.equal(app.unsentTexts.get(`composer ${composition.id}`)?.text, 'Overwrite it');
    await composition.change({ branch: 'main', start: undefined, force: false }, 'check');
  });

  it('says that a branch has moved, was created or deleted only where that is so', async () => {
    const composition = await composed('graft.composer.staged');
    await composition.write('Where is it?');
    const tip = ask('rev-parse', 'main');
    const sending = async (): Promise<string> => {
      user.forget();
      await vscode.commands.executeCommand('graft.composer.send');
      return (await user.hears(/Nothing was sent|cannot be sent/)).text;
    };
    const noBranch = {
      operation: 'getBranch',
      fault: 'status',
      status: 404,
      body: { message: '404 Not Found' },
    } as const;
    await setFaults([noBranch]);
    await composition.change({ start: { kind: 'sha', sha: tip } }, 'check');
    await setFaults([]);
    assert.match(await sending(), /main was created since the preview/);
    assert.match(await sending(), /The commit cannot be sent yet/);
    await composition.change({ start: undefined }, 'check');
    await setFaults([noBranch]);
    assert.match(await sending(), /main was deleted since the preview/);
    await setFaults([]);
    assert.equal(await sent('createCommit'), 0);
    await composition.change({ branch: 'main' }, 'check');
  });

  it('makes a new branch from a commit, with an author, and forgets the text only then', async () => {
    const composition = await composed('graft.composer.staged');
    const sha = ask('rev-parse', 'main');
    await composition.write('On a branch of its own');
    const author = { name: 'Ada Crane', email: 'ada@acme.example' };
    await composition.change({ branch: 'made/here', start: { kind: 'sha', sha }, author }, 'check');
    await setFaults([{ operation: 'createCommit', fault: 'status', status: 400, body: { message: 'Push rule: no.' } }]);
    await vscode.commands.executeCommand('graft.composer.send');
    await user.hears(/Nothing was changed\..*Push rule: no\./);
    assert.equal(app.unsentTexts.get(`composer ${composition.id}`)?.text, 'On a branch of its own');
    await setFaults([]);
    await vscode.commands.executeCommand('graft.composer.send');
    const told = await user.hears(/Committed on made\/here as [0-9a-f]{8}/);
    assert.ok(!told.buttons.includes('Update Local Branch'), 'another branch is checked out');
    assert.equal(ask('rev-parse', 'made/here^'), sha);
    assert.equal(ask('log', '-1', '--format=%an <%ae>', 'made/here'), 'Ada Crane <ada@acme.example>');
    assert.equal(app.unsentTexts.get(`composer ${composition.id}`), undefined);
  });

  it('adds actions by hand, with content written in an editor', async () => {
    const composition = await composed('graft.composer.byHand');
    const adding = vscode.commands.executeCommand('graft.composer.addAction');
    await user.enter(await user.picker(/Add to the Commit/), /Create a file/);
    user.type(await user.box(/Add to the Commit/), 'notes/by hand.md');
    await user.enter();
    await user.enter(await user.picker(/by hand\.md/), /Edit in an editor/);
    await adding;
    const editor = await poll(
      () => vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'graft-compose'),
      { what: 'the editor' },
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Written by hand\n'));
    await editor.document.save();
    await composition.write('By hand');
    await composition.check();
    const { state } = composition.facts;
    assert.equal(state, 'ready');
    assert.equal(composition.isBlocked, false);
    user.willPress('Copy Link');
    await vscode.commands.executeCommand('graft.composer.send');
    await user.hears(/Committed on main/);
    assert.equal(ask('show', 'main:notes/by hand.md'), 'Written by hand');
    assert.match(await vscode.env.clipboard.readText(), /\/-\/commit\/[0-9a-f]{40}$/);
  });

  it('says what became of a commit whose answer was lost before it was made', async () => {
    const composition = await composed('graft.composer.staged');
    await composition.change({ branch: 'main', start: undefined, author: undefined }, 'check');
    await composition.write('Never arrived');
    const tip = ask('rev-parse', 'main');
    await setFaults([{ operation: 'createCommit', fault: 'resetBefore' }]);
    await forgetRequests();
    // a second press during the request sends nothing
    await Promise.all([1, 2].map(() => vscode.commands.executeCommand('graft.composer.send')));
    await user.hears(/main has not moved: nothing has been created so far\. It was not sent again\./);
    assert.equal(ask('rev-parse', 'main'), tip);
    assert.equal(await sent('createCommit'), 1);
    assert.equal(composition.facts.state, 'ready');
  });

  it('goes by a merge request where the branch takes no commit', async () => {
    const composition = await composed('graft.composer.staged');
    await composition.change({ branch: 'main', start: undefined, author: undefined }, 'check');
    await composition.write('By a merge request');
    const tip = ask('rev-parse', 'main');
    const body = { message: '403 Forbidden - You are not allowed to push into this branch' };
    await setFaults([{ operation: 'createCommit', fault: 'status', status: 403, body, times: 1 }]);
    user.willPress('Create Merge Request…');
    const sending = vscode.commands.executeCommand('graft.composer.send');
    await user.hears(/Nothing was changed\..*not allowed to push/);
    user.type(await user.box(/New Branch for main/), 'made/by-request');
    await user.enter();
    const picker = await user.picker(/Create Merge Requests in acme\/orchard/);
    assert.ok(picker.items.some(({ label, description }) => label === 'main' && description === '← made/by-request'));
    await user.escape();
    await sending;
    assert.equal(ask('rev-parse', 'main'), tip);
    assert.equal(ask('rev-parse', 'made/by-request^'), tip);
    assert.equal(ask('log', '-1', '--format=%s', 'made/by-request'), 'By a merge request');
    assert.equal(composition.facts.state, 'done');
    ask('update-ref', '-d', 'refs/heads/made/by-request');
  });

  it('says what became of a commit whose page was closed meanwhile', async () => {
    const composition = await composed('graft.composer.staged');
    await composition.change({ branch: 'main', start: undefined, author: undefined }, 'check');
    await composition.write('Closed meanwhile');
    const refused = { operation: 'createCommit', fault: 'status', status: 400, body: { message: 'No.' } } as const;
    await setFaults([{ ...refused, isHeld: true }]);
    const sending = vscode.commands.executeCommand('graft.composer.send');
    await poll(() => composition.facts.state === 'sending', { what: 'the commit on its way' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setFaults([refused]);
    await user.hears(/Nothing was changed\..*No\./);
    await sending;
    assert.equal(app.unsentTexts.get(`composer ${composition.id}`)?.text, 'Closed meanwhile');
  });

  it('sets a status from the palette, and gives the server’s words for one that cannot be', async () => {
    const open = app.project.open ?? assert.fail('no project');
    const subject = { open, sha: ask('rev-parse', 'main') };
    const set = async (state: RegExp): Promise<void> => {
      const done = vscode.commands.executeCommand('graft.commits.setStatus', subject);
      const names = await user.picker(/Set Status/);
      user.type(names, 'release/check');
      await user.enter(names, /release\/check/);
      await user.enter(await user.picker(/Status “release\/check”/), /^State/);
      await user.enter(await user.picker(/^State$/), state);
      user.willPress('Set Status');
      await user.enter(await user.picker(/Status “release\/check”/), /Set “release\/check”/);
      await done;
    };
    await set(/^running/);
    await user.hears(/“release\/check” is running on/);
    await set(/^running/);
    await user.hears(/Cannot transition status via :run from :running/);
    assert.equal(await sent('setCommitStatus'), 2);
    assert.equal(user.said().filter(({ severity }) => severity === 'Error').length, 1);
    assert.equal(
      app.details.known({ client: open.client, account: open.account.id, project: open.project.id, sha: subject.sha })
        ?.status,
      'running',
    );
  });

  it('says which branch a merge request shows a status on, and does not send one by two Enters', async () => {
    const open = app.project.open ?? assert.fail('no project');
    const before = await sent('setCommitStatus');
    const subject = { open, sha: ask('rev-parse', 'feature/ripeness-forecast') };
    const done = vscode.commands.executeCommand('graft.commits.setStatus', subject);
    const names = await user.picker(/Set Status/);
    user.type(names, 'release/notes');
    await user.enter(names, /release\/notes/);
    const review = await user.picker(/Status “release\/notes”/);
    assert.match(review.activeItems[0]?.label ?? '', /^State/);
    const belongs = 'The commit belongs to !5, which shows the status';
    const says = (picker: typeof review, words: string): void => {
      const labels = picker.items.map(({ label }) => label);
      assert.ok(labels.includes(`${belongs}${words}`), labels.join('; '));
    };
    says(review, ': feature/ripeness-forecast is its source branch.');
    await user.enter(review, /^Branch or tag/);
    user.type(await user.box(/Branch or Tag/), 'main');
    await user.enter();
    const other = await user.picker(/Status “release\/notes”/);
    const rule = ' only on its source branch feature/ripeness-forecast.';
    says(other, rule);
    await user.enter(other, /^Set “release\/notes”/);
    const question = await user.hears(/^Set “release\/notes” of [0-9a-f]{8} to success\?$/);
    const lines = (question.detail ?? '').split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('    ')),
      [`    sha: ${subject.sha}`, '    state: success', '    name: release/notes', '    ref: main'],
    );
    assert.ok(lines.includes(`${belongs}${rule}`), question.detail);
    await poll(async () => (await user.picker(/Status “release\/notes”/)) !== other, { what: 'the form again' });
    await user.escape();
    await done;
    assert.equal(await sent('setCommitStatus'), before);
  });

  it('says when there is nothing to compose from', async () => {
    await vscode.commands.executeCommand('graft.composer.send');
    await user.hears(/Open a new commit on the server first/);
    const outside = vscode.Uri.file('/somewhere/else.txt');
    await vscode.commands.executeCommand('graft.composer.files', outside, [outside]);
    await user.hears(/^else\.txt is not in a git repository of the open folder\.$/);
  });
});
