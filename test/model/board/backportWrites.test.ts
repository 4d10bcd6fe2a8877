import assert from 'node:assert/strict';
import {
  createMergeRequests,
  mergeRequest,
  readMergeRequestState,
  type MergeRequestPlan,
  type MergeRequestRun,
} from '../../../src/model/board/mergeRequests.ts';
import { findMergeRequest, readBranch, type MergeRequestPlace } from '../../../src/model/newMergeRequest.ts';
import { takeBack, undoOf } from '../../../src/model/board/mergeRequestUndo.ts';
import { resolutionMessage } from '../../../src/model/composer/resolution.ts';
import { sendCommit } from '../../../src/model/composer/send.ts';
import { seeServer } from '../../../src/model/composer/check.ts';
import type { CommitDraft } from '../../../src/model/composer/draft.ts';
import { getProject } from '../../../src/wire/projects.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { fresh, keepsItsWord } from '../keepsItsWord.ts';
import { never } from '../pick/picking.ts';
import { type Passing, relay } from '../relay.ts';
import { boarding, scratch } from './boards.ts';

const quiet = { signal: never, changed: () => undefined };

describe('every write of a backport', () => {
  const { run, servers, git, setFaults, clientAs, commitOf } = boarding();
  const server = { url: () => run().sandbox.url, setFaults: (fault: FaultRequest) => setFaults([fault]) };

  const placeOf = async (url?: string): Promise<MergeRequestPlace> => {
    const { id } = await clientAs().send(getProject, { id: run().sandbox.project });
    return { client: clientAs('maintainer', url), project: id };
  };
  const aPlan = async (
    names: readonly string[] = [],
    more: Partial<MergeRequestPlan> = {},
  ): Promise<MergeRequestPlan> => ({
    action: 'cherryPick',
    target: scratch,
    source: fresh(),
    commits: (await Promise.all(names.map(commitOf))).map(({ sha, title }) => ({ sha, title })),
    details: {
      title: 'Backport',
      description: '',
      labels: [],
      milestoneId: undefined,
      assigneeIds: [],
      reviewerIds: [],
      squash: false,
      removesSource: false,
    },
    existing: undefined,
    ...more,
  });
  const make = async (place: MergeRequestPlace, plan: MergeRequestPlan): Promise<MergeRequestRun> =>
    (await createMergeRequests(place, [plan], quiet))[0] ?? assert.fail('nothing was made');
  const isThere = async (branch: string): Promise<boolean> => (await git('branch', '--list', branch)) !== '';
  /** A backport's branch before its merge request is created. */
  const branched = async (): Promise<MergeRequestPlan> => {
    const plan = await aPlan(['clean']);
    const tip = await git('rev-parse', scratch);
    await git('update-ref', `refs/heads/${plan.source}`, tip);
    return { ...plan, existing: { tip, request: undefined } };
  };

  keepsItsWord('createBranch', 'a new branch', server, async () => {
    const [place, plan] = [await placeOf(), await aPlan()];
    return { write: async () => (await make(place, plan)).branch, happened: () => isThere(plan.source) };
  });

  keepsItsWord('createMergeRequest', 'a merge request', server, async () => {
    const [place, plan] = [await placeOf(), await branched()];
    return {
      write: async () => (await make(place, plan)).request,
      happened: async () => (await findMergeRequest(place, plan)) !== undefined,
    };
  });

  keepsItsWord('createCommit', 'a resolution on a new branch', server, async () => {
    const { client, project } = await placeOf();
    const branch = fresh();
    const draft: CommitDraft = {
      project,
      branch,
      start: { kind: 'sha', sha: await git('rev-parse', scratch) },
      startProject: undefined,
      message: branch,
      author: { name: 'A', email: 'a@acme.example' },
      force: false,
      stats: false,
      actions: [{ kind: 'create', path: `${branch}.txt`, content: Buffer.from('resolved\n') }],
      accepted: [],
    };
    const seen = await seeServer(client, draft, { signal: never });
    return { write: () => sendCommit(client, draft, seen, never), happened: () => isThere(branch) };
  });

  keepsItsWord('createCommit', 'the resolution of a revert on the branch itself', server, async () => {
    const { client, project } = await placeOf();
    const id = run().sandbox.commits.clean;
    const [before, path] = [await git('rev-parse', scratch), fresh()];
    const draft: CommitDraft = {
      project,
      branch: scratch,
      start: undefined,
      startProject: undefined,
      message: resolutionMessage('revert', { id, title: path, message: `${path}\n\nNot this` }),
      // reverts have the user as author
      author: undefined,
      force: false,
      stats: false,
      actions: [{ kind: 'create', path, content: Buffer.from('resolved\n') }],
      accepted: [],
    };
    const seen = await seeServer(client, draft, { signal: never });
    return {
      write: () => sendCommit(client, draft, seen, never),
      happened: async () => {
        if ((await git('rev-parse', scratch)) === before) return false;
        const message = await git('log', '-1', '--format=%B', scratch);
        assert.equal(message, `Revert "${path}"\n\nThis reverts commit ${id}`);
        assert.equal(await git('log', '-1', '--format=%an', scratch), await git('log', '-1', '--format=%cn', scratch));
        return true;
      },
    };
  });

  const made = async () => {
    const [place, plan] = [await placeOf(), await aPlan(['clean'])];
    const done = await make(place, plan);
    const iid = done.request.kind === 'made' ? done.request.value.iid : assert.fail('there is no merge request');
    const stateNow = async (): Promise<string> => (await readMergeRequestState(place, iid)).state;
    return { place, done, iid, stateNow };
  };

  keepsItsWord('acceptMergeRequest', 'a merge', server, async () => {
    const { place, iid, stateNow } = await made();
    const seen = await readMergeRequestState(place, iid);
    return {
      write: () => mergeRequest(place, seen, false, never),
      happened: async () => (await stateNow()) === 'merged',
    };
  });

  keepsItsWord('updateMergeRequest', 'the end of a merge request', server, async () => {
    const { place, done, stateNow } = await made();
    const undo = (await undoOf(place, done, never)) ?? assert.fail('there is nothing to take back');
    return {
      write: () => takeBack(place, { ...undo, deletes: false }, never),
      happened: async () => (await stateNow()) === 'closed',
    };
  });

  keepsItsWord('deleteBranch', 'the end of a branch', server, async () => {
    const { place, done } = await made();
    const undo = (await undoOf(place, done, never)) ?? assert.fail('there is nothing to take back');
    return {
      write: () => takeBack(place, { ...undo, closes: undefined }, never),
      happened: async () => !(await isThere(done.source)),
    };
  });

  /** Ways to lose the answer. */
  const losses: readonly (readonly [what: string, lose: (passing: Passing) => Promise<void>])[] = [
    [
      'comes as a web page after the server has acted',
      async ({ forward, response }) => {
        await forward();
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      },
    ],
    ['is lost before the server has acted', async ({ response }) => void response.destroy()],
  ];

  const ways: readonly (readonly [what: string, isIt: (sent: string) => boolean])[] = [
    ['making the branch', (sent) => /^POST \S+\/repository\/branches /.test(sent)],
    ['the first cherry-pick', (sent) => sent.includes(`/${run().sandbox.commits.clean}/cherry_pick `)],
    ['the second cherry-pick', (sent) => sent.includes(`/${run().sandbox.commits.markup}/cherry_pick `)],
    ['making the merge request', (sent) => /^POST \S+\/merge_requests /.test(sent)],
    ['merging', (sent) => /^PUT \S+\/merge /.test(sent)],
    ['closing', (sent) => /^PUT \S+\/merge_requests\/\d+ /.test(sent)],
    ['deleting the branch', (sent) => sent.startsWith('DELETE ')],
  ];

  for (const [write, isIt] of ways)
    for (const [loss, lose] of losses)
      it(`says of the whole way what git and the server say when the answer of ${write} ${loss}`, async () => {
        const sent: string[] = [];
        const url = await relay(servers, run().sandbox.url, async (passing) => {
          const { method, target, body } = passing.request;
          const line = `${method} ${target} ${body}`;
          if (method === 'GET' || body.includes('"dry_run":true')) return (await passing.forward())();
          sent.push(line);
          if (isIt(line)) await lose(passing);
          else (await passing.forward())();
        });
        const place = await placeOf(url);
        const truth = await placeOf();
        const plan = await aPlan(['clean', 'markup']);
        const done = await make(place, plan);
        assert.equal(done.branch.kind === 'made', await isThere(plan.source), 'the branch');
        const picked = done.picks.flatMap(({ sha, outcome }) => (outcome.kind === 'created' ? [sha] : []));
        const messages = (await isThere(plan.source)) ? await git('log', `${scratch}..${plan.source}`) : '';
        const found = messages.matchAll(/cherry picked from commit ([0-9a-f]{40})/g);
        assert.deepEqual(
          picked.toReversed(),
          [...found].map(([, sha]) => sha),
          'the commits',
        );
        const known = done.request.kind === 'made' ? done.request.value : undefined;
        assert.equal(known?.iid, (await findMergeRequest(truth, plan))?.iid, 'the merge request');
        const claims = [done.branch.kind, ...done.picks.map(({ outcome }) => outcome.kind), done.request.kind];
        assert.ok(!claims.includes('unknown'), 'a look tells');
        if (known !== undefined && (write === 'merging' || write === 'making the merge request')) {
          const seen = await readMergeRequestState(place, known.iid);
          const merged = await mergeRequest(place, seen, false, never);
          const isMerged = (await readMergeRequestState(truth, known.iid)).state === 'merged';
          assert.equal(merged.kind, isMerged ? 'done' : 'notDone');
          if (isMerged) assert.equal(await git('rev-parse', `${scratch}^2`), await git('rev-parse', plan.source));
        } else if (await isThere(plan.source)) {
          const undo = (await undoOf(place, done, never)) ?? assert.fail('what was made can be taken back');
          const back = await takeBack(place, undo, never);
          const isBack =
            !(await isThere(plan.source)) &&
            (known === undefined || (await readMergeRequestState(truth, known.iid)).state === 'closed');
          assert.equal(back.kind, isBack ? 'done' : 'notDone');
        }
        assert.deepEqual(sent, [...new Set(sent)], 'nothing is sent twice');
        assert.equal(sent.filter(isIt).length, 1, `${write} is sent`);
      });

  it('has a way on from a merge request that was not made: the branch with its commits is used', async () => {
    const place = await placeOf();
    const plan = await aPlan(['clean', 'markup']);
    await setFaults([{ operation: 'createMergeRequest', fault: 'resetBefore', times: 1 }]);
    const first = await make(place, plan);
    assert.equal(first.request.kind, 'notMade');
    const there = await readBranch(place, plan.source);
    assert.ok(there);
    const again = await make(place, { ...plan, existing: { tip: there.commit.id, request: undefined } });
    assert.equal(again.request.kind, 'made');
    assert.equal(await git('rev-list', '--count', `${scratch}..${plan.source}`), '2', 'no commit is there twice');
  });

  it('has a way on from a cherry-pick that was not made: the others follow on the same branch', async () => {
    const place = await placeOf();
    const plan = await aPlan(['clean', 'markup']);
    const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
      const isSecond = request.target.endsWith(`/${run().sandbox.commits.markup}/cherry_pick`);
      if (isSecond && !request.body.includes('"dry_run":true')) response.destroy();
      else (await forward())();
    });
    const first = await make(await placeOf(url), plan);
    assert.deepEqual(
      first.picks.map(({ outcome }) => outcome.kind),
      ['created', 'notApplied'],
    );
    const tip = await git('rev-parse', plan.source);
    const again = await make(place, { ...plan, existing: { tip, request: undefined } });
    assert.equal(again.request.kind, 'made');
    assert.deepEqual(
      again.picks.map(({ outcome }) => outcome.kind),
      ['refused', 'created'],
    );
  });

  it('still ends where the target has a change already, and a new branch would bring nothing', async () => {
    const done = await make(await placeOf(), await aPlan(['alreadyThere', 'clean']));
    assert.deepEqual(
      done.picks.map(({ outcome }) => outcome.kind),
      ['refused', 'notTried'],
    );
    assert.equal(done.request.kind, 'notTried');
  });
});
