import assert from 'node:assert/strict';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import { type Applied, type CommitPick } from '../../../src/model/pick/pick.ts';
import { signal } from '../../client/connect.ts';
import { poll } from '../../support/poll.ts';
import { picking, scratch } from './picking.ts';
import { isChange, type Passing, relay } from '../relay.ts';

describe('apply, when the answer is lost', () => {
  const { run, servers, git, tipOf, refs, setFaults, writes, clientAs, aPick, push, applyClean } = picking();

  afterEach(async function () {
    assert.equal(await writes(), 1, `${this.currentTest?.title ?? ''}: the server must receive one write`);
  });

  const found = async (applied: Applied): Promise<void> => {
    assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'found' });
    const sha = applied.kind === 'applied' ? applied.commit.id : '';
    assert.match(await git('log', '-1', '--format=%B', sha), /\(cherry picked from commit [0-9a-f]{40}\)/);
    assert.equal(await git('merge-base', sha, scratch), sha, 'the commit is not on the branch');
  };

  const applyThrough = async (
    change: (passing: Passing, state: { isOver: boolean }) => Promise<void>,
    options: { readonly message?: string; readonly abort?: AbortSignal; readonly pick?: CommitPick } = {},
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

  it('finds the revert of a merge request, which names the merge request and no hash', async () => {
    const sha = run().sandbox.commits.merge;
    await git('update-ref', `refs/heads/${scratch}`, sha);
    await setFaults([{ operation: 'revertCommit', fault: 'resetAfter' }]);
    const applied = await applyClean(clientAs(), aPick({ action: 'revert', sha }));
    assert.partialDeepStrictEqual(applied, { kind: 'applied', confirmed: 'found' });
    assert.match(await git('log', '-1', '--format=%B', scratch), /This reverts merge request !\d+/);
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
    assert.equal('cause' in applied && requestErrorFacts(applied.cause)?.failure, 'unreachable');
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
    assert.equal('cause' in applied && requestErrorFacts(applied.cause)?.method, 'POST');
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
