import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';
import { requestFailure } from '../../src/client/errors.ts';
import { apply, type Applied, defaultPickMessage, dryRun, type Pick } from '../../src/model/pick.ts';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { connect, failureOf, signal } from '../client/connect.ts';
import { loopback } from '../client/loopback.ts';
import { type As, type Driven, withSandbox } from '../sandbox/driving.ts';
import { poll } from '../support/poll.ts';
import { isChange, type Passing, relay } from './relay.ts';

/** Where the tests pick to: stands where the sample's target stands before each test, and is not protected. */
const scratch = 'scratch/of-the-test';

const never = new AbortController().signal;

interface Entry {
  readonly method: string;
  readonly operation: string | null;
}

const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@acme.example'];

describe('picks over a real server and real git', () => {
  const run = withSandbox({ faults: true });
  const servers = loopback();

  const git: Driven['git'] = (...args) => run().git(...args);
  const tipOf = (branch: string): Promise<string> => git('rev-parse', `refs/heads/${branch}`);
  const control = async <T>(name: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${run().sandbox.url}/-/sandbox/${name}`, init);
    assert.ok(answer.ok, `${name}: ${answer.status}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const setFaults = (faults: readonly FaultRequest[]): Promise<unknown> =>
    control('faults', { method: 'POST', body: JSON.stringify(faults) });
  const received = (): Promise<readonly Entry[]> => control('requests');
  const writes = async (): Promise<number> => (await received()).filter(({ method }) => method === 'POST').length;

  beforeEach(async () => {
    const { target } = run().sandbox.branches;
    await git('update-ref', `refs/heads/${scratch}`, `refs/heads/${target}`);
    await setFaults([]);
    await control('requests', { method: 'DELETE' });
  });

  const clientAs = (as: As = 'maintainer', url = run().sandbox.url): Client =>
    connect(servers, url, { token: run().sandbox.tokens[as as keyof Driven['sandbox']['tokens']] }).client;

  const aPick = (change: Partial<Pick> = {}): Pick => ({
    action: 'cherryPick',
    project: run().sandbox.project,
    sha: run().sandbox.commits.clean,
    branch: scratch,
    ...change,
  });

  /** Pushes a commit that changes nothing onto a branch; answers its hash. */
  const push = async (branch: string, message: string): Promise<string> => {
    const tip = await tipOf(branch);
    const sha = await git(...asSomebody, 'commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message);
    await git('update-ref', `refs/heads/${branch}`, sha, tip);
    return sha;
  };

  /** Applies after a dry run, as the picker does. */
  const applyClean = async (
    client: Client,
    pick: Pick,
    { message, abort = never }: { readonly message?: string; readonly abort?: AbortSignal } = {},
  ): Promise<Applied> => {
    const tip = await tipOf(pick.branch);
    return apply(client, pick, { tip, message }, abort);
  };

  const refs = (): Promise<string> => git('for-each-ref');

  describe('dryRun', () => {
    const everything = async (): Promise<readonly string[]> => [
      await refs(),
      await git('cat-file', '--batch-all-objects', '--batch-check', '--unordered'),
    ];

    const outcomes = [
      ['clean', {}, { kind: 'clean' }],
      ['conflict', {}, { kind: 'conflict', status: 400 }],
      ['alreadyThere', {}, { kind: 'alreadyThere', status: 400 }],
    ] as const;
    for (const [commit, change, expected] of outcomes) {
      it(`answers ${expected.kind}, with the words of the server`, async () => {
        const pick = aPick({ sha: run().sandbox.commits[commit], ...change });
        const answer = await dryRun(clientAs(), pick, never);
        assert.partialDeepStrictEqual(answer, expected);
        if (answer.kind === 'clean') assert.equal(answer.tip, await tipOf(scratch));
        else assert.match(answer.words ?? '', /Sorry, we cannot cherry-pick this commit automatically/);
      });
    }

    it('answers for reverts too', async () => {
      const revert = { action: 'revert' } as const;
      const there = aPick({ ...revert, sha: await tipOf(scratch) });
      assert.equal((await dryRun(clientAs(), there, never)).kind, 'clean');
      const notThere = aPick({ ...revert, sha: run().sandbox.commits.conflict });
      assert.equal((await dryRun(clientAs(), notThere, never)).kind, 'conflict');
    });

    it('changes nothing: no ref moves and no object is kept', async () => {
      const before = await everything();
      const { clean, conflict, alreadyThere, merge } = run().sandbox.commits;
      for (const sha of [clean, conflict, alreadyThere, merge]) {
        await dryRun(clientAs(), aPick({ sha }), never);
        await dryRun(clientAs(), aPick({ action: 'revert', sha }), never);
      }
      assert.deepEqual(await everything(), before);
    });

    it('is asked once, even when the answer is lost', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'resetAfter' }]);
      const error = await failureOf(dryRun(clientAs(), aPick(), never));
      assert.equal(error.facts.failure, 'unreachable');
      assert.equal(await writes(), 1);
    });

    for (const branch of ['feature/#42-bulk-weighing', 'fix/100%-full-crates', 'feature/🍐-pear-season']) {
      it(`asks about ${branch}`, async () => {
        const sha = await tipOf('traduction/été');
        assert.deepEqual(await dryRun(clientAs(), aPick({ sha, branch }), never), {
          kind: 'clean',
          tip: await tipOf(branch),
        });
      });
    }

    it('answers forbidden to a reporter', async () => {
      const answer = await dryRun(clientAs('reporter'), aPick(), never);
      assert.partialDeepStrictEqual(answer, { kind: 'forbidden', status: 403 });
      assert.match('words' in answer ? (answer.words ?? '') : '', /You are not allowed to push into this branch/);
    });

    it('answers forbidden to a developer on a protected branch, and clean beside it', async () => {
      const { target } = run().sandbox.branches;
      assert.equal((await dryRun(clientAs('developer'), aPick({ branch: target }), never)).kind, 'forbidden');
      assert.equal((await dryRun(clientAs('developer'), aPick(), never)).kind, 'clean');
    });

    it('answers missingScope for a token that may only read', async () => {
      const answer = await dryRun(clientAs('readOnly'), aPick(), never);
      assert.partialDeepStrictEqual(answer, { kind: 'missingScope', status: 403 });
    });

    it('answers branchMissing without asking about the commit there', async () => {
      const answer = await dryRun(clientAs(), aPick({ branch: 'no/such/branch' }), never);
      assert.equal(answer.kind, 'branchMissing');
      assert.equal(await writes(), 0);
    });

    it('answers commitMissing', async () => {
      const answer = await dryRun(clientAs(), aPick({ sha: 'f'.repeat(40) }), never);
      assert.partialDeepStrictEqual(answer, { kind: 'commitMissing', status: 404, words: '404 Commit Not Found' });
    });

    it('fails when the project is not there: neither branch nor commit are to blame', async () => {
      const error = await failureOf(dryRun(clientAs(), aPick({ project: 'acme/nowhere' }), never));
      assert.partialDeepStrictEqual(error.facts, { failure: 'notFound', serverMessage: '404 Project Not Found' });
    });

    it('fails for a token that is not accepted', async () => {
      for (const token of ['expired', 'revoked'] as const) {
        const error = await failureOf(dryRun(clientAs(token), aPick(), never));
        assert.equal(error.facts.failure, 'unauthorized');
        assert.match(error.facts.serverMessage ?? '', new RegExp(token));
      }
    });

    it('ends when it is cancelled', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'hang' }]);
      const abort = new AbortController();
      const answer = failureOf(dryRun(clientAs(), aPick(), abort.signal));
      await poll(async () => (await writes()) === 1, { what: 'the dry run to arrive' });
      abort.abort();
      assert.equal((await answer).facts.failure, 'cancelled');
    });
  });

  describe('apply', () => {
    afterEach(async function () {
      assert.ok((await writes()) <= 1, `${this.currentTest?.title ?? ''}: the server received more than one write`);
    });

    it('answers applied with the commit the server made', async () => {
      const before = await tipOf(scratch);
      const applied = await applyClean(clientAs(), aPick());
      assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'answered' });
      const tip = await tipOf(scratch);
      assert.equal('commit' in applied && applied.commit.id, tip);
      assert.equal(await git('rev-parse', `${tip}^`), before);
    });

    it('sends the message it is given', async () => {
      await applyClean(clientAs(), aPick(), { message: 'Words of my own\n\nand more' });
      assert.equal(await git('log', '-1', '--format=%B', scratch), 'Words of my own\n\nand more');
    });

    it('reverts', async () => {
      const sha = await tipOf(scratch);
      const applied = await applyClean(clientAs(), aPick({ action: 'revert', sha }));
      assert.equal(applied.kind, 'applied');
      assert.equal(await git('rev-parse', `${scratch}^{tree}`), await git('rev-parse', `${sha}^^{tree}`));
    });

    it('answers a refusal and leaves the branch where it is', async () => {
      const { conflict, alreadyThere } = run().sandbox.commits;
      const before = await refs();
      const answers = [
        await applyClean(clientAs(), aPick({ sha: conflict })),
        await applyClean(clientAs(), aPick({ sha: alreadyThere })),
        await applyClean(clientAs('reporter'), aPick()),
        await applyClean(clientAs('developer'), aPick({ branch: run().sandbox.branches.target })),
        await applyClean(clientAs('readOnly'), aPick()),
        await applyClean(clientAs(), aPick({ sha: 'f'.repeat(40) })),
      ];
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['conflict', 'alreadyThere', 'forbidden', 'forbidden', 'missingScope', 'commitMissing'],
      );
      assert.equal(await refs(), before);
      assert.equal(await writes(), answers.length);
      await control('requests', { method: 'DELETE' });
    });

    it('answers moved and sends nothing when somebody has pushed since the dry run', async () => {
      const answer = await dryRun(clientAs(), aPick(), never);
      const tip = answer.kind === 'clean' ? answer.tip : assert.fail(answer.kind);
      await control('requests', { method: 'DELETE' });
      const pushed = await push(scratch, 'Somebody was quicker');
      assert.deepEqual(await apply(clientAs(), aPick(), { tip, message: undefined }, never), {
        kind: 'moved',
        tip: pushed,
      });
      assert.equal(await writes(), 0);
      assert.equal(await tipOf(scratch), pushed);
    });

    it('answers branchMissing and sends nothing when the branch was deleted since the dry run', async () => {
      const tip = await tipOf(scratch);
      await git('update-ref', '-d', `refs/heads/${scratch}`);
      const applied = await apply(clientAs(), aPick(), { tip, message: undefined }, never);
      assert.equal(applied.kind, 'branchMissing');
      assert.equal(await writes(), 0);
    });

    it('answers branchMissing when the branch goes just before the change arrives', async () => {
      const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
        if (isChange(request)) await git('update-ref', '-d', `refs/heads/${scratch}`);
        (await forward())();
      });
      assert.partialDeepStrictEqual(await applyClean(clientAs('maintainer', url), aPick()), {
        kind: 'branchMissing',
        words: '404 Branch Not Found',
      });
    });

    it('throws what the server refuses for now, having sent the change once', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'status', status: 429 }]);
      const error = await failureOf(applyClean(clientAs(), aPick()));
      assert.equal(error.facts.failure, 'rateLimited');
      assert.equal(await writes(), 1);
    });

    it('throws and sends nothing when the branch cannot be read first', async () => {
      await setFaults([{ operation: 'getBranch', fault: 'status', status: 500 }]);
      const error = await failureOf(applyClean(clientAs(), aPick()));
      assert.equal(error.facts.failure, 'serverError');
      assert.equal(await writes(), 0);
    });
  });

  describe('apply, when the answer is lost', () => {
    afterEach(async function () {
      assert.equal(await writes(), 1, `${this.currentTest?.title ?? ''}: the server must receive one write`);
    });

    const found = async (applied: Applied): Promise<void> => {
      assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'found' });
      const sha = applied.kind === 'applied' ? applied.commit.id : '';
      assert.match(await git('log', '-1', '--format=%B', sha), /\(cherry picked from commit [0-9a-f]{40}\)/);
      assert.equal(await git('merge-base', sha, scratch), sha, 'the commit is not on the branch');
    };

    /** Like `applyClean`, with a change that meets `change` on its way. Everything else passes. */
    const applyThrough = async (
      change: (passing: Passing, state: { isOver: boolean }) => Promise<void>,
      options: { readonly message?: string; readonly abort?: AbortSignal; readonly pick?: Pick } = {},
    ): Promise<Applied> => {
      const state = { isOver: false };
      const url = await relay(servers, run().sandbox.url, async (passing) => {
        if (isChange(passing.request)) await change(passing, state);
        else if (state.isOver) passing.response.destroy();
        else (await passing.forward())();
      });
      return applyClean(clientAs('maintainer', url), options.pick ?? aPick(), options);
    };

    for (const fault of ['resetAfter', 'truncate'] as const) {
      it(`finds the commit after ${fault}`, async () => {
        await setFaults([{ operation: 'cherryPickCommit', fault }]);
        await found(await applyClean(clientAs(), aPick()));
      });
    }

    it('finds the commit by the message it was given', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'resetAfter' }]);
      const applied = await applyClean(clientAs(), aPick(), { message: 'Mine alone  \n\n' });
      assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'found', commit: { title: 'Mine alone' } });
    });

    it('finds a revert', async () => {
      await setFaults([{ operation: 'revertCommit', fault: 'resetAfter' }]);
      const applied = await applyClean(clientAs(), aPick({ action: 'revert', sha: await tipOf(scratch) }));
      assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'found' });
    });

    it('finds the commit when a gateway answers 502 in place of the server', async () => {
      const applied = await applyThrough(async ({ forward, response }) => {
        await forward();
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      });
      await found(applied);
    });

    it('finds the commit below others that landed meanwhile', async () => {
      const applied = await applyThrough(async ({ forward, response }) => {
        await push(scratch, 'Just before');
        await forward();
        await push(scratch, 'Just after');
        await push(scratch, 'And another');
        response.destroy();
      });
      await found(applied);
      assert.equal(applied.kind === 'applied' && applied.commit.id, await git('rev-parse', `${scratch}~2`));
    });

    it('answers notApplied when the change did not arrive', async () => {
      const before = await refs();
      await setFaults([{ operation: 'cherryPickCommit', fault: 'resetBefore' }]);
      const applied = await applyClean(clientAs(), aPick());
      assert.equal(applied.kind, 'notApplied');
      assert.equal('cause' in applied && requestFailure(applied.cause)?.failure, 'unreachable');
      assert.equal(await refs(), before);
    });

    it('answers notApplied when the server breaks over it', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'status', status: 500 }]);
      assert.equal((await applyClean(clientAs(), aPick())).kind, 'notApplied');
    });

    it('answers unknown when the branch cannot be read either, with the first failure', async () => {
      const applied = await applyThrough(async ({ forward, response }, state) => {
        await forward();
        state.isOver = true;
        response.destroy();
      });
      assert.equal(applied.kind, 'unknown');
      assert.equal('cause' in applied && requestFailure(applied.cause)?.method, 'POST');
    });

    it('answers unknown when the branch is gone', async () => {
      const applied = await applyThrough(async ({ forward, response }) => {
        await forward();
        await git('update-ref', '-d', `refs/heads/${scratch}`);
        response.destroy();
      });
      assert.equal(applied.kind, 'unknown');
    });

    it('answers unknown when only the commits of others are there', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'resetBefore' }]);
      const applied = await applyThrough(async ({ forward, response }) => {
        await push(scratch, 'Something else');
        await forward().catch(() => undefined);
        response.destroy();
      });
      assert.equal(applied.kind, 'unknown');
    });

    it('answers notApplied when it is cancelled before the server did anything', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'hang' }]);
      const abort = new AbortController();
      const applied = applyClean(clientAs(), aPick(), { abort: abort.signal });
      await poll(async () => (await writes()) === 1, { what: 'the change to arrive' });
      abort.abort();
      assert.equal((await applied).kind, 'notApplied');
    });

    it('finds the commit when it is cancelled after the server has made it', async () => {
      const made = signal();
      const abort = new AbortController();
      const applied = applyThrough(
        async ({ forward }) => {
          await forward();
          made.give();
        },
        { abort: abort.signal },
      );
      await made.promise;
      abort.abort();
      await found(await applied);
    });
  });

  describe('apply, cancelled before anything is sent', () => {
    it('throws and sends nothing', async () => {
      const abort = new AbortController();
      abort.abort();
      const error = await failureOf(applyClean(clientAs(), aPick(), { abort: abort.signal }));
      assert.equal(error.facts.failure, 'cancelled');
      assert.equal(await writes(), 0);
    });
  });
});

describe('defaultPickMessage', () => {
  it('names the commit below the message', () => {
    assert.equal(defaultPickMessage('Title\n\nBody\n', 'abc'), 'Title\n\nBody\n\n(cherry picked from commit abc)');
  });
});
