import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { readConflicts } from '../../../../src/host/mergeRequests/conflicts.ts';
import { MergeRequestSession } from '../../../../src/host/mergeRequests/session.ts';
import type { ReviewSubject } from '../../../../src/host/reviews/subject.ts';
import type { ActionView, ToMergeRequestPage } from '../../../../src/messages/mergeRequestPage.ts';
import { handle } from '../../../../src/messages/page.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../../../src/wire/mergeRequestReview.ts';
import { hostileTexts } from '../../../support/servers/hostileTexts.ts';
import { setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, pageWithoutTab, reviewWindow, rowsOf } from '../reviewHands.ts';

const home = 'feature/ripeness-forecast';

describe('checking out the branch of a merge request', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const ui = hands();
  let app: App;
  let made = 0;

  after(async () => {
    await git('switch', '--quiet', home);
    await poll(async () => (await app.repositories.list())[0]?.branch === home, { what: 'the branch of the suite' });
  });

  afterEach(async () => {
    await git('reset', '--quiet', '--hard');
    await git('switch', '--quiet', home);
  });

  const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd: folder() });
    return stdout.trim();
  };
  const at = (revision: string): Promise<string> => git('rev-parse', revision);
  const onBranch = (): Promise<string> => git('branch', '--show-current');
  const file = (name: string): string => path.join(folder(), name);

  const commit = async (branch: string, name: string, start?: string): Promise<void> => {
    await api('developer', 'POST', 'repository/commits', {
      branch,
      ...(start === undefined ? {} : { start_branch: start }),
      commit_message: `Add ${name}`,
      actions: [{ action: 'create', file_path: name, content: `${name}\n` }],
    });
  };

  /** A merge request by another user whose commit adds a file named like its branch. */
  const begun = async (below = ''): Promise<{ readonly branch: string; readonly subject: ReviewSubject }> => {
    const open = app.project.open ?? assert.fail('no project is open');
    const branch = `try-out-${(made += 1)}${below}`;
    await commit(branch, `${branch}.txt`, 'main');
    const body = { source_branch: branch, target_branch: 'main', title: 'Try it out' };
    const { iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', body);
    const request = await open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: iid });
    return { branch, subject: { open, request } };
  };

  /** Overrides fields of the server's record. */
  const recordSays = ({ request }: ReviewSubject, otherwise: object): Promise<void> =>
    setFaults([{ operation: 'getMergeRequest', fault: 'status', status: 200, body: { ...request, ...otherwise } }]);

  const checkOut = (subject: ReviewSubject): Thenable<unknown> =>
    vscode.commands.executeCommand('graft.reviews.checkOut', subject);
  /** Confirms; returns the question's detail. */
  const agreed = async (subject: ReviewSubject): Promise<string> => {
    ui.willPress('Check Out');
    await checkOut(subject);
    return (await ui.hears(/^Check out /)).detail ?? '';
  };
  const checkedOut = async (subject: ReviewSubject): Promise<string> => {
    const detail = await agreed(subject);
    await ui.hears(/^Checked out /);
    return detail;
  };
  const goBack = (): Thenable<unknown> => vscode.commands.executeCommand('graft.reviews.goBack');

  it('shows what it will do, does nothing before, and leads back', async () => {
    const { branch, subject } = await begun();
    await checkOut(subject);
    const { text, detail } = await ui.hears(/^Check out /);
    assert.equal(text, `Check out ${branch} of !${subject.request.iid}?`);
    assert.equal(
      detail,
      `Creates the local branch ${branch} from origin/${branch}.\nYou can go back to ${home} afterwards.`,
    );
    assert.deepEqual([await onBranch(), await git('branch', '--list', branch)], [home, '']);

    let actions: readonly ActionView[] = [];
    const page = pageWithoutTab<ToMergeRequestPage>((message) => {
      if (message.type === 'actions') ({ actions } = message);
    });
    const session = new MergeRequestSession(subject, { area: app, forms: app.forms }, page);
    await handle(session.handlers, { type: 'ready' });
    await checkedOut(subject);
    assert.deepEqual((await ui.hears(/^Checked out /)).buttons, [`Go Back to ${home}`]);
    assert.equal(await onBranch(), branch);
    assert.equal(await git('rev-parse', '--abbrev-ref', '@{upstream}'), `origin/${branch}`);
    assert.equal(await readFile(file(`${branch}.txt`), 'utf8'), `${branch}.txt\n`);
    await poll(async () => (await app.currentBranch.of(subject.open))?.name === branch, {
      what: 'the branch to be known',
    });
    const why = () => actions.find(({ action }) => action === 'checkOut')?.why;
    await poll(() => why() === `${branch} is already checked out.`, { what: 'the page to know it' });
    session.dispose();

    ui.forget();
    await checkOut(subject);
    assert.deepEqual(
      ui.said().map((said) => said.text),
      [`${branch} is already checked out.`],
    );
    await goBack();
    assert.equal(await onBranch(), home);
    ui.forget();
    await goBack();
    await ui.hears(/^No merge request is checked out\.$/);
  });

  it('names the local branch that git cannot have beside it, also where a tag has its name', async () => {
    for (const [below, other] of [
      ['', '/typo'],
      ['/typo', ''],
    ]) {
      const { branch, subject } = await begun(below);
      const inTheWay = `${branch.replace('/typo', '')}${other}`;
      await git('branch', inTheWay);
      await git('tag', branch);
      ui.forget();
      await checkOut(subject);
      await ui.hears(new RegExp(`^The local branch ${inTheWay} is in the way of ${branch}\\. `));
      await git('branch', '-D', inTheWay);
      await checkedOut(subject);
      assert.equal(await onBranch(), branch);
      await git('tag', '-d', branch);
    }
  });

  it('prunes the remote branch that is gone where it was in the way', async () => {
    for (const [below, other] of [
      ['', '/typo'],
      ['/typo', ''],
    ]) {
      const { branch, subject } = await begun(below);
      const stale = `refs/remotes/origin/${branch.replace('/typo', '')}${other}`;
      await git('update-ref', stale, 'HEAD');
      await checkedOut(subject);
      assert.equal(await at(branch), await at(`origin/${branch}`));
      assert.ok(!(await git('for-each-ref', '--format=%(refname)')).split('\n').includes(stale));
      ui.forget();
    }
  });

  it('leads back to the own branch from the second merge request in turn', async () => {
    const [one, other] = [await begun(), await begun()];
    await checkedOut(one.subject);
    ui.forget();
    ui.willPress(`Go Back to ${home}`);
    assert.match(await checkedOut(other.subject), new RegExp(`go back to ${home} `));
    await poll(async () => (await onBranch()) === home, { what: 'the branch to be back' });
  });

  it('moves a local branch forward', async () => {
    const { branch, subject } = await begun();
    await checkedOut(subject);
    await goBack();
    await commit(branch, `${branch}-more.txt`);
    ui.forget();
    assert.match(
      await checkedOut(subject),
      new RegExp(`^Your local branch is 0 ahead of origin/${branch} and 1 behind\\.\nIt is fast-forwarded\\.\n`),
    );
    assert.equal(await at(branch), await at(`origin/${branch}`));
    assert.equal(await git('status', '--porcelain'), '');
    // also if it is already checked out
    await commit(branch, `${branch}-still-more.txt`);
    ui.forget();
    await git('switch', '--quiet', branch);
    assert.match(await checkedOut(subject), /1 behind\.\nIt is fast-forwarded\.\nYou can go back to /);
    assert.equal(await at('HEAD'), await at(`origin/${branch}`));
    await goBack();
    assert.equal(await onBranch(), home);
    // also without a previous branch
    await commit(branch, `${branch}-last.txt`);
    await git('switch', '--quiet', branch);
    ui.forget();
    assert.match(await checkedOut(subject), /\nIt is fast-forwarded\.$/);
    assert.deepEqual((await ui.hears(/^Checked out /)).buttons, []);
  });

  it('does not move a local branch that has diverged', async () => {
    const { branch, subject } = await begun();
    await git('branch', branch, 'origin/main~1');
    await git('switch', '--quiet', branch);
    await writeFile(file('own.txt'), 'own\n');
    await git('add', 'own.txt');
    await git('-c', 'user.name=O', '-c', 'user.email=o@example.com', 'commit', '--quiet', '-m', 'Own');
    const own = await at(branch);
    await git('switch', '--quiet', home);
    ui.forget();
    assert.match(await checkedOut(subject), /is 1 ahead of .* behind\.\nIt has diverged and is not moved\.\n/);
    assert.deepEqual([await onBranch(), await at(branch)], [branch, own]);
    await goBack();
  });

  it('changes nothing while files have changes, and has Git stash them if the user wants to', async () => {
    const { branch, subject } = await begun();
    await writeFile(file('README.md'), 'changed here\n');
    await agreed(subject);
    await ui.hears(/^Commit or stash your changes first\.$/);
    assert.deepEqual([await onBranch(), await readFile(file('README.md'), 'utf8')], [home, 'changed here\n']);

    ui.willPress('Stash…');
    const running = checkedOut(subject);
    // Git allows an empty message
    await poll(
      async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return (await git('stash', 'list')) !== '';
      },
      { what: 'the stash' },
    );
    await running;
    assert.equal(await onBranch(), branch);
    await writeFile(file('README.md'), 'changed there\n');
    ui.forget();
    await goBack();
    await ui.hears(/^Commit or stash your changes first\.$/);
    assert.deepEqual([await onBranch(), await readFile(file('README.md'), 'utf8')], [branch, 'changed there\n']);
    await git('restore', 'README.md');
    ui.forget();
    ui.willPress('Restore Stashed Changes');
    await goBack();
    assert.equal(await onBranch(), home);
    await poll(async () => (await readFile(file('README.md'), 'utf8')) === 'changed here\n', { what: 'the changes' });
  });

  it('says what git pulls from, although others write the configuration once the branch is there', async () => {
    const { branch, subject } = await begun();
    const [hook, lock] = [file('.git/hooks/post-checkout'), file('.git/config.lock')];
    await mkdir(path.dirname(hook), { recursive: true });
    await writeFile(hook, `#!/bin/sh\n: > '${lock}'\n`, { mode: 0o755 });
    try {
      await checkedOut(subject);
      await ui.hears(/^Checked out /);
    } finally {
      await rm(hook);
      await rm(lock, { force: true });
    }
    assert.equal(await git('rev-parse', '--abbrev-ref', '@{upstream}'), `origin/${branch}`);
    await goBack();
  });

  it('leaves a file alone that git does not know and the branch would overwrite', async () => {
    const { branch, subject } = await begun();
    await writeFile(file(`${branch}.txt`), 'mine\n');
    await agreed(subject);
    await ui.hears(new RegExp(`untracked working tree files would be overwritten.*${branch}\\.txt`));
    assert.deepEqual([await onBranch(), await readFile(file(`${branch}.txt`), 'utf8')], [home, 'mine\n']);
    await rm(file(`${branch}.txt`));
  });

  it('takes the head that GitLab keeps where the branch has been deleted', async () => {
    const { branch, subject } = await begun();
    await api('maintainer', 'DELETE', `repository/branches/${branch}`, {});
    const { iid, sha } = subject.request as typeof subject.request & { sha: string };
    assert.equal(
      await checkedOut(subject),
      [
        `origin/${branch} no longer exists.`,
        `Creates the local branch mr-origin-${iid} from origin/merge-requests/${iid}.`,
        `You can go back to ${home} afterwards.`,
      ].join('\n'),
    );
    assert.deepEqual([await onBranch(), await at('HEAD')], [`mr-origin-${iid}`, sha]);
    const isListed = async (): Promise<boolean> => {
      const own = (await rowsOf(app)).find(({ label }) => label === `Branch mr-origin-${iid}`);
      const rows = own ? await rowsOf(app, own.row) : [];
      return rows.some(({ row }) => row.kind === 'request' && row.request.iid === iid);
    };
    await poll(isListed, { what: 'the merge request of the branch' });
    await goBack();
  });

  it('takes the head of a merge request from a fork, and again once there is more', async () => {
    const { branch, subject } = await begun();
    const { iid } = subject.request;
    await recordSays(subject, { source_project_id: 4711 });
    assert.match(
      await checkedOut(subject),
      new RegExp(`^Creates the local branch mr-origin-${iid} from origin/merge-requests/${iid}\\.\n`),
    );
    assert.equal(await onBranch(), `mr-origin-${iid}`);
    await git('pull', '--quiet');
    await commit(branch, `${branch}-more.txt`);
    await recordSays(subject, { source_project_id: null });
    ui.forget();
    assert.match(await checkedOut(subject), /^The source fork has been deleted\.\n.* 0 ahead of .* and 1 behind\./);
    assert.equal(await at('HEAD'), await at(`origin/merge-requests/${iid}`));
    assert.equal(await readFile(file(`${branch}-more.txt`), 'utf8'), `${branch}-more.txt\n`);
    await goBack();
  });

  it('refuses a name of the server that is more than a name to git', async () => {
    const { subject } = await begun();
    const state = async (): Promise<readonly string[]> => [
      await git('for-each-ref'),
      await git('config', '--list', '--local'),
      await git('status', '--porcelain'),
      await onBranch(),
    ];
    const before = await state();
    for (const source_branch of hostileTexts(folder(), await at('HEAD'))) {
      await recordSays(subject, { source_branch });
      ui.forget();
      await checkOut(subject);
      await ui.hears(/git was not run: ".*" is no name of a ref\.$/);
    }
    assert.deepEqual(await state(), before);
  });

  it('says so where nothing is left to check out, and where no clone is open', async () => {
    const { subject } = await begun();
    const { open, request } = subject;
    await recordSays(subject, { source_project_id: null });
    await checkOut({ open, request: { ...request, iid: 4711 } });
    await ui.hears(/^GitLab no longer has the commits of !4711\.$/);
    const project = { ...open.project, path_with_namespace: 'acme/elsewhere' };
    const elsewhere = { request, open: { account: open.account, client: open.client, project, remote: undefined } };
    await checkOut(elsewhere);
    await ui.hears(/^No clone of acme\/elsewhere is open in this window\.$/);
    // simulates Restricted Mode, in which Git opens no repository
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted') ?? assert.fail('no trust');
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    try {
      await checkOut(elsewhere);
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
    await ui.hears(/^Git is disabled in Restricted Mode\. Trust the workspace to check out branches\.$/);
    assert.equal(await onBranch(), home);
  });

  it('leads back to a commit where no branch was checked out', async () => {
    const { branch, subject } = await begun();
    await git('switch', '--quiet', '--detach', 'origin/main');
    const sha = await at('HEAD');
    assert.match(await checkedOut(subject), new RegExp(`You can go back to ${sha.slice(0, 8)} afterwards\\.$`));
    assert.equal(await onBranch(), branch);
    await goBack();
    assert.deepEqual([await onBranch(), await at('HEAD')], ['', sha]);
  });

  it('says so where the branch to go back to is gone', async () => {
    const { branch, subject } = await begun();
    await git('switch', '--quiet', '--create', 'short-lived');
    await checkedOut(subject);
    await git('branch', '--quiet', '--delete', '--force', 'short-lived');
    await goBack();
    await ui.hears(/^short-lived no longer exists\.$/);
    assert.equal(await onBranch(), branch);
  });

  it('names the files in conflict, and merges the target for VS Code to resolve them', async () => {
    const { branch, subject } = await begun();
    const name = `${branch}.txt`;
    const actions = [{ action: 'create', file_path: name, content: 'otherwise\n' }];
    await api('maintainer', 'POST', 'repository/commits', { branch: 'main', commit_message: 'Clash', actions });
    const request = subject.request as MergeRequestDetail;
    const read = () => readConflicts(app, subject.open, request, AbortSignal.timeout(30_000));
    const { why, fetch } = await read();
    assert.match(why ?? '', /^The clone does not have [0-9a-f]{8}, [0-9a-f]{8}\.$/);
    await fetch?.();
    assert.deepEqual(await read(), { files: [name] });
    await checkedOut(subject);
    await writeFile(file('README.md'), 'changed here\n');
    ui.forget();
    ui.willPress('Check Out and Merge');
    await app.mergeTarget(subject, 'main');
    assert.match((await ui.hears(/^Check out /)).detail ?? '', /\nFetches main and merges it\. Nothing is pushed\.$/);
    await ui.hears(/^Commit or stash your changes first\.$/);
    assert.equal(await at('HEAD'), request.sha);
    await git('restore', 'README.md');
    ui.willPress('Check Out and Merge');
    await app.mergeTarget(subject, 'main');
    await ui.hears(/^1 file in conflict: /);
    assert.equal(await git('status', '--porcelain'), `AA ${name}`);
    const isMerging = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === `Merging: ${name}`;
    await poll(isMerging, { what: 'the merge editor' });
    assert.equal(await at(`origin/${branch}`), request.sha);
    // the editor puts both sides together a moment later
    const isFilled = () =>
      vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.path.endsWith(name));
    await poll(isFilled, { what: 'the text of the merge editor' });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
