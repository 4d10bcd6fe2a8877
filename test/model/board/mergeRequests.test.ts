import assert from 'node:assert/strict';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import {
  createMergeRequests,
  mergeRequest,
  readMergeRequestState,
  type MergeRequestPlan,
  type MergeRequestRun,
} from '../../../src/model/board/mergeRequests.ts';
import { findMergeRequest, readBranch } from '../../../src/model/newMergeRequest.ts';
import { takeBack, undoOf } from '../../../src/model/board/mergeRequestUndo.ts';
import { relay } from '../relay.ts';
import { boarding, scratch } from './boards.ts';

describe('merge requests of cherry-picks, over a real server and real git', () => {
  const { run, servers, git, tipOf, clientAs, push, commitOf } = boarding();
  const never = new AbortController().signal;
  let number = 0;
  const place = async (as?: string, url?: string) => {
    const { project_id: project } = await requestNumber(7);
    return { client: clientAs(as, url), project };
  };
  const requestNumber = async (iid: number) => {
    const answer = await fetch(`${run().sandbox.url}/api/v4/projects/acme%2Forchard/merge_requests/${iid}`, {
      headers: { 'private-token': run().sandbox.tokens.maintainer },
    });
    return (await answer.json()) as { readonly project_id: number; readonly description: string };
  };
  const aPlan = async (names: readonly string[], more: Partial<MergeRequestPlan> = {}): Promise<MergeRequestPlan> => ({
    action: 'cherryPick',
    target: scratch,
    source: `pick-${++number}`,
    commits: (await Promise.all(names.map(commitOf))).map(({ sha, title }) => ({ sha, title })),
    details: {
      title: 'Backport',
      description: 'Why',
      labels: ['backport'],
      milestoneId: undefined,
      assigneeIds: [],
      reviewerIds: [],
      squash: false,
      removesSource: true,
    },
    existing: undefined,
    ...more,
  });
  const make = async (
    plans: readonly MergeRequestPlan[],
    { as, url, abort = new AbortController() }: { as?: string; url?: string; abort?: AbortController } = {},
  ): Promise<readonly MergeRequestRun[]> =>
    createMergeRequests(await place(as, url), plans, { signal: abort.signal, changed: () => undefined });
  const kindsOf = ({ branch, picks, request }: MergeRequestRun | undefined = lost) => [
    branch.kind,
    ...picks.map(({ outcome }) => outcome.kind),
    request.kind,
  ];
  const lost: MergeRequestRun = {
    action: 'cherryPick',
    target: '',
    source: '',
    title: '',
    branch: { kind: 'waiting' },
    picks: [],
    request: { kind: 'waiting' },
  };
  const losing = async (method: string, path: RegExp, arrives = true) => {
    const sent: string[] = [];
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      const isIt = request.method === method && path.test(request.target);
      if (request.method !== 'GET')
        sent.push(`${request.method} ${request.target.replace(/^.*\/orchard\/|^.*\/\d+\//, '')}`);
      if (isIt && !arrives) return void response.destroy();
      const answer = await forward();
      if (isIt) response.destroy();
      else answer();
    });
    return { url, sent };
  };

  it('makes a branch from the tip of its target, the commits on it in order, and the merge request', async () => {
    const start = await tipOf(scratch);
    const plan = await aPlan(['clean', 'markup']);
    const [made] = await make([plan]);
    assert.deepEqual(kindsOf(made), ['made', 'created', 'created', 'made']);
    assert.equal(await git('rev-parse', `${plan.source}~2`), start);
    assert.equal(await tipOf(scratch), start, 'the target is as it was');
    const found = await findMergeRequest(await place(), plan);
    assert.partialDeepStrictEqual(found, { title: 'Backport', labels: ['backport'], target_branch: scratch });
    assert.deepEqual(made?.request.kind === 'made' && made.request.value.iid, found?.iid);
  });

  it('makes one on a protected branch for a user who may not push there', async () => {
    const target = 'main';
    const conflictFree = await aPlan([], { target });
    const [made] = await make([conflictFree], { as: 'developer' });
    assert.deepEqual(kindsOf(made), ['made', 'made']);
  });

  it('begins at the tip that the target has by then', async () => {
    const plan = await aPlan(['clean']);
    const pushed = await push(scratch, 'Somebody was quicker');
    const [made] = await make([plan]);
    assert.deepEqual(kindsOf(made), ['made', 'created', 'made']);
    assert.equal(await git('rev-parse', `${plan.source}~1`), pushed);
  });

  it('ends at a conflict, makes no merge request, and goes on with the next', async () => {
    const [first, second] = await make([await aPlan(['conflict', 'clean']), await aPlan(['clean'])]);
    assert.deepEqual(kindsOf(first), ['made', 'refused', 'notTried', 'notTried']);
    assert.deepEqual(kindsOf(second), ['made', 'created', 'made']);
  });

  it('uses nothing that is there under these names unless that was asked for', async () => {
    const plan = await aPlan(['clean']);
    await make([plan]);
    const tip = await tipOf(plan.source);
    assert.deepEqual(kindsOf((await make([plan]))[0]), ['taken', 'notTried', 'notTried']);
    assert.equal(await tipOf(plan.source), tip);
    const request = await findMergeRequest(await place(), plan);
    const known = request && { iid: request.iid, webUrl: request.web_url ?? undefined };
    const more = { ...plan, commits: (await aPlan(['markup'])).commits, existing: { tip, request: known } };
    const [again] = await make([more]);
    assert.deepEqual(kindsOf(again), ['made', 'created', 'made']);
    assert.partialDeepStrictEqual(again?.request, { confirmed: 'used', value: { iid: request?.iid } });
    assert.equal(await git('rev-parse', `${plan.source}~1`), tip);
  });

  it('stops in the middle when it is cancelled, and says what was made', async () => {
    const abort = new AbortController();
    const plan = await aPlan(['clean', 'markup']);
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (request.target.endsWith('/cherry_pick') && !request.body.includes('dry_run')) abort.abort();
      answer();
    });
    const [made, other] = await make([plan, await aPlan(['clean'])], { url, abort });
    assert.deepEqual(kindsOf(made), ['made', 'created', 'notTried', 'notTried']);
    assert.deepEqual(kindsOf(other), ['notTried', 'notTried', 'notTried']);
  });

  it('says that one may not, in the server’s words', async () => {
    const [made] = await make([await aPlan(['clean'])], { as: 'reporter' });
    assert.deepEqual(kindsOf(made), ['failed', 'notTried', 'notTried']);
    assert.match(String(made?.branch.kind === 'failed' && made.branch.cause), /403/);
  });

  it('keeps what was made when the right is taken away in the middle, and can take it back', async () => {
    const plan = await aPlan(['clean']);
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      if (!/merge_requests$/.test(request.target) || request.method !== 'POST') return (await forward())();
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"403 Forbidden"}');
    });
    const [made] = await make([plan], { url });
    assert.deepEqual(kindsOf(made), ['made', 'created', 'failed']);
    const at = await place();
    const undo = made && (await undoOf(at, made, never));
    assert.partialDeepStrictEqual(undo, { closes: undefined, deletes: true });
    assert.equal(undo && (await takeBack(at, undo, never)).kind, 'done');
    assert.equal(await readBranch(at, plan.source), undefined);
  });

  it('merges at the head that was seen, and finds a merge whose answer was lost', async () => {
    const at = await place();
    const [made] = await make([await aPlan(['clean'])]);
    assert.ok(made?.request.kind === 'made');
    const state = await readMergeRequestState(at, made.request.value.iid);
    assert.partialDeepStrictEqual(state, { state: 'opened', merging: 'mergeable', sha: await tipOf(made.source) });
    const pushed = await push(made.source, 'Somebody else');
    const moved = await mergeRequest(at, state, false, never);
    assert.partialDeepStrictEqual(moved, { kind: 'moved', now: { state: 'opened', sha: pushed } });
    const now = await readMergeRequestState(at, made.request.value.iid);
    const { url, sent } = await losing('PUT', /\/merge$/);
    const merged = await mergeRequest(await place(undefined, url), now, false, never);
    assert.partialDeepStrictEqual(merged, { kind: 'done', confirmed: 'found', value: { state: 'merged' } });
    assert.equal(sent.length, 1);
    assert.equal(await git('rev-parse', `${scratch}^2`), now.sha);
  });

  it('says that one may not merge, and never that the token is wrong', async () => {
    const target = 'guarded';
    await git('update-ref', `refs/heads/${target}`, scratch);
    const [made] = await make([await aPlan(['clean'], { target })], { as: 'developer' });
    assert.ok(made?.request.kind === 'made');
    const rule = { name: target, push_access_level: 40, merge_access_level: 40 };
    assert.equal((await run().post('/projects/acme%2Forchard/protected_branches', rule)).status, 201);
    const at = await place('developer');
    const state = await readMergeRequestState(at, made.request.value.iid);
    assert.deepEqual([state.merging, state.mayMerge], ['mergeable', false]);
    const refused = await mergeRequest(at, state, false, never);
    assert.partialDeepStrictEqual(refused, { kind: 'mayNot', now: { state: 'opened' } });
    assert.equal('cause' in refused && requestErrorFacts(refused.cause)?.status, 401);
  });

  it('says that the token is wrong when nothing can be read with it, either', async () => {
    const at = await place();
    const [made] = await make([await aPlan(['clean'])]);
    assert.ok(made?.request.kind === 'made');
    const state = await readMergeRequestState(at, made.request.value.iid);
    await assert.rejects(mergeRequest(await place('revoked'), state, false, never), /401/);
  });

  it('says what merging waits for when the server will not merge now', async () => {
    const at = await place();
    const [made] = await make([await aPlan(['clean'])]);
    assert.ok(made?.request.kind === 'made');
    const state = await readMergeRequestState(at, made.request.value.iid);
    await git('update-ref', `refs/heads/${scratch}`, `refs/heads/${made.source}`);
    await mergeRequest(at, state, false, never);
    const again = await mergeRequest(at, state, false, never);
    assert.partialDeepStrictEqual(again, { kind: 'notNow', now: { state: 'merged' } });
  });

  /** A user's token until a request that `ends` it, then one of a lower role. */
  const demoted = (from: string, to: string, ends: (sent: string) => boolean): Promise<string> => {
    const { tokens } = run().sandbox;
    const tokenOf = (as: string): string => tokens[as as keyof typeof tokens];
    let isOver = false;
    return relay(servers, run().sandbox.url, async ({ request, forward }) => {
      isOver ||= ends(`${request.method} ${request.target} ${request.body}`);
      assert.equal(request.headers.authorization, `Bearer ${tokenOf(from)}`);
      if (isOver) request.headers.authorization = `Bearer ${tokenOf(to)}`;
      (await forward())();
    });
  };
  const branchIsMade = (sent: string): boolean => /^POST \S+cherry_pick .*dry_run/.test(sent);
  const pickIsTested = (sent: string): boolean => /^POST \S+cherry_pick (?!.*dry_run)/.test(sent);

  for (const [what, to, ends, expected] of [
    ['a role is lowered after the branch was made', 'reporter', branchIsMade, 'forbidden'],
    ['a role is lowered between dry run and cherry-pick', 'reporter', pickIsTested, 'forbidden'],
    ['the token becomes read-only after the branch was made', 'readOnly', branchIsMade, 'missingScope'],
    ['the token becomes read-only between dry run and cherry-pick', 'readOnly', pickIsTested, 'missingScope'],
  ] as const)
    it(`says what one may not when ${what}, and leaves the branch to be taken back`, async () => {
      const plan = await aPlan(['clean', 'markup']);
      const [made] = await make([plan], { as: 'developer', url: await demoted('developer', to, ends) });
      assert.deepEqual(kindsOf(made), ['made', 'refused', 'notTried', 'notTried']);
      const [outcome] = made?.picks.map((step) => step.outcome) ?? [];
      assert.partialDeepStrictEqual(outcome, { sent: ends === pickIsTested, refusal: { kind: expected, status: 403 } });
      assert.equal(await tipOf(plan.source), await tipOf(scratch));
      const at = await place();
      const undo = made && (await undoOf(at, made, never));
      assert.equal(undo && (await takeBack(at, undo, never)).kind, 'done');
      assert.equal(await readBranch(at, plan.source), undefined);
    });

  it('says that the new branch got a rule that keeps one from pushing to it', async () => {
    const plan = await aPlan(['clean']);
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (/^POST \S+repository\/branches$/.test(`${request.method} ${request.target}`)) {
        const rule = { name: plan.source, push_access_level: 0, merge_access_level: 40 };
        assert.equal((await run().post('/projects/acme%2Forchard/protected_branches', rule)).status, 201);
      }
      answer();
    });
    const [made] = await make([plan], { as: 'developer', url });
    assert.deepEqual(kindsOf(made), ['made', 'refused', 'notTried']);
    assert.partialDeepStrictEqual(made?.picks[0]?.outcome, { sent: false, refusal: { kind: 'forbidden' } });
  });

  it('stops where someone pushes to the new branch before the cherry-pick, and leaves it', async () => {
    const plan = await aPlan(['clean']);
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (request.method === 'POST' && request.target.endsWith('/repository/branches'))
        await push(plan.source, 'Quick');
      answer();
    });
    const [made] = await make([plan], { url });
    assert.deepEqual(kindsOf(made), ['made', 'moved', 'notTried']);
    assert.partialDeepStrictEqual(made && (await undoOf(await place(), made, never)), {
      deletes: false,
      stays: 'pushed',
    });
  });

  it('goes on where the target moves after the branch was made: the merge request is for its new tip', async () => {
    const plan = await aPlan(['clean']);
    const start = await tipOf(scratch);
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const answer = await forward();
      if (request.method === 'POST' && request.target.endsWith('/repository/branches')) await push(scratch, 'Quick');
      answer();
    });
    const [made] = await make([plan], { url });
    assert.deepEqual(kindsOf(made), ['made', 'created', 'made']);
    assert.equal(await git('rev-parse', `${plan.source}~1`), start);
    const at = await place();
    const iid = made?.request.kind === 'made' ? made.request.value.iid : 0;
    const merged = await mergeRequest(at, await readMergeRequestState(at, iid), false, never);
    assert.equal(merged.kind, 'done');
    assert.equal(await git('log', '-1', '--format=%s', `${scratch}^1`), 'Quick');
  });

  it('takes back what it made: the merge request is closed, the branch deleted', async () => {
    const at = await place();
    const [made] = await make([await aPlan(['clean'])]);
    const undo = made && (await undoOf(at, made, never));
    assert.ok(made && undo);
    assert.partialDeepStrictEqual(undo, { deletes: true, stays: undefined });
    const { url, sent } = await losing('PUT', /merge_requests\/\d+$/);
    assert.equal((await takeBack(await place(undefined, url), undo, never)).kind, 'done');
    assert.equal(sent.length, 2);
    assert.equal(await readBranch(at, made.source), undefined);
    assert.equal(undo.closes && (await readMergeRequestState(at, undo.closes.iid)).state, 'closed');
    assert.equal(await undoOf(at, made, never), undefined, 'nothing is left');
  });

  it('leaves a branch that someone has pushed to, and what was merged', async () => {
    const at = await place();
    const [pushed, merged] = await make([await aPlan(['clean']), await aPlan(['markup'])]);
    assert.ok(pushed && merged?.request.kind === 'made');
    await push(pushed.source, 'More');
    assert.partialDeepStrictEqual(await undoOf(at, pushed, never), { deletes: false, stays: 'pushed' });
    await mergeRequest(at, await readMergeRequestState(at, merged.request.value.iid), false, never);
    assert.partialDeepStrictEqual(await undoOf(at, merged, never), {
      stays: 'merged',
      closes: undefined,
      deletes: false,
    });
  });

  it('takes nothing back that was merged, pushed to or deleted after it was looked at', async () => {
    const at = await place();
    const runs = await make([await aPlan(['clean']), await aPlan(['clean']), await aPlan(['clean'])]);
    const [merged, pushed, gone] = runs;
    assert.ok(merged?.request.kind === 'made' && pushed && gone);
    const undos = await Promise.all(runs.map((each) => undoOf(at, each, never)));
    await mergeRequest(at, await readMergeRequestState(at, merged.request.value.iid), false, never);
    const tip = await push(pushed.source, 'More');
    await git('update-ref', '-d', `refs/heads/${gone.source}`);
    const [one, two, three] = undos;
    assert.ok(one && two && three);
    assert.partialDeepStrictEqual(await takeBack(at, one, never), { kind: 'stays', why: 'merged' });
    assert.partialDeepStrictEqual(await takeBack(at, two, never), { kind: 'stays', why: 'pushed' });
    assert.equal(await tipOf(pushed.source), tip, 'what somebody has pushed is there');
    assert.equal((await takeBack(at, three, never)).kind, 'done');
    assert.equal(three.closes && (await readMergeRequestState(at, three.closes.iid)).state, 'closed');
  });

  it('takes back the rest where someone has deleted the branch', async () => {
    const at = await place();
    const [made] = await make([await aPlan(['clean'])]);
    assert.ok(made);
    await git('update-ref', '-d', `refs/heads/${made.source}`);
    const undo = await undoOf(at, made, never);
    assert.partialDeepStrictEqual(undo, { deletes: false, stays: undefined });
    assert.equal(undo && (await takeBack(at, undo, never)).kind, 'done');
    assert.equal(await undoOf(at, made, never), undefined, 'nothing is left');
  });
});
