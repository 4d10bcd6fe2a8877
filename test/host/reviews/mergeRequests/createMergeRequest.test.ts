import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../../../src/wire/mergeRequestReview.ts';
import { listMergeRequests } from '../../../../src/wire/mergeRequests.ts';
import { forgetRequests, receivedWrites, sandbox, setFaults, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, requestRow, reviewWindow, rowsOf } from '../reviewHands.ts';

const home = 'feature/ripeness-forecast';

describe('creating a merge request from the branch that is checked out', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const ui = hands();
  const list = /^New Merge Request in /;
  let app: App;

  const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
  const git = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('git', [...args], { cwd: folder() })).stdout.trim();
  const create = () => vscode.commands.executeCommand('graft.mergeRequests.create');
  const row = async (label: RegExp) =>
    (await ui.picker(list)).items.find((each) => label.test(each.label)) ?? assert.fail(`no row ${String(label)}`);

  /** Checks out a new branch with commits that each add a file. */
  const branch = async (name: string, ...messages: readonly string[]): Promise<void> => {
    await git('switch', '--quiet', '--create', name, 'origin/main', '--no-track');
    for (const [at, message] of messages.entries()) {
      await writeFile(path.join(folder(), `${name}-${at}.txt`), 'new\n');
      await git('add', '--all');
      await git('-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', 'commit', '--quiet', '-m', message);
    }
    const isSeen = async () => (await app.repositories.list())[0]?.branch === name;
    await poll(isSeen, { what: `the branch ${name} to be seen` });
  };

  const made = (source: string): Promise<MergeRequestDetail> =>
    poll(
      async () => {
        const { client, project } = app.project.open ?? assert.fail('no project is open');
        const { items } = await client.send(listMergeRequests, { id: project.id, source_branch: source });
        const [only, ...others] = items;
        assert.deepEqual(others, []);
        return only && (await client.send(getMergeRequest, { id: project.id, merge_request_iid: only.iid }));
      },
      { what: `the merge request of ${source}` },
    );
  const sent = async (): Promise<readonly string[]> =>
    (await receivedWrites()).map(({ method, path: at }) => `${method} ${at}`);

  const isShown = (iid: number) =>
    poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes(`!${iid}`), { what: 'its page' });

  before(async () => {
    const helper = `!f() { echo username=maintainer; echo password=${sandbox().tokens['maintainer']}; }; f`;
    await git('config', 'credential.helper', helper);
    const template = '## What\n\n## Why\n';
    await api('maintainer', 'POST', 'repository/commits', {
      branch: 'main',
      commit_message: 'Ask what and why',
      actions: [
        { action: 'create', file_path: '.gitlab/merge_request_templates/Careful.md', content: template },
        { action: 'create', file_path: 'docs/CODEOWNERS', content: '42-* @maintainer @keepers @developer\n' },
      ],
    });
    await git('fetch', '--quiet', 'origin', 'main');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(async () => {
    await git('remote', 'remove', 'origin');
    await git('remote', 'rename', 'upstream', 'origin');
    await git('switch', '--quiet', home);
    const isBack = async () => {
      const [{ branch: name, remotes } = assert.fail('no repository')] = await app.repositories.list();
      return name === home && remotes.length === 1 && remotes[0]?.url.includes('/acme/');
    };
    await poll(isBack, { what: 'the branch of the suite' });
  });

  it('shows all that will be sent, pushes first, sends it once, and opens its page', async () => {
    await branch('42-say-hello', 'Say hello');
    await forgetRequests();
    const done = create();
    const { label, description, detail } = (await ui.picker(list)).items[0] ?? assert.fail('no rows');
    assert.deepEqual(
      [label, description, detail],
      [
        'Create Merge Request',
        '42-say-hello → main',
        'Pushes the new branch to origin first, then creates it as maintainer',
      ],
    );
    const text = await row(/^Title and/);
    assert.deepEqual([text.description, text.detail], ['Say hello', '## What changes · ## How to try it · Closes #42']);
    assert.equal((await row(/^Changes$/)).description, '1 commit · 1 file · Say hello');
    await ui.step(list, /^Draft$/);
    await ui.step(list, /^Reviewers$/);
    const [, owner] = (await ui.picker(/^Reviewers$/)).items;
    assert.equal(owner?.description, '@developer · code owner');
    await ui.step(/^Reviewers$/, /Deniz/);
    await ui.step(/^Reviewers$/, /Done/);
    assert.deepEqual(await sent(), []);
    await ui.step(list, /^Create Merge Request$/);
    await done;
    const request = await made('42-say-hello');
    assert.deepEqual(
      [request.title, request.description, request.draft, request.target_branch],
      ['Draft: Say hello', '## What changes\n\n## How to try it\n\nCloses #42', true, 'main'],
    );
    assert.deepEqual(
      [request.reviewers, request.assignees].map((people) => people?.map(({ username }) => username)),
      [['developer'], ['maintainer']],
    );
    assert.equal((await sent()).filter((each) => each.endsWith('/merge_requests')).length, 1);
    assert.equal(request.sha, await git('rev-parse', 'HEAD'));
    assert.equal(await git('rev-parse', '--abbrev-ref', '@{upstream}'), 'origin/42-say-hello');
    await isShown(request.iid);
    assert.ok(!ui.said().some(({ text }) => text.endsWith(' was pushed.')));
  });

  it('keeps what is chosen and written until the server has it', async () => {
    await branch('tidy_up-the-shed', 'Tidy up', 'Sweep the floor');
    const group = await poll(async () => (await rowsOf(app)).find(({ label }) => label === 'Branch tidy_up-the-shed'), {
      what: 'the group of the branch',
    });
    const [none] = await rowsOf(app, group.row);
    assert.deepEqual(
      [none?.label, none?.item.description, none?.item.command?.command],
      ['No merge request for this branch', 'Create…', 'graft.mergeRequests.create'],
    );
    let done = create();
    assert.equal((await row(/^Title and/)).description, 'Tidy up the shed');
    await ui.step(list, /^Description Template$/);
    await ui.step(/^Description Template$/, /^Careful$/);
    await ui.step(list, /^Squash commits/);
    await ui.step(list, /^Reviewers$/);
    await ui.step(/^Reviewers$/, /Deniz/);
    await ui.step(/^Reviewers$/, /Done/);
    await ui.step(list, /^Title and/);
    await done;
    const editor = await poll(() => vscode.window.activeTextEditor, { what: 'the editor of the text' });
    assert.equal(editor.document.getText(), 'Tidy up the shed\n\n## What\n\n## Why');
    assert.equal(editor.document.languageId, 'markdown');
    await editor.edit((edit) => edit.insert(new vscode.Position(2, '## What'.length), '\n\nThe floor'));
    // not saved yet
    done = create();
    const { description, detail } = await row(/^Title and/);
    assert.deepEqual([description, detail], ['Tidy up the shed', '## What · The floor · ## Why']);
    assert.equal((await row(/^Squash commits/)).description, 'Yes');

    await setFaults([{ operation: 'createMergeRequest', fault: 'status', status: 403, body: { message: 'No more' } }]);
    await ui.step(list, /^Create Merge Request$/);
    assert.match((await ui.hears(/No more/)).text, /403/);
    await done;
    await setFaults([{ operation: 'createMergeRequest', fault: 'resetAfter' }]);
    await forgetRequests();
    done = create();
    assert.equal((await row(/^Create Merge Request$/)).detail, 'as maintainer');
    await ui.step(list, /^Create Merge Request$/);
    await done;
    await ui.hears(/^The connection dropped; !\d+ is confirmed on the server\.$/);
    const request = await made('tidy_up-the-shed');
    assert.equal(request.description, '## What\n\nThe floor\n\n## Why');
    assert.deepEqual(
      request.reviewers?.map(({ username }) => username),
      ['developer'],
    );
    assert.equal((await sent()).filter((each) => each.endsWith('/merge_requests')).length, 1);
  });

  it('says that nothing was created where the branch cannot be pushed', async () => {
    await branch('locked-away', 'Lock it');
    await git('config', 'credential.helper', '!f() { echo username=maintainer; echo password=wrong; }; f');
    const done = create();
    await ui.step(list, /^Create Merge Request$/);
    await ui.hears(/^No merge request was created: git push: /);
    await done;
    assert.equal(await git('ls-remote', '--heads', sandbox().repository, 'locked-away'), '');
  });

  it('goes from a fork to its parent, where the lists find it by the branch, and is shown instead of another', async () => {
    const { url, tokens } = sandbox();
    await signOut(app);
    await git('config', 'credential.helper', `!f() { echo username=x; echo password=${tokens['neighbour']}; }; f`);
    await git('remote', 'rename', 'origin', 'upstream');
    await git('remote', 'add', '--fetch', 'origin', `${url}/neighbour/orchard.git`);
    const isSeen = async () => (await app.repositories.list())[0]?.remotes.length === 2;
    await poll(isSeen, { what: 'the fork to be seen' });
    await signIn(app, 'neighbour');
    await branch('rain', 'Rain');
    const done = create();
    for (const [label, value] of [
      [/^Target Project$/, 'acme/orchard'],
      [/^Changes$/, '1 commit · 1 file · Rain'],
      [/^Assignees$/, 'none'],
      [/^Allow commits from members who can merge/, 'Yes'],
    ] as const)
      assert.equal((await row(label)).description, value);
    await ui.step(list, /^Target Project$/);
    await ui.step(/^Target Project$/, /^neighbour/);
    assert.equal((await ui.picker(list)).title, 'New Merge Request in neighbour/orchard');
    assert.ok((await ui.picker(list)).items.every(({ label }) => !label.startsWith('Allow')));
    await ui.step(list, /^Target Project$/);
    await ui.step(/^Target Project$/, /^acme/);
    await ui.step(list, /^Allow commits/);
    await ui.step(list, /^Create Merge Request$/);
    await done;
    const { open } = app.project;
    const found = await poll(() => open && app.reviews.mergeRequestOfBranch(open, 'rain'), {
      what: 'its merge request',
    });
    assert.deepEqual([open?.project.path_with_namespace, found.open.project.id], ['neighbour/orchard', 101]);
    await requestRow(app, /^Branch rain in acme\/orchard$/, found.request.iid);
    await isShown(found.request.iid);
    await create();
    await ui.hears(/^!\d+ already asks to merge rain into main\.$/);
  });
});
