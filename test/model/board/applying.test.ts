import assert from 'node:assert/strict';
import { applyPlan, type ApplyPlan, type Step, undoPlan } from '../../../src/model/board/applying.ts';
import { isChange, relay } from '../relay.ts';
import { boarding, scratch } from './boards.ts';

describe('applying a board over a real server and real git', () => {
  const { run, servers, git, tipOf, refs, writes, aBoard, clientAs, push, commitOf } = boarding();
  const second = 'scratch/second';

  beforeEach(() => git('update-ref', `refs/heads/${second}`, `refs/heads/${scratch}`));

  const aPlan = async (commits: readonly string[], branches: readonly string[]): Promise<ApplyPlan> => {
    const { board } = await aBoard(commits, branches);
    return {
      action: 'cherryPick',
      project: board.project,
      branches: await Promise.all(
        branches.map(async (branch) => ({
          branch,
          tip: await tipOf(branch),
          commits: board.commits.map(({ sha, title }) => ({ sha, title })),
        })),
      ),
    };
  };
  const carryOut = (
    plan: ApplyPlan,
    options: {
      readonly url?: string;
      readonly goOn?: boolean;
      readonly abort?: AbortController;
      readonly as?: string;
    } = {},
  ): Promise<{ steps: readonly Step[]; asked: readonly string[] }> => {
    const asked: string[] = [];
    return applyPlan(clientAs(options.as, options.url), plan, {
      signal: (options.abort ?? new AbortController()).signal,
      changed: () => undefined,
      async goOn({ branch }, left) {
        asked.push(`${branch} ${left}`);
        return options.goOn ?? true;
      },
    }).then((steps) => ({ steps, asked }));
  };
  const outcomes = (steps: readonly Step[]): readonly string[] => steps.map(({ outcome }) => outcome.kind);
  const subjects = async (branch: string, from: string): Promise<string[]> =>
    (await git('log', '--reverse', '--format=%s', `${from}..${branch}`)).split('\n').filter(Boolean);

  it('creates each commit on each branch, oldest first, and says what it created', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean'], [scratch, second]);
    const { steps, asked } = await carryOut(plan);
    assert.deepEqual(outcomes(steps), ['created', 'created']);
    assert.deepEqual(asked, []);
    for (const { branch, outcome } of steps) {
      assert.equal(outcome.kind === 'created' && outcome.sha, await tipOf(branch));
      assert.equal(outcome.kind === 'created' && outcome.confirmed, 'answered');
      assert.equal((await subjects(branch, start)).length, 1);
    }
    assert.equal(await writes(), 4, 'a dry run and a change for each');
  });

  it('builds each commit on the one before', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch]);
    const { steps } = await carryOut(plan);
    assert.deepEqual(outcomes(steps), ['created', 'created']);
    const [first, last] = steps.map(({ outcome }) => (outcome.kind === 'created' ? outcome.sha : ''));
    assert.equal(await git('rev-parse', `${last}^`), first);
    assert.equal(await git('rev-parse', `${first}^`), start);
  });

  it('ends a branch at its first surprise, asks, and goes on with the others', async () => {
    const plan = await aPlan(['clean', 'conflict', 'markup'], [scratch, second]);
    const { steps, asked } = await carryOut(plan);
    assert.deepEqual(outcomes(steps), ['created', 'refused', 'notTried', 'created', 'refused', 'notTried']);
    assert.deepEqual(asked, [`${scratch} 1`], 'nothing is asked after the last branch');
    assert.partialDeepStrictEqual(steps[1]?.outcome, { sent: false, refusal: { kind: 'conflict' } });
    assert.partialDeepStrictEqual(steps[2]?.outcome, { why: 'surprise' });
  });

  it('leaves the other branches alone when the user stops', async () => {
    const before = await tipOf(second);
    const plan = await aPlan(['conflict', 'clean'], [scratch, second]);
    const { steps } = await carryOut(plan, { goOn: false });
    assert.deepEqual(outcomes(steps), ['refused', 'notTried', 'notTried', 'notTried']);
    assert.partialDeepStrictEqual(steps[2]?.outcome, { why: 'stopped' });
    assert.equal(await tipOf(second), before);
  });

  it('sends nothing to a branch that has moved since it was tested', async () => {
    const plan = await aPlan(['clean'], [scratch]);
    const pushed = await push(scratch, 'Somebody was quicker');
    const { steps } = await carryOut(plan);
    assert.partialDeepStrictEqual(steps[0]?.outcome, { kind: 'moved', to: pushed });
    assert.equal(await writes(), 0);
    assert.equal(await tipOf(scratch), pushed);
  });

  it('stops a branch that someone pushes to in between', async () => {
    const plan = await aPlan(['clean', 'markup'], [scratch]);
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (isChange(request)) await push(scratch, 'Somebody came in between');
      answer();
    });
    const { steps } = await carryOut(plan, { url });
    assert.deepEqual(outcomes(steps), ['created', 'moved']);
  });

  it('says of a deleted branch that there is none', async () => {
    const plan = await aPlan(['clean'], [scratch]);
    await git('update-ref', '-d', `refs/heads/${scratch}`);
    const { steps } = await carryOut(plan);
    assert.partialDeepStrictEqual(steps[0]?.outcome, { kind: 'refused', refusal: { kind: 'branchMissing' } });
    assert.equal(await writes(), 0);
  });

  it('finds a commit whose answer was lost, sends nothing twice, and goes on', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch]);
    let changes = 0;
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      const answer = await forward();
      if (isChange(request) && ++changes === 1) response.destroy();
      else answer();
    });
    const { steps } = await carryOut(plan, { url });
    assert.deepEqual(outcomes(steps), ['created', 'created']);
    assert.partialDeepStrictEqual(steps[0]?.outcome, { confirmed: 'found' });
    assert.equal(changes, 2);
    assert.equal((await subjects(scratch, start)).length, 2);
  });

  it('sends the message a commit has with its dry runs and changes, and finds by it what was lost', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch]);
    const message = 'Backport the weights\n\nTicket 7';
    const branches = plan.branches.map(({ commits: [first, second_], ...branch }) => ({
      ...branch,
      commits: first && second_ ? [{ ...first, message }, second_] : [],
    }));
    const sent: unknown[] = [];
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (request.method === 'POST') sent.push((JSON.parse(request.body) as { message?: string }).message);
      const answer = await forward();
      if (isChange(request) && request.body.includes('Ticket')) response.destroy();
      else answer();
    });
    const { steps } = await carryOut({ ...plan, branches }, { url });
    assert.deepEqual(outcomes(steps), ['created', 'created']);
    assert.partialDeepStrictEqual(steps[0]?.outcome, { confirmed: 'found' });
    assert.deepEqual(sent, [message, message, undefined, undefined]);
    const [own, others = ''] = (await git('log', '--reverse', '--format=%B%x00', `${start}..${scratch}`)).split('\0');
    assert.equal(own?.trim(), message);
    assert.match(others, /cherry picked from commit/);
  });

  it('says that nothing was created when the change never arrived, and stops there', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch]);
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (isChange(request)) response.destroy();
      else (await forward())();
    });
    const { steps } = await carryOut(plan, { url });
    assert.deepEqual(outcomes(steps), ['notApplied', 'notTried']);
    assert.equal(await tipOf(scratch), start);
  });

  it('says that it does not know when the answer is lost and the branch cannot be read', async () => {
    const plan = await aPlan(['clean', 'markup'], [scratch, second]);
    let isLost = false;
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (isChange(request)) {
        await forward();
        isLost = true;
      }
      if (isLost) response.destroy();
      else (await forward())();
    });
    const { steps } = await carryOut(plan, { url, goOn: false });
    assert.deepEqual(outcomes(steps), ['unknown', 'notTried', 'notTried', 'notTried']);
  });

  it('sends a change that is refused for now once', async () => {
    const plan = await aPlan(['clean'], [scratch]);
    let changes = 0;
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (!isChange(request)) return (await forward())();
      changes += 1;
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Retry later\n');
    });
    const { steps } = await carryOut(plan, { url });
    assert.deepEqual(outcomes(steps), ['failed']);
    assert.equal(changes, 1);
  });

  it('creates nothing for a developer on a protected branch', async () => {
    const before = await refs();
    const plan = await aPlan(['clean'], [run().sandbox.branches.target]);
    const { steps } = await carryOut(plan, { as: 'developer' });
    assert.partialDeepStrictEqual(steps[0]?.outcome, { kind: 'refused', sent: false, refusal: { kind: 'forbidden' } });
    assert.equal(await refs(), before);
  });

  it('is cancelled between commits: what was sent is looked after, the rest is not tried', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch, second]);
    const abort = new AbortController();
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (isChange(request)) abort.abort();
      answer();
    });
    const { steps, asked } = await carryOut(plan, { url, abort });
    assert.deepEqual(outcomes(steps), ['created', 'notTried', 'notTried', 'notTried']);
    assert.partialDeepStrictEqual(steps[0]?.outcome, { confirmed: 'found' });
    assert.deepEqual(asked, []);
    assert.equal((await subjects(scratch, start)).length, 1);
    assert.equal(await tipOf(second), start);
  });

  it('is undone: the newest first, each tested just before', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup'], [scratch, second]);
    const { steps } = await carryOut(plan);
    const tips = new Map([
      [scratch, await tipOf(scratch)],
      [second, await tipOf(second)],
    ]);
    const undo = undoPlan(plan.project, steps, tips);
    const created = steps.map(({ outcome }) => (outcome.kind === 'created' ? outcome.sha : ''));
    assert.deepEqual(
      undo.branches[0]?.commits.map(({ sha }) => sha),
      [created[1], created[0]],
    );
    const undone = await carryOut(undo);
    assert.deepEqual(outcomes(undone.steps), ['created', 'created', 'created', 'created']);
    assert.equal(await git('rev-parse', `${scratch}^{tree}`), await git('rev-parse', `${start}^{tree}`));
    assert.match((await subjects(scratch, start)).at(-1) ?? '', /^Revert "/);
  });

  it('undoes what was created before a surprise, and nothing else', async () => {
    const plan = await aPlan(['clean', 'conflict'], [scratch, second]);
    const { steps } = await carryOut(plan, { goOn: false });
    const undo = undoPlan(plan.project, steps, new Map([[scratch, await tipOf(scratch)]]));
    assert.deepEqual(
      undo.branches.map(({ branch, commits }) => [branch, commits.length]),
      [[scratch, 1]],
    );
    assert.ok((await commitOf(undo.branches[0]?.commits[0]?.sha ?? '')).sha);
  });
});
