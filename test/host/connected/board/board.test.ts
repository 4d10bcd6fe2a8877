import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { refreshTips } from '../../../../src/host/board/tips.ts';
import { setFaults, settledRows } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

describe('the backport board', () => {
  const { app, ask, intend, kindsOf, newBoard, tested, tipOf, user } = boards();

  it('takes the commits selected in the Commits view, oldest first, and opens a board for them', async () => {
    await app().commits.setFilter({});
    const rows = (await settledRows(app().commits))
      .flatMap(({ row }) => (row.kind === 'commit' ? [row] : []))
      .slice(2, 5);
    const [, clicked] = rows;
    await vscode.commands.executeCommand('graft.board.add', clicked, [rows[1], rows[0], rows[2]]);
    const session = app().boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(
      session.board.commits.map((commit) => commit.sha),
      ask('log', '-5', '--format=%H', 'main').split('\n').slice(2).reverse(),
    );
    await vscode.commands.executeCommand('graft.board.add', rows[0]);
    assert.equal(session.board.commits.length, 3, 'a commit is on the board once');
    assert.equal(app().boards.pages.all.length, 1);
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
    // after a search no row is active; Enter accepts the ticked ones
    picker.activeItems = [];
    await user.enter();
    await adding;
    assert.deepEqual(session.board.branches, [one, two]);
    assert.deepEqual(kindsOf(session), ['clean', 'clean']);
  });

  it('has a checkbox for each branch, keeps ticks over searches, and none for what the board has', async () => {
    const session = await newBoard(['clean'], [one]);
    const adding = intend(session, { type: 'addBranches' });
    const picker = await user.picker(/Branches for the backport board/);
    assert.ok(picker.canSelectMany);
    const rows = (): string[] => picker.items.map(({ label }) => label);
    assert.ok(!rows().includes(one));
    const isLast = picker.items.slice(0, -1).map(({ description = '' }) => /contains|may not push/.test(description));
    assert.ok(isLast.includes(true) && isLast.slice(isLast.indexOf(true)).every(Boolean), rows().join());
    assert.ok(rows().includes(`On the board already: ${one}`));
    await user.tick(picker, new RegExp(`^${two}$`), /^main$/);
    user.type(picker, 'release/*');
    await poll(() => rows().some((label) => label.includes('that match release/*')), { what: 'the wildcard' });
    assert.deepEqual(rows().slice(-3), ['Selected', two, 'main']);
    await poll(() => !picker.busy && picker.selectedItems.length === 2, { what: 'the ticks in the new list' });
    // a slow window repeats the search
    user.type(picker, 'release/*');
    assert.equal(picker.busy, false);
    await user.tick(picker, /^main$/);
    await user.enter();
    await adding;
    assert.deepEqual(session.board.branches, [one, two]);
  });

  it('asks for a tick where Enter has nothing to add', async () => {
    const session = await newBoard(['clean'], []);
    const adding = intend(session, { type: 'addBranches' });
    const picker = await user.picker(/Branches for the backport board/);
    picker.activeItems = [];
    await user.enter();
    await user.hears(/^Tick at least one branch\.$/);
    await user.escape();
    await adding;
    assert.deepEqual(session.board.branches, []);
    assert.ok(!user.said().some(({ text }) => text.startsWith('Discard')), 'nothing is asked where nothing was ticked');
  });

  /** Ticks a branch and presses Escape; resolves when asked to confirm. */
  const leaveWithTick = async (picker: vscode.QuickPick<vscode.QuickPickItem>): Promise<void> => {
    user.type(picker, one);
    await poll(() => !picker.busy && picker.items.some(({ label }) => label === one), { what: 'the branch' });
    await user.tick(picker, new RegExp(`^${one}$`));
    await user.escape();
    await user.hears(/^Discard the selected row\?$/);
  };

  it('asks before ticks are lost by Escape, and goes when told to', async () => {
    const session = await newBoard(['clean'], []);
    const adding = intend(session, { type: 'addBranches' });
    user.willPress('Discard Selection');
    await leaveWithTick(await user.picker(/Branches for the backport board/));
    await adding;
    assert.deepEqual(session.board.branches, []);
  });

  it('takes what was typed, not what is still shown, when Enter comes before the rows', async () => {
    const session = await newBoard(['clean'], []);
    const adding = intend(session, { type: 'addBranches' });
    const picker = await user.picker(/Branches for the backport board/);
    const [shown] = picker.items;
    assert.ok(shown);
    const wanted = shown.label === one ? two : one;
    user.type(picker, wanted);
    await user.enter();
    await adding;
    assert.deepEqual(session.board.branches, [wanted]);
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

  it('adds the commits of a merge request, oldest first', async () => {
    const session = await newBoard([], [one]);
    const adding = vscode.commands.executeCommand('graft.board.addMergeRequest');
    const requests = await user.picker(/^Merge request for the backport board/);
    const request = requests.items.find(({ detail }) => detail?.startsWith('feature/ripeness-forecast → main'));
    assert.ok(request, JSON.stringify(requests.items));
    const [, iid = ''] = /^!(\d+) /.exec(request.label) ?? [];
    await user.enter(requests, new RegExp(`^!${iid} `));
    const commits = await user.picker(new RegExp(`^Commits of !${iid}, oldest first`));
    await user.enter(commits);
    await adding;
    const expected = ask('log', '--reverse', '--format=%H', 'main..feature/ripeness-forecast').split('\n');
    assert.ok(expected.length > 1);
    assert.deepEqual(
      session.board.commits.map(({ sha }) => sha),
      expected,
    );
    assert.ok(!kindsOf(session).includes('-'), 'they are tested');
    await session.store();
    const opening = vscode.commands.executeCommand('graft.board.open');
    const [row] = (await user.picker(/^Open which backport board/)).items;
    const detail = `${expected.length} commits, 1 branch`;
    assert.deepEqual([row?.label, row?.detail], [`!${iid} → ${one}`, detail], 'the second line adds to the name');
    await user.escape();
    await opening;
    const emptied = vscode.commands.executeCommand('graft.board.addMergeRequest');
    await user.enter(await user.picker(/^Merge request for the backport board/), new RegExp(`^!${iid} `));
    (await user.picker(new RegExp(`^Commits of !${iid}, oldest first`))).selectedItems = [];
    await user.enter();
    await user.hears(/^Tick at least one commit\.$/);
    await emptied;
  });

  it('keeps boards by name with what was found, and opens them again', async () => {
    const session = await tested(['clean', 'conflict'], [one]);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === `2 commits → ${one}`, {
      what: 'what it is for as its name',
    });
    const naming = intend(session, { type: 'keep' });
    user.type(await user.box(/Save the backport board/), 'Autumn');
    await user.enter();
    await naming;
    app().boards.pages.close(session.id);
    await poll(() => app().boards.pages.all.length === 0, { what: 'the board to close' });
    const [kept] = app().boards.saved.all();
    assert.equal(kept?.name, 'Autumn');
    const again = await app().boards.pages.open(kept ?? assert.fail());
    assert.deepEqual(kindsOf(again), ['clean', 'conflict']);
    assert.deepEqual(again.board.branches, [one]);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Autumn', { what: 'its tab' });
    await poll(() => again.board.column(one).kind === 'read', { what: 'the branch to be read again' });
  });

  it('shows what was kept while the server is away, which is known once', async () => {
    const { id } = await tested(['clean', 'conflict'], [one]);
    app().boards.pages.close(id);
    await poll(() => app().boards.pages.all.length === 0, { what: 'the board to close' });
    const away = { fault: 'resetBefore' } as const;
    await setFaults([
      { operation: 'getProject', ...away },
      { operation: 'getBranch', ...away },
    ]);
    const again = await app().boards.pages.open(app().boards.saved.get(id) ?? assert.fail());
    await poll(() => again.away !== undefined, { what: 'the server to be away' });
    assert.deepEqual(kindsOf(again), ['clean', 'conflict']);
    assert.partialDeepStrictEqual(again.board.column(one), { kind: 'read', tip: tipOf(one) });
    await setFaults([]);
    await refreshTips(again, new AbortController().signal);
    assert.equal(again.away, undefined);
  });

  it('keeps what was read of a branch while an older look at it was under way', async () => {
    const session = await tested(['clean'], [one]);
    const looking = refreshTips(session, new AbortController().signal);
    const newer = { kind: 'missing', readAtMs: Date.now() } as const;
    session.board.setColumn(one, newer);
    await looking;
    assert.equal(session.board.column(one), newer);
    await refreshTips(session, new AbortController().signal);
    assert.equal(session.board.column(one).kind, 'read', 'a look of its own counts');
  });

  it('says what to do without an open board', async () => {
    await vscode.commands.executeCommand('graft.board.test');
    await user.hears(/No backport board is open/);
  });
});
