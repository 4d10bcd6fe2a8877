import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/host/app.ts';
import type { BoardIntent } from '../../../src/host/board/pages.ts';
import type { BoardSession } from '../../../src/host/board/session.ts';
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
} from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';

const one = 'backport/one';
const two = 'backport/two';

describe('the backport board', () => {
  const user = hands();
  let app: App;

  const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
  const tipOf = (branch: string): string => ask('rev-parse', `refs/heads/${branch}`);
  const sha = (name: string): string => sandbox().commits[name] ?? assert.fail(`no commit ${name}`);
  const intend = (session: BoardSession, intent: BoardIntent): Promise<void> =>
    app.boards.pages.intend(session, intent);
  const kindsOf = ({ board }: BoardSession): string[] => board.keys().map((key) => board.cell(key).result?.kind ?? '-');

  before(async () => {
    app = await activated();
    await signIn(app);
  });

  after(() => signOut(app));

  beforeEach(async () => {
    await setFaults([]);
    for (const branch of [one, two]) ask('update-ref', `refs/heads/${branch}`, `refs/heads/${sandbox().target}`);
  });

  afterEach(async () => {
    for (const { id } of app.boards.pages.all) app.boards.pages.close(id);
    await poll(() => app.boards.pages.all.length === 0, { what: 'the boards to close' });
    for (const { id } of app.boards.kept.all()) await app.boards.kept.forget(id);
  });

  const newBoard = async (commits: readonly string[], branches: readonly string[]): Promise<BoardSession> => {
    const open = app.project.open ?? assert.fail('no project');
    const session = app.boards.pages.create(open);
    for (const name of commits) {
      const commit = await app.details.read(
        { client: open.client, account: open.account.id, project: open.project.id, sha: sha(name) },
        {},
      );
      session.board.appendCommit({
        sha: commit.id,
        title: commit.title,
        author: commit.author_name,
        date: commit.created_at,
        parents: commit.parent_ids?.length ?? 0,
      });
    }
    session.board.addBranches(branches);
    return session;
  };
  const tested = async (commits: readonly string[], branches: readonly string[]): Promise<BoardSession> => {
    const session = await newBoard(commits, branches);
    await intend(session, { type: 'test', cells: 'all' });
    return session;
  };
  const allCells = ({ board }: BoardSession): BoardIntent => ({ type: 'apply', cells: board.keys() });

  it('takes the commits selected in the Commits view, oldest first, and opens a board for them', async () => {
    await app.commits.setFilter({});
    const rows = (await settledRows(app.commits))
      .flatMap(({ row }) => (row.kind === 'commit' ? [row] : []))
      .slice(2, 5);
    const [, clicked] = rows;
    await vscode.commands.executeCommand('graft.board.add', clicked, [rows[1], rows[0], rows[2]]);
    const session = app.boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(
      session.board.commits.map((commit) => commit.sha),
      ask('log', '-5', '--format=%H', 'main').split('\n').slice(2).reverse(),
    );
    await vscode.commands.executeCommand('graft.board.add', rows[0]);
    assert.equal(session.board.commits.length, 3, 'a commit is on the board once');
    assert.equal(app.boards.pages.all.length, 1);
  });

  it('adds branches by a wildcard, shows what it matches, and tests them', async () => {
    const session = await newBoard(['clean'], []);
    const adding = intend(session, { type: 'addBranches' });
    const picker = await user.picker(/Branches for the backport board/);
    user.type(picker, 'backport/*');
    await poll(() => picker.items.some(({ label }) => label === 'All 2 branches that match backport/*'), {
      what: 'the branches that match',
    });
    assert.deepEqual(
      picker.items.slice(1).map(({ label }) => label),
      [one, two],
    );
    await user.enter(picker, /^All 2 branches/);
    await poll(() => picker.items.some(({ label }) => /Add 2 branches/.test(label)), { what: 'the row that ends' });
    await user.enter(picker, /Add 2 branches/);
    await adding;
    assert.deepEqual(session.board.branches, [one, two]);
    assert.deepEqual(kindsOf(session), ['clean', 'clean']);
    const again = intend(session, { type: 'addBranches' });
    session.board.removeBranch(one);
    const next = await user.picker(/Branches for the backport board/);
    assert.ok(next.items.length > 0);
    await user.escape();
    await again;
  });

  it('adds the commits of a range without its merges, and says when a name is unknown', async () => {
    const session = await newBoard([], [one]);
    const adding = vscode.commands.executeCommand('graft.board.addRange');
    user.type(await user.box(/Range for the backport board/), 'release/1.1..main');
    await user.enter();
    const picker = await user.picker(/release\/1\.1\.\.main/);
    await user.enter(picker);
    await adding;
    await poll(() => !session.testing.state.isRunning, { what: 'the tests to end', timeoutMs: 60_000 });
    const expected = ask('log', '--no-merges', '--format=%H', 'release/1.1..main').split('\n').sort();
    assert.deepEqual(session.board.commits.map((commit) => commit.sha).sort(), expected);
    const unknown = vscode.commands.executeCommand('graft.board.addRange');
    user.type(await user.box(/Range for the backport board/), 'no-such..main');
    await user.enter();
    await user.hears(/No commit “no-such”/);
    await unknown;
  });

  it('names the files of a conflict as git does, without changing the clone', async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder');
    const before =
      git(folder, 'count-objects', '-v') + git(folder, 'for-each-ref') + git(folder, 'status', '--porcelain');
    await intend(session, { type: 'conflictOf', place });
    const conflict = session.conflicts.get(`${place.sha} ${place.branch}`);
    assert.ok(conflict?.state === 'ready', JSON.stringify(conflict));
    const after =
      git(folder, 'count-objects', '-v') + git(folder, 'for-each-ref') + git(folder, 'status', '--porcelain');
    assert.equal(after, before);
    // what git itself says of the same pick in a working tree of its own
    const tree = `${folder}-picked`;
    git(folder, 'worktree', 'add', '--quiet', '--detach', tree, tipOf(one));
    let expected: string;
    try {
      try {
        git(tree, '-c', 'user.name=T', '-c', 'user.email=t@acme.example', 'cherry-pick', '--no-commit', place.sha);
      } catch {
        // a conflict is what is expected
      }
      expected = git(tree, 'diff', '--name-only', '--diff-filter=U');
    } finally {
      git(folder, 'worktree', 'remove', '--force', tree);
    }
    assert.deepEqual(conflict.files.map(({ path }) => path).sort(), expected.split('\n').sort());
  });

  it('opens a file of a conflict three ways, with marks where the sides meet', async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const conflict = session.conflicts.get(`${place.sha} ${place.branch}`);
    const path = conflict?.state === 'ready' ? conflict.files[0]?.path : undefined;
    assert.ok(path);
    await intend(session, { type: 'openConflict', place, path });
    const documents = await poll(
      () => {
        const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'graft-conflict');
        return open.some(({ uri }) => uri.authority === 'result') ? open : undefined;
      },
      { what: 'the versions to be open' },
    );
    const textOf = (side: string): string | undefined =>
      documents
        .find(({ uri }) => uri.authority === side)
        ?.getText()
        .trimEnd();
    assert.equal(textOf('branch'), ask('show', `${tipOf(one)}:${path}`));
    assert.match(
      textOf('result') ?? '',
      new RegExp(`<<<<<<< ${one}\n[^]*=======\n[^]*>>>>>>> ${place.sha.slice(0, 8)}`),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('fetches what the clone lacks after asking, and moves nothing in it', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder');
    const tree = ask('rev-parse', `${one}^{tree}`);
    const pushed = ask(
      '-c',
      'user.name=S',
      '-c',
      'user.email=s@acme.example',
      'commit-tree',
      tree,
      '-p',
      tipOf(one),
      '-m',
      'New',
    );
    ask('update-ref', `refs/heads/${one}`, pushed);
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const known = (): unknown => session.conflicts.get(`${place.sha} ${place.branch}`);
    assert.partialDeepStrictEqual(known(), { state: 'unavailable', offer: 'fetch' });
    const refs = git(folder, 'for-each-ref');
    await intend(session, { type: 'fetchFor', place });
    assert.throws(() => git(folder, 'cat-file', '-e', pushed), 'nothing is fetched without a yes');
    user.willPress('Fetch');
    await intend(session, { type: 'fetchFor', place });
    assert.partialDeepStrictEqual(known(), { state: 'ready' });
    assert.equal(git(folder, 'for-each-ref'), refs);
  });

  it('applies the clean cells that were chosen, branch by branch, and undoes them', async () => {
    const start = tipOf(one);
    const session = await tested(['clean', 'markup', 'conflict'], [one, two]);
    assert.deepEqual(kindsOf(session), ['clean', 'clean', 'clean', 'clean', 'conflict', 'conflict']);
    user.willPress('Create 4 Commits');
    await intend(session, allCells(session));
    const [report] = session.reports;
    assert.deepEqual(
      report?.steps.map(({ branch, outcome }) => `${branch} ${outcome.kind}`),
      [`${one} created`, `${one} created`, `${two} created`, `${two} created`],
    );
    for (const branch of [one, two]) {
      const created: string[] | undefined = report?.steps.flatMap((step) =>
        step.branch === branch && step.outcome.kind === 'created' ? [step.outcome.sha] : [],
      );
      assert.deepEqual(ask('log', '--reverse', '--format=%H', `${start}..${branch}`).split('\n'), created);
    }
    await intend(session, { type: 'copyReport', report: report?.id ?? 0 });
    const markdown = await vscode.env.clipboard.readText();
    for (const branch of [one, two]) assert.ok(markdown.includes(`/-/commit/${tipOf(branch)})`), markdown);
    await forgetRequests();
    user.willPress('Revert 4 Commits');
    await intend(session, { type: 'undo', report: report?.id ?? 0 });
    for (const branch of [one, two]) {
      assert.equal(ask('rev-parse', `${branch}^{tree}`), ask('rev-parse', `${start}^{tree}`));
    }
    assert.equal((await receivedRequests()).filter(({ operation }) => operation === 'revertCommit').length, 2 + 4 * 2);
    assert.equal(session.reports[1]?.undone.length, 4);
  });

  it('sends nothing when the question is closed', async () => {
    const before = tipOf(one);
    const session = await tested(['clean'], [one]);
    await forgetRequests();
    await intend(session, allCells(session));
    assert.equal(tipOf(one), before);
    assert.deepEqual(session.reports, []);
    assert.deepEqual(await receivedRequests(), []);
  });

  it('stops a branch at its first surprise and asks whether to go on', async () => {
    const session = await tested(['clean'], [one, two]);
    const tree = ask('rev-parse', `${one}^{tree}`);
    const pushed = ask(
      '-c',
      'user.name=S',
      '-c',
      'user.email=s@acme.example',
      'commit-tree',
      tree,
      '-p',
      tipOf(one),
      '-m',
      'Quicker',
    );
    ask('update-ref', `refs/heads/${one}`, pushed);
    user.willPress('Create 2 Commits');
    const applying = intend(session, allCells(session));
    await user.hears(/Create 2 commits on 2 branches/);
    user.willPress('Go On With 1 Branch');
    await applying;
    assert.deepEqual(
      session.reports[0]?.steps.map(({ outcome }) => outcome.kind),
      ['moved', 'created'],
    );
    assert.equal(tipOf(one), pushed);
  });

  it('looks for a commit whose answer was lost', async () => {
    const start = tipOf(one);
    const session = await tested(['clean'], [one]);
    user.willPress('Create 1 Commit');
    await setFaults([
      { operation: 'cherryPickCommit', fault: 'delay', delayMs: 1, times: 1 },
      { operation: 'cherryPickCommit', fault: 'resetAfter', times: 1 },
    ]);
    await intend(session, allCells(session));
    assert.partialDeepStrictEqual(session.reports[0]?.steps[0]?.outcome, { kind: 'created', confirmed: 'found' });
    assert.equal(ask('rev-list', '--count', `${start}..${one}`), '1');
  });

  it('keeps boards by name with what was found, and opens them again', async () => {
    const session = await tested(['clean', 'conflict'], [one]);
    const naming = intend(session, { type: 'keep' });
    user.type(await user.box(/Keep the backport board/), 'Autumn');
    await user.enter();
    await naming;
    app.boards.pages.close(session.id);
    await poll(() => app.boards.pages.all.length === 0, { what: 'the board to close' });
    const [kept] = app.boards.kept.all();
    assert.equal(kept?.name, 'Autumn');
    const again = await app.boards.pages.open(kept ?? assert.fail());
    assert.deepEqual(kindsOf(again), ['clean', 'conflict']);
    assert.deepEqual(again.board.branches, [one]);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Autumn', { what: 'its tab' });
    await poll(() => again.board.column(one).kind === 'read', { what: 'the branch to be read again' });
  });

  it('says what to do without an open board', async () => {
    await vscode.commands.executeCommand('graft.board.test');
    await user.hears(/No backport board is open/);
  });
});
