import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportView } from '../../../../src/host/board/reportMessages.ts';
import { forgetRequests, receivedRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

describe('applying a backport board', () => {
  const { allCells, app, ask, commitFiles, endRequests, intend, kindsOf, push, tested, tipOf, user } = boards();

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
    assert.ok(markdown.includes('\n4 commits were created on the server.\n'), markdown);
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

  it('applies with messages of their own, shows them before, and keeps them with the board', async () => {
    const start = tipOf(one);
    const session = await tested(['clean', 'markup'], [one]);
    const [clean = '', markup = ''] = session.board.commits.map(({ sha }) => sha);
    await intend(session, { type: 'ownMessage', sha: clean });
    assert.match(session.board.messages.get(clean) ?? '', new RegExp(`cherry picked from commit ${clean}`));
    await intend(session, { type: 'writeMessage', sha: clean, message: 'First of two\n\nTicket 7\n' });
    await intend(session, { type: 'writeMessage', sha: markup, message: 'Second' });
    await intend(session, { type: 'removeCommit', sha: markup });
    await session.store();
    app().boards.pages.close(session.id);
    await poll(() => app().boards.pages.all.length === 0, { what: 'the board to close' });
    // the user applies while branches are read
    await setFaults([{ operation: 'getBranch', fault: 'delay', delayMs: 500, times: 1 }]);
    const again = await app().boards.pages.open(app().boards.saved.all()[0] ?? assert.fail());
    assert.deepEqual([...again.board.messages.values()], ['First of two\n\nTicket 7\n', 'Second'], 'kept');
    await poll(() => again.isShown, { what: 'the page of the board' });
    user.willPress('Create 1 Commit');
    const applying = intend(again, allCells(again));
    const { detail } = await user.hears(/Create 1 commit on/);
    assert.match(detail ?? '', /Message: First of two \(\+2 lines\)/);
    await applying;
    assert.equal(ask('log', '--format=%B', `${start}..${one}`).trim(), 'First of two\n\nTicket 7');
    user.willPress('Discard');
    await intend(again, { type: 'dropMessage', sha: clean });
    assert.deepEqual([...again.board.messages.keys()], [markup]);
  });

  it('sends nothing when the question is closed', async () => {
    const before = tipOf(one);
    const session = await tested(['clean'], [one]);
    await forgetRequests();
    const asked = intend(session, allCells(session));
    const { detail } = await user.hears(/Create 1 commit on/);
    assert.match(detail ?? '', /^Changelog and Signed-off-by no longer count/m);
    await asked;
    assert.equal(tipOf(one), before);
    assert.deepEqual(session.reports, []);
    // pipelines of commits in sight are polled meanwhile
    assert.deepEqual(
      (await receivedRequests()).filter(({ status }) => status !== 304),
      [],
    );
    const several = await tested(['clean', 'markup'], [one]);
    const again = intend(several, allCells(several));
    const { detail: whose } = await user.hears(/Create 2 commits on/);
    const sha = several.board.commits[0]?.sha.slice(0, 8) ?? '';
    assert.match(whose ?? '', new RegExp(`^${sha}: Changelog and Signed-off-by no longer count`, 'm'));
    await again;
  });

  it('stops a branch at its first surprise and asks whether to go on', async () => {
    const session = await tested(['clean'], [one, two]);
    const pushed = push(one);
    user.willPress('Create 2 Commits');
    // asked once the branch is found to have moved
    user.willPress('Continue with 1 Branch');
    const applying = intend(session, allCells(session));
    await user.hears(/Create 2 commits on 2 branches/);
    await user.hears(new RegExp(`^${one}: [0-9a-f]{8} · Not sent$`));
    await applying;
    assert.deepEqual(
      session.reports[0]?.steps.map(({ outcome }) => outcome.kind),
      ['moved', 'created'],
    );
    const { summary } = reportView(session.reports[0] ?? assert.fail(), () => false);
    assert.equal(summary, '1 of 2 commits created on the server. Not applied: 1.');
    assert.equal(tipOf(one), pushed);
  });

  for (const [what, answered, outcomes, picked] of [
    ['with what was to follow', 1, ['refused', 'notTried'], 2],
    ['tested where the commit before it has moved the branch', 3, ['created', 'refused'], 1],
  ] as const)
    it(`goes by a merge request from the report where the branch refused a commit, ${what}`, async () => {
      const session = await tested(['clean', 'markup'], [one]);
      const canRequest = (): boolean | undefined => {
        const [report] = session.reports;
        return report && reportView(report, (cell) => session.canRequest(cell)).canCreateMergeRequest;
      };
      const body = { message: '403 Forbidden - You are not allowed to push into this branch' };
      await setFaults([
        // dry runs and earlier cherry-picks
        { operation: 'cherryPickCommit', fault: 'delay', delayMs: 1, times: answered },
        { operation: 'cherryPickCommit', fault: 'status', status: 403, body, times: 1 },
      ]);
      user.willPress('Create 2 Commits');
      await intend(session, allCells(session));
      const [report] = session.reports;
      assert.deepEqual(
        report?.steps.map(({ outcome }) => outcome.kind),
        outcomes,
      );
      assert.equal(canRequest(), true);
      const start = tipOf(one);
      const asked = intend(session, { type: 'requestRefused', report: report?.id ?? 0 });
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      await asked;
      const [run] = session.requestReports[0]?.runs ?? [];
      assert.equal(run?.request.kind, 'made');
      assert.equal(ask('rev-list', '--count', `${start}..${run?.source}`), String(picked));
      assert.equal(tipOf(one), start);
      assert.equal(canRequest(), false, 'a merge request brings it');
      await endRequests();
    });

  it('leads to the revert of what cannot be undone any more, as it is in conflict', async () => {
    const session = await tested(['clean'], [one]);
    user.willPress('Create 1 Commit');
    await intend(session, allCells(session));
    const made = tipOf(one);
    const [changed = ''] = ask('diff', '--name-only', `${one}~1`, one).split('\n');
    commitFiles(one, 'After', { [changed]: 'other words\n' });
    user.willPress('Open Revert…');
    const undoing = intend(session, { type: 'undo', report: session.reports[0]?.id ?? 0 });
    const card = await user.picker(/dry run on/i);
    assert.match(card.title ?? '', new RegExp(made.slice(0, 8)));
    await poll(() => card.items.some(({ label }) => label.includes('Resolve…')), { what: 'what to do about it' });
    await user.escape();
    await undoing;
  });

  it('knows what an undoing left, does not call it undone, and offers the rest again', async () => {
    const start = tipOf(one);
    // equal branches and times would give equal SHAs
    push(two);
    const session = await tested(['clean'], [one, two]);
    user.willPress('Create 2 Commits');
    await intend(session, allCells(session));
    const { id } = session.reports[0] ?? assert.fail('no report');
    const [onOne, onTwo] = [tipOf(one), tipOf(two)];
    ask('update-ref', '-d', `refs/heads/${two}`);
    user.willPress('Revert 1 Commit');
    await intend(session, { type: 'undo', report: id });
    const [place] = session.board.keys();
    assert.ok(place);
    const created = (branch: string): string | undefined => session.createdIn({ ...place, branch });
    assert.deepEqual([created(one), created(two)], [undefined, onTwo]);
    assert.equal(ask('rev-parse', `${one}^{tree}`), ask('rev-parse', `${start}^{tree}`));
    ask('update-ref', `refs/heads/${two}`, onTwo);
    await forgetRequests();
    user.willPress('Revert 1 Commit');
    await intend(session, { type: 'undo', report: id });
    const reverted = (await receivedRequests()).filter(({ operation }) => operation === 'revertCommit');
    assert.ok(reverted.length > 0 && reverted.every(({ path }) => !path.includes(onOne)), 'undone once');
    assert.deepEqual([created(one), created(two)], [undefined, undefined]);
    assert.equal(ask('rev-parse', `${two}^{tree}`), ask('rev-parse', `${start}^{tree}`));
  });

  it('tests what it has created no more, until the user asks and it is gone', async () => {
    const session = await tested(['clean', 'conflict'], [one]);
    const start = tipOf(one);
    user.willPress('Create 1 Commit');
    await intend(session, allCells(session));
    const [clean, conflict] = session.board.keys();
    assert.ok(clean && conflict);
    assert.deepEqual(session.openCells(), [conflict], 'the branch has moved');
    assert.equal(session.createdIn(clean), tipOf(one));
    ask('update-ref', `refs/heads/${one}`, start);
    await intend(session, { type: 'test', cells: [clean] });
    assert.equal(session.createdIn(clean), undefined);
    user.willPress('Create 1 Commit');
    await intend(session, allCells(session));
    assert.deepEqual(
      session.reports[0]?.steps.map(({ outcome }) => outcome.kind),
      ['created'],
    );
    assert.equal(ask('rev-list', '--count', `${start}..${one}`), '1');
  });
});
