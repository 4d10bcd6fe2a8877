import assert from 'node:assert/strict';
import type { TryInClone } from '../../../src/model/pick/asking.ts';
import { changesOf, mayCreateMergeRequest } from '../../../src/model/pick/answers.ts';
import { isStale } from '../../../src/model/board/cells.ts';
import { poll } from '../../support/poll.ts';
import { relay } from '../relay.ts';
import { boarding, firstOn, kinds, scratch } from './boards.ts';

describe('testing a board over a real server and real git', () => {
  const { run, servers, git, tipOf, refs, setFaults, writes, aBoard, push, write, operations } = boarding();
  const second = 'scratch/second';

  beforeEach(() => git('update-ref', `refs/heads/${second}`, `refs/heads/${scratch}`));

  it('tells clean, conflict and already there apart, with the words of the server', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere'], [scratch]);
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['clean'], ['conflict'], ['alreadyThere']]);
    const tip = await tipOf(scratch);
    for (const key of board.keys()) assert.equal(board.cell(key).result?.tip, tip);
    const conflict = board.cell(board.keys()[1] ?? assert.fail()).result;
    assert.match((conflict && 'words' in conflict && conflict.words) || '', /cannot cherry-pick this commit/);
    assert.deepEqual(testing.state, {
      isRunning: false,
      total: 3,
      done: 3,
      pausedUntilMs: undefined,
      failure: undefined,
    });
  });

  it('reads a branch once before its cells and once after them, however many there are', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere', 'rename'], [scratch, second]);
    await testing.test(board.keys());
    const asked = await operations();
    assert.equal(asked.filter((name) => name === 'cherryPickCommit').length, 8);
    assert.equal(asked.filter((name) => name === 'getBranch').length, 4);
    // checks for both conflicts whether the branch has the commit
    assert.equal(asked.filter((name) => name === 'listCommits').length, 2);
    assert.equal(asked.length, 14);
  });

  it('says already there of a commit of the branch itself, whatever came after it', async () => {
    const own = await write('Says one\n');
    await write('Says two\n');
    const { board, testing } = await aBoard([own], [scratch]);
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['alreadyThere']]);
  });

  it('changes nothing on the server', async () => {
    const before = await refs();
    const { board, testing } = await aBoard(['clean', 'conflict', 'merge'], [scratch, second]);
    await testing.test(board.keys());
    assert.equal(await refs(), before);
  });

  it('never has more dry runs under way than its width', async () => {
    let most = 0;
    let open = 0;
    const url = await relay(servers, run().sandbox.url, async ({ forward }) => {
      most = Math.max(most, ++open);
      const answer = await forward();
      open -= 1;
      answer();
    });
    const commits = ['clean', 'conflict', 'alreadyThere', 'rename', 'binary', 'markup'];
    const { board, testing } = await aBoard(commits, [scratch, second], { width: 3, url });
    await testing.test(board.keys());
    assert.equal(most, 3);
    assert.ok(
      kinds(board)
        .flat()
        .every((kind) => kind !== 'untested'),
    );
  });

  it('tests first what is seen', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere'], [scratch, second], { width: 1 });
    const order: string[] = [];
    board.onDidChange((change) => {
      if (change.kind !== 'cell' || board.cell(change.key).activity !== 'testing') return;
      order.push(`${board.commits.findIndex(({ sha }) => sha === change.key.sha)} ${change.key.branch}`);
    });
    testing.see([board.commits[2]?.sha ?? ''], [second]);
    await testing.test(board.keys());
    assert.equal(order[0], `2 ${second}`);
    assert.equal(order.length, 6);
  });

  it('says protected of a branch I may not push to, told apart from a role that is too low', async () => {
    const { target } = run().sandbox.branches;
    const developer = await aBoard(['clean', 'conflict'], [target, scratch], { as: 'developer' });
    await developer.testing.test(developer.board.keys());
    assert.deepEqual(kinds(developer.board), [
      ['protected', 'clean'],
      ['protected', 'conflict'],
    ]);
    assert.partialDeepStrictEqual(developer.board.cell(firstOn(developer.board, target)).result, { rule: true });
    const reporter = await aBoard(['clean'], [scratch], { as: 'reporter' });
    await reporter.testing.test(reporter.board.keys());
    assert.partialDeepStrictEqual(reporter.board.cell(firstOn(reporter.board, scratch)).result, {
      kind: 'protected',
      rule: false,
    });
  });

  it('asks the clone, without a dry run, where the branch itself says that I may not push', async () => {
    const { target } = run().sandbox.branches;
    const asked: unknown[] = [];
    const inClone: TryInClone = async (pick) => {
      asked.push(pick);
      return asked.length === 1 ? 'clean' : 'conflict';
    };
    const { board, testing } = await aBoard(['clean', 'conflict'], [target], { as: 'developer', inClone, width: 1 });
    await testing.test(board.keys());
    assert.deepEqual(await operations(), ['getBranch']);
    const tip = await tipOf(target);
    assert.deepEqual(
      asked,
      board.commits.map(({ sha }) => ({ action: 'cherryPick', sha, tip })),
    );
    const results = board.keys().map((key) => board.cell(key).result);
    assert.deepEqual(results.map(changesOf), ['clean', 'conflict']);
    assert.deepEqual(results.map(mayCreateMergeRequest), [true, false]);
  });

  it('asks a branch on the same tip where the clone lacks the commits, found once for all cells', async () => {
    const { target } = run().sandbox.branches;
    const inClone: TryInClone = async () => 'cloneLacks';
    const alone = await aBoard(['clean'], [target], { as: 'developer', inClone });
    await git('update-ref', `refs/heads/${scratch}`, await write('Moves away\n'));
    await git('update-ref', `refs/heads/${second}`, `refs/heads/${scratch}`);
    await alone.testing.test(alone.board.keys());
    const { result } = alone.board.cell(firstOn(alone.board, target));
    assert.partialDeepStrictEqual(result, { kind: 'protected', instead: { answer: 'cloneLacks' } });
    assert.equal(mayCreateMergeRequest(result), true);
    await git('update-ref', `refs/heads/${second}`, `refs/heads/${target}`);
    const { board, testing } = await aBoard(['clean', 'conflict'], [target], { as: 'developer', inClone });
    const before = await refs();
    await testing.test(board.keys());
    const results = board.keys().map((key) => board.cell(key).result);
    assert.deepEqual(
      results.map((each) => each?.kind === 'protected' && each.instead),
      [
        { answer: 'clean', branch: second },
        { answer: 'conflict', branch: second },
      ],
    );
    assert.equal((await operations()).filter((name) => name === 'listBranches').length, 1);
    assert.equal(await refs(), before);
  });

  it('says protected by the refused dry run where the branch does not tell', async () => {
    const { target } = run().sandbox.branches;
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (!/branches/.test(request.target)) return (await forward())();
      const answer = await fetch(`${run().sandbox.url}${request.target}`, {
        headers: { authorization: `Bearer ${run().sandbox.tokens.developer}` },
      });
      const old = { ...((await answer.json()) as Record<string, unknown>), can_push: undefined };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(old));
    });
    const { board, testing } = await aBoard(['clean'], [target], { as: 'developer', url });
    await testing.test(board.keys());
    const { result } = board.cell(firstOn(board, target));
    assert.partialDeepStrictEqual(result, { kind: 'protected', rule: true });
    assert.match((result && 'words' in result && result.words) || '', /not allowed to push/);
  });

  it('says of a missing branch that it is missing, without a dry run', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict'], ['no/such/branch', scratch]);
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [
      ['branchMissing', 'clean'],
      ['branchMissing', 'conflict'],
    ]);
    assert.equal(await writes(), 2);
  });

  it('says of a commit the server does not have that it is missing', async () => {
    const { board, testing } = await aBoard(['f'.repeat(40)], [scratch]);
    await testing.test(board.keys());
    assert.partialDeepStrictEqual(board.cell(firstOn(board, scratch)).result, {
      kind: 'refused',
      why: 'commitMissing',
    });
  });

  it('stops asking about a branch that is deleted while the board runs, and calls its answers stale', async () => {
    let dryRuns = 0;
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      if (/cherry_pick/.test(request.target) && ++dryRuns === 2) await git('update-ref', '-d', `refs/heads/${scratch}`);
      (await forward())();
    });
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere', 'rename'], [scratch], {
      width: 1,
      url,
    });
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['clean'], ['branchMissing'], ['branchMissing'], ['branchMissing']]);
    assert.equal(dryRuns, 2);
    assert.equal(board.column(scratch).kind, 'missing');
    assert.ok(isStale(board.cell(firstOn(board, scratch)), board.column(scratch)));
  });

  it('calls cells stale when the branch has moved while they were tested', async () => {
    let pushed: string | undefined;
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      if (/cherry_pick/.test(request.target)) pushed ??= await push(scratch, 'Somebody was quicker');
      (await forward())();
    });
    const { board, testing } = await aBoard(['clean'], [scratch], { url });
    await testing.test(board.keys());
    assert.partialDeepStrictEqual(board.column(scratch), { kind: 'read', tip: pushed ?? '' });
    assert.ok(isStale(board.cell(firstOn(board, scratch)), board.column(scratch)));
    await testing.test(board.keys());
    assert.ok(!isStale(board.cell(firstOn(board, scratch)), board.column(scratch)));
  });

  it('rests as a whole when the server asks to slow down, and asks again what was refused', async () => {
    await setFaults([
      { operation: 'cherryPickCommit', fault: 'status', status: 429, headers: { 'retry-after': '7' }, times: 2 },
    ]);
    const waits: number[] = [];
    let now = 1_000_000;
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere'], [scratch, second], {
      width: 2,
      now: () => now,
      async wait(waitMs) {
        waits.push(waitMs);
        assert.equal(testing.state.pausedUntilMs, 1_007_000);
        now = 1_007_000;
      },
    });
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [
      ['clean', 'clean'],
      ['conflict', 'conflict'],
      ['alreadyThere', 'alreadyThere'],
    ]);
    assert.ok(waits.length >= 1 && waits.every((waitMs) => waitMs === 7_000), String(waits));
    assert.equal(await writes(), 8);
    assert.equal(testing.state.pausedUntilMs, undefined);
  });

  it('gives a cell up that is told to slow down again and again', async () => {
    await setFaults([{ operation: 'cherryPickCommit', fault: 'status', status: 429 }]);
    const { board, testing } = await aBoard(['clean'], [scratch], { wait: async () => undefined, now: () => 0 });
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['failed']]);
    assert.equal(await writes(), 6);
  });

  it('keeps why a cell failed and goes on with the others', async () => {
    await setFaults([{ operation: 'cherryPickCommit', fault: 'resetAfter', times: 1 }]);
    const { board, testing } = await aBoard(['clean', 'conflict'], [scratch], { width: 1 });
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['failed'], ['conflict']]);
    assert.equal(await writes(), 2, 'a dry run whose answer was lost is not sent again by itself');
    assert.equal(testing.state.failure, undefined);
  });

  it('keeps what is known while the server is away, and says so', async () => {
    let isAway = false;
    const url = await relay(servers, run().sandbox.url, async ({ response, forward }) => {
      if (isAway) response.destroy();
      else (await forward())();
    });
    const { board, testing } = await aBoard(['clean', 'conflict'], [scratch], { url });
    await testing.test(board.keys());
    const column = board.column(scratch);
    isAway = true;
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['clean'], ['conflict']]);
    assert.equal(board.column(scratch), column);
    assert.notEqual(testing.state.failure, undefined);
    isAway = false;
    await testing.test(board.keys());
    assert.equal(testing.state.failure, undefined);
  });

  it('stops when everything fails, and says why', async () => {
    await setFaults([{ operation: 'cherryPickCommit', fault: 'status', status: 500 }]);
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere', 'rename', 'binary'], [scratch], {
      width: 1,
    });
    await testing.test(board.keys());
    assert.deepEqual(kinds(board), [['failed'], ['failed'], ['failed'], ['untested'], ['untested']]);
    assert.match(String(testing.state.failure), /500/);
    assert.equal(await writes(), 3);
  });

  it('fails a column whose branch cannot be read without giving up the others', async () => {
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (/branches\/scratch%2Fsecond/.test(request.target)) {
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"500 Broken"}');
      } else (await forward())();
    });
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere', 'rename'], [second, scratch], {
      url,
    });
    await testing.test(board.keys());
    assert.deepEqual(
      kinds(board).map(([broken]) => broken),
      ['failed', 'failed', 'failed', 'failed'],
    );
    assert.deepEqual(
      kinds(board)
        .map(([, whole]) => whole)
        .slice(0, 3),
      ['clean', 'conflict', 'alreadyThere'],
    );
    assert.equal(testing.state.failure, undefined);
  });

  it('stops at once for a token that is not accepted', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere'], [scratch], {
      as: 'expired',
      width: 1,
    });
    await testing.test(board.keys());
    assert.match(String(testing.state.failure), /expired/);
    assert.deepEqual(await operations(), ['getBranch']);
  });

  it('is cancelled: nothing more is sent, and what was known stays', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict', 'alreadyThere'], [scratch], { width: 1 });
    await testing.test([board.keys()[0] ?? assert.fail()]);
    await setFaults([{ operation: 'cherryPickCommit', fault: 'hang' }]);
    const before = await writes();
    const running = testing.test(board.keys());
    await poll(async () => (await writes()) === before + 1, { what: 'a dry run to arrive' });
    assert.deepEqual(kinds(board).flat(), ['testing', 'queued', 'queued']);
    testing.cancel();
    await running;
    assert.deepEqual(kinds(board).flat(), ['clean', 'untested', 'untested']);
    assert.equal(await writes(), before + 1);
    assert.equal(testing.state.isRunning, false);
    await setFaults([]);
    await testing.test(board.keys());
    assert.deepEqual(kinds(board).flat(), ['clean', 'conflict', 'alreadyThere']);
  });

  it('takes more cells while it runs', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict'], [scratch], { width: 1 });
    const first = testing.test([board.keys()[0] ?? assert.fail()]);
    board.addBranches([second]);
    await Promise.all([first, testing.test(board.keys())]);
    assert.deepEqual(kinds(board), [
      ['clean', 'clean'],
      ['conflict', 'conflict'],
    ]);
  });

  it('drops what is taken off the board while it is tested', async () => {
    const { board, testing } = await aBoard(['clean', 'conflict'], [scratch, second], { width: 1 });
    const running = testing.test(board.keys());
    board.removeBranch(scratch);
    await running;
    assert.deepEqual(kinds(board), [['clean'], ['conflict']]);
  });
});
