import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import {
  forgetRequests,
  receivedRequests,
  receivedWrites,
  sandbox,
  setFaults,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

describe('merge requests from a backport board', () => {
  const { app, ask, endRequests, intend, push, requestsApi: api, tested, tipOf, user } = boards();
  const requests = (session: BoardSession) => ({ type: 'request', cells: session.board.keys() }) as const;
  const source = (branch: string): string =>
    `cherry-pick-${(sandbox().commits['clean'] ?? '').slice(0, 8)}-${branch.replaceAll('/', '-')}`;
  const rowsOf = (picker: vscode.QuickPick<vscode.QuickPickItem>): readonly string[] =>
    picker.items.map(({ label, description = '' }) => `${label}: ${description}`);
  const writes = async (): Promise<readonly string[]> =>
    (await receivedWrites())
      .filter(({ operation }) => operation !== 'cherryPickCommit')
      .map(({ operation }) => String(operation));
  const kinds = (session: BoardSession) =>
    session.requestReports[0]?.runs.map(({ target, branch, picks, request }) =>
      [target, branch.kind, ...picks.map(({ outcome }) => outcome.kind), request.kind].join(' '),
    );

  afterEach(async () => {
    await endRequests();
    for (const branch of [one, two])
      for (const name of [source(branch), `own-${branch}`]) ask('update-ref', '-d', `refs/heads/${name}`);
  });

  it('shows everything, makes a branch and a merge request for each target, and says so in the cells', async () => {
    const session = await tested(['clean', 'markup'], [one, two]);
    const start = tipOf(one);
    const asked = intend(session, requests(session));
    const picker = await user.picker(/Create Merge Requests in acme\/orchard/);
    const rows = rowsOf(picker);
    assert.ok(rows.includes(`${one}: ← ${source(one)}`), rows.join('\n'));
    assert.ok(
      rows.some((row) => row.startsWith(`Title: [${one}] `)),
      rows.join('\n'),
    );
    await forgetRequests();
    await user.enter(picker, /Create 2 Merge Requests/);
    await asked;
    assert.deepEqual(kinds(session), [`${one} made created created made`, `${two} made created created made`]);
    assert.deepEqual(await writes(), ['createBranch', 'createMergeRequest', 'createBranch', 'createMergeRequest']);
    assert.equal(tipOf(one), start, 'the target waits for the merge');
    assert.equal(ask('rev-parse', `${source(one)}~2`), start);
    const [cell] = session.board.keys();
    const shown = cell && session.mergeRequestFor(cell);
    assert.match(shown?.status ?? '', /^Open · can be merged/);
  });

  it('asks about a branch that is there already, and uses it only when told to', async () => {
    ask('update-ref', `refs/heads/${source(one)}`, `refs/heads/${one}`);
    const session = await tested(['clean'], [one]);
    const asked = intend(session, requests(session));
    const picker = await user.picker(/Create Merge Requests/);
    assert.ok(picker.items.some(({ label }) => label.startsWith(`There is a branch ${source(one)} already:`)));
    await forgetRequests();
    await user.enter(picker, new RegExp(`^${one}`));
    const choice = await user.picker(new RegExp(`^${one}`));
    await user.enter(choice, /Choose Another Name/);
    user.type(await user.box(/New Branch for/), `own-${one}`);
    await user.enter();
    const again = await user.picker(/Create Merge Requests/);
    assert.ok(rowsOf(again).includes(`${one}: ← own-${one}`));
    await user.enter(again, /Create 1 Merge Request/);
    await asked;
    assert.deepEqual(kinds(session), [`${one} made created made`]);
    assert.equal(tipOf(source(one)), tipOf(one), 'the other branch is as it was');
  });

  describe('with the project’s graft.yml', () => {
    const main = (): string => ask('rev-parse', 'refs/heads/main');
    let before = '';
    /** Commits .gitlab/graft.yml on the server. */
    const put = (text: string): void => {
      const git = (args: readonly string[], input = ''): string =>
        execFileSync('git', ['-C', sandbox().repository, ...args], { input, encoding: 'utf8' }).trim();
      const blob = git(['hash-object', '-w', '--stdin'], text);
      const folder = git(['mktree'], `100644 blob ${blob}\tgraft.yml\n`);
      const entries = git(['ls-tree', before]).split('\n');
      const others = entries.filter((entry) => !entry.endsWith('\t.gitlab'));
      const tree = git(['mktree'], [...others, `040000 tree ${folder}\t.gitlab`, ''].join('\n'));
      const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
      git(['update-ref', 'refs/heads/main', git([...person, 'commit-tree', tree, '-p', before, '-m', 'Say how'])]);
    };
    const settings = () => vscode.workspace.getConfiguration('graft.mergeRequests');
    const rowOf = (picker: vscode.QuickPick<vscode.QuickPickItem>, label: RegExp): vscode.QuickPickItem =>
      picker.items.find((item) => label.test(item.label)) ?? assert.fail(`no row ${String(label)}`);

    beforeEach(() => {
      before = main();
    });
    afterEach(async () => {
      ask('update-ref', 'refs/heads/main', before);
      await settings().update('title', undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('takes a setting that was made, else the file, else the default, and says which', async () => {
      put('mergeRequests:\n  title: From the file {sha}\n  labels: [backport]\n  squash: true\n');
      await settings().update('title', 'From a setting {sha}', vscode.ConfigurationTarget.Global);
      const session = await tested(['clean'], [one]);
      const asked = intend(session, requests(session));
      const picker = await user.picker(/Create Merge Requests/);
      const title = rowOf(picker, /^Title/);
      assert.match(title.description ?? '', /^From a setting [0-9a-f]{8}$/);
      assert.match(title.detail ?? '', / · from your settings$/);
      assert.equal(rowOf(picker, /^Labels/).description, 'backport · set in .gitlab/graft.yml');
      assert.equal(rowOf(picker, /^Squash/).description, 'Yes · set in .gitlab/graft.yml');
      assert.equal(rowOf(picker, /^Assign to me/).description, 'Yes · default');
      await user.step(/Create Merge Requests/, /^Squash/);
      const again = await user.picker(/Create Merge Requests/);
      assert.equal(rowOf(again, /^Squash/).description, 'No');
      await user.enter(again, /Create 1 Merge Request/);
      await asked;
      assert.deepEqual(kinds(session), [`${one} made created made`]);
      const cell = session.board.keys()[0] ?? assert.fail();
      const made = await api<{ readonly title: string; readonly labels: readonly string[] }>(
        'GET',
        `/${session.mergeRequestFor(cell)?.iid}`,
      );
      assert.match(made.title, /^From a setting/);
      assert.deepEqual(made.labels, ['backport']);
    });
  });

  it('keeps what was made over a reload, also when an answer was lost, and reads how it stands', async () => {
    const session = await tested(['clean'], [one]);
    const asked = intend(session, requests(session));
    await setFaults([{ operation: 'createMergeRequest', fault: 'resetAfter', times: 1 }]);
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await asked;
    assert.partialDeepStrictEqual(session.requestReports[0]?.runs[0]?.request, { kind: 'made', confirmed: 'found' });
    await session.store();
    app().boards.pages.close(session.id);
    await poll(() => app().boards.pages.all.length === 0, { what: 'the board to close' });
    const again = await app().boards.pages.open(app().boards.saved.all()[0] ?? assert.fail());
    assert.deepEqual(kinds(again), [`${one} made created made`]);
    const cell = again.board.keys()[0] ?? assert.fail();
    ask('update-ref', '-d', `refs/heads/${source(one)}`);
    await poll(() => again.isShown, { what: 'the page of the board' });
    assert.equal(again.mergeRequestFor(cell)?.canMerge, true);
    const { id, states } = again.requestReports[0] ?? assert.fail();
    again.setMergeRequestState(id, { ...(states[0] ?? assert.fail()), merging: 'mergeable', mayMerge: false });
    const { canMerge, status } = again.mergeRequestFor(cell) ?? assert.fail();
    assert.deepEqual([canMerge, status], [false, 'Open · you may not merge · no pipeline']);
  });

  it('merges one after showing how it stands, and the cell says so', async () => {
    const session = await tested(['clean'], [one]);
    const asked = intend(session, requests(session));
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await asked;
    const cell = session.board.keys()[0] ?? assert.fail();
    const iid = session.mergeRequestFor(cell)?.iid ?? assert.fail();
    const head = tipOf(source(one));
    user.willPress('Merge');
    await intend(session, { type: 'mergeRequest', iid });
    const question = await user.hears(new RegExp(`Merge !${iid} into ${one}`));
    assert.match(question.detail ?? '', /→ .+\nOpen · can be merged · no pipeline$/);
    assert.equal(ask('rev-parse', `${one}^2`), head);
    assert.deepEqual(session.mergeRequestFor(cell)?.status, 'Merged');
    assert.deepEqual(session.mergeRequestFor(cell)?.isMerged, true);
  });

  it('shows that someone else has merged one, and asks no more about it', async () => {
    const session = await tested(['clean'], [one]);
    const asked = intend(session, requests(session));
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await asked;
    const cell = session.board.keys()[0] ?? assert.fail();
    const iid = session.mergeRequestFor(cell)?.iid ?? assert.fail();
    await api('PUT', `/${iid}/merge`);
    await intend(session, { type: 'refreshRequests' });
    assert.equal(session.mergeRequestFor(cell)?.isMerged, true);
    await forgetRequests();
    await intend(session, { type: 'refreshRequests' });
    assert.deepEqual(
      (await receivedRequests()).filter(({ operation }) => operation === 'getMergeRequest'),
      [],
    );
  });

  it('takes back what was made: closes and deletes, but leaves a branch someone has pushed to', async () => {
    const session = await tested(['clean'], [one, two]);
    const asked = intend(session, requests(session));
    await user.enter(await user.picker(/Create Merge Requests/), /Create 2 Merge Requests/);
    await asked;
    push(source(two));
    user.willPress('Take Back');
    await intend(session, { type: 'undo', report: session.requestReports[0]?.id ?? 0 });
    const question = await user.hears(/Take back these merge requests/);
    assert.match(question.detail ?? '', new RegExp(`Delete the branch ${source(one)}`));
    assert.match(question.detail ?? '', new RegExp(`${source(two)}: someone has pushed to it`));
    assert.equal(ask('branch', '--list', source(one)), '');
    assert.notEqual(ask('branch', '--list', source(two)), '');
    for (const cell of session.board.keys()) assert.equal(session.mergeRequestFor(cell), undefined);
  });

  it('takes over what the original merge request has, and comments on it when that is wanted', async () => {
    interface Merged {
      readonly iid: number;
      readonly title: string;
      readonly merge_commit_sha: string;
    }
    const [merged] = await api<Merged[]>('GET', '?state=merged');
    assert.ok(merged);
    const [commit] = await api<{ readonly id: string; readonly title: string }[]>('GET', `/${merged.iid}/commits`);
    assert.ok(commit);
    ask('update-ref', `refs/heads/${one}`, `${commit.id}^`);
    const session = await tested([], [one]);
    session.board.appendCommit({
      sha: commit.id,
      title: commit.title,
      author: '',
      date: '2026-01-01T00:00:00Z',
      parents: 1,
    });
    await intend(session, { type: 'test', cells: 'all' });
    const asked = intend(session, requests(session));
    const picker = await user.picker(/Create Merge Requests/);
    assert.ok(rowsOf(picker).includes(`Title: [${one}] ${merged.title}`), rowsOf(picker).join('\n'));
    await user.step(/Create Merge Requests/, /Comment on the original merge request/);
    const again = await user.picker(/Create Merge Requests/);
    assert.ok(rowsOf(again).includes('Comment on the original merge request with links to the new ones: Yes'));
    await user.enter(again, /Create 1 Merge Request/);
    await asked;
    const cell = session.board.keys()[0] ?? assert.fail();
    const iid = session.mergeRequestFor(cell)?.iid ?? assert.fail();
    const [note] = await api<{ readonly body: string }[]>('GET', `/${merged.iid}/notes`);
    assert.equal(note?.body, `Backported by:\n\n- \`${one}\`: !${iid}`);
    assert.partialDeepStrictEqual(session.requestReports[0]?.comments, [
      { iid: merged.iid, outcome: { kind: 'made' } },
    ]);
    const run = session.requestReports[0]?.runs[0];
    if (run) ask('update-ref', '-d', `refs/heads/${run.source}`);
  });

  describe('apart from a board', () => {
    const openProject = () => app().project.open ?? assert.fail('no project');
    const clean = () => ({ id: sandbox().commits['clean'] ?? '', title: 'Round halves up' });

    it('makes one from the dry run of a cherry-pick', async () => {
      const start = tipOf(one);
      void vscode.commands.executeCommand('graft.commits.cherryPick', { open: openProject(), sha: clean().id });
      const branches = await user.picker(/Target branch in/);
      user.type(branches, one);
      await poll(() => branches.items[0]?.label === one && !branches.busy, { what: 'the branch' });
      await user.enter(branches, /./);
      await user.step(/dry run on/i, /Create a merge request/);
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      const { text } = await user.hears(/asks to merge/);
      assert.match(text, new RegExp(`^!\\d+ asks to merge ${source(one)} into ${one}\\. Open · can be merged`));
      assert.equal(tipOf(one), start);
      assert.equal(ask('rev-parse', `${source(one)}~1`), start);
    });

    it('makes one of a branch that has its commits, with the words of the latest', async () => {
      push(two);
      const wish = { open: openProject(), source: two, target: one, of: 'Quicker\n\nWhy it is quicker' };
      const done = vscode.commands.executeCommand('graft.board.request', wish);
      const picker = await user.picker(/Create Merge Requests/);
      assert.ok(rowsOf(picker).includes('Title: Quicker'), rowsOf(picker).join('\n'));
      await forgetRequests();
      await user.enter(picker, /Create 1 Merge Request/);
      await user.hears(new RegExp(`asks to merge ${two} into ${one}`));
      await done;
      assert.deepEqual(await writes(), ['createMergeRequest']);
      const [made] = await api<{ readonly iid: number; readonly description: string }[]>('GET', '?state=opened');
      assert.equal(made?.description, 'Why it is quicker');
      await api('PUT', `/${made.iid}?state_event=close`);
    });

    it('says what did not work, and takes back the branch', async () => {
      const wish = {
        open: openProject(),
        action: 'cherryPick',
        commit: { id: sandbox().commits['conflict'] ?? '', title: 'In conflict' },
        branch: one,
      };
      const done = vscode.commands.executeCommand('graft.board.request', wish);
      user.willPress('Take Back…');
      user.willPress('Take Back');
      const name = `cherry-pick-${wish.commit.id.slice(0, 8)}-${one.replaceAll('/', '-')}`;
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      await user.hears(/In conflict: Not sent\. Conflict: the changes do not apply/);
      await done;
      assert.equal(ask('branch', '--list', name), '');
    });
  });

  it('says so when the row of a menu is gone, and asks for none in its stead', async () => {
    await vscode.commands.executeCommand('graft.board.backport', undefined, undefined);
    assert.deepEqual(
      user.said().map(({ text }) => text),
      ['The list was just read again. Choose the row once more.'],
    );
  });

  it('backports the commits of a menu: asks for branches, and tests them on a board', async () => {
    const open = app().project.open ?? assert.fail('no project');
    const done = vscode.commands.executeCommand('graft.board.backport', { open, sha: sandbox().commits['clean'] });
    const picker = await user.picker(/Branches for the backport board/);
    user.type(picker, 'backport/*');
    await poll(() => picker.items.some(({ label }) => label.includes('All 2 branches')), { what: 'both branches' });
    await user.tick(picker, /All 2 branches/);
    await user.enter();
    await done;
    const session = app().boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(
      session.board.keys().map((key) => session.board.cell(key).result?.kind),
      ['clean', 'clean'],
    );
  });
});
