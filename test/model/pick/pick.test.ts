import assert from 'node:assert/strict';
import { apply, defaultPickMessage, dryRun } from '../../../src/model/pick/pick.ts';
import { readRelease } from '../../../src/model/release.ts';
import { cherryPickCommit, type CommitDetail, getCommit } from '../../../src/wire/commits.ts';
import { getBranch } from '../../../src/wire/projects.ts';
import { connect, failureOf, signal } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { poll } from '../../support/poll.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { never, picking, scratch } from './picking.ts';
import { isChange, relay } from '../relay.ts';

describe('picks over a real server and real git', () => {
  const {
    run,
    servers,
    git,
    tipOf,
    refs,
    setFaults,
    writes,
    forgetRequests,
    clientAs,
    aPick,
    push,
    write,
    applyClean,
  } = picking();

  describe('dryRun', () => {
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

    it('answers alreadyThere for a commit of the branch that later commits are in the way of', async () => {
      const [own, later] = [await write('Says one\n'), await write('Says two\n')];
      assert.equal((await dryRun(clientAs(), aPick({ sha: own }), never)).kind, 'alreadyThere');
      const target = run().sandbox.branches.target;
      await git('update-ref', `refs/heads/${scratch}`, `refs/heads/${target}`);
      assert.equal((await dryRun(clientAs(), aPick({ sha: later }), never)).kind, 'conflict');
    });

    it('says that it does not know where nobody can tell whether a conflict is already there', async () => {
      await setFaults([{ operation: 'listCommits', fault: 'status', status: 403 }]);
      await failureOf(dryRun(clientAs(), aPick({ sha: run().sandbox.commits.conflict }), never));
    });

    it('answers for reverts too', async () => {
      const revert = { action: 'revert' } as const;
      const there = aPick({ ...revert, sha: await tipOf(scratch) });
      assert.equal((await dryRun(clientAs(), there, never)).kind, 'clean');
      const notThere = aPick({ ...revert, sha: run().sandbox.commits.conflict });
      assert.equal((await dryRun(clientAs(), notThere, never)).kind, 'conflict');
    });

    it('is asked once, even when the answer is lost', async () => {
      await setFaults([{ operation: 'cherryPickCommit', fault: 'resetAfter' }]);
      const error = await failureOf(dryRun(clientAs(), aPick(), never));
      assert.equal(error.facts.failure, 'unreachable');
      assert.equal(await writes(), 1);
    });

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

    it('quotes the server on what a fine-grained token lacks', async () => {
      const answer = await dryRun(clientAs('fineGrained'), aPick(), never);
      assert.partialDeepStrictEqual(answer, { kind: 'refused', status: 403 });
      assert.match(
        'words' in answer ? (answer.words ?? '') : '',
        /permissions: \[Repository Commit Cherry Pick: Create\]/,
      );
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

    it('reads the branch anew, though someone is still reading where it stood before', async () => {
      const [seen, held] = [signal(), signal()];
      let reads = 0;
      const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
        const answer = await forward();
        if (request.target.includes('/branches/')) {
          reads += 1;
          if (reads === 1) {
            seen.give();
            await held.promise;
          }
        }
        answer();
      });
      const client = clientAs('maintainer', url);
      const older = client.send(getBranch, { id: aPick().project, branch: scratch });
      await seen.promise;
      const pushed = await push(scratch, 'Meanwhile');
      const answer = await dryRun(client, aPick(), never);
      held.give();
      assert.notEqual((await older).commit.id, pushed);
      assert.deepEqual([answer.kind, 'tip' in answer && answer.tip], ['clean', pushed]);
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
      await forgetRequests();
    });

    it('answers moved and sends nothing when someone has pushed since the dry run', async () => {
      const answer = await dryRun(clientAs(), aPick(), never);
      const tip = answer.kind === 'clean' ? answer.tip : assert.fail(answer.kind);
      await forgetRequests();
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
  const servers = loopback();
  const commit = { id: 'abc', message: 'Title\n\nBody\n', author_name: 'Ada', author_email: 'ada@acme.example' };
  const picked = 'Title\n\nBody\n\n(cherry picked from commit abc)';

  it('names the commit below the message', () => {
    assert.equal(defaultPickMessage(commit, [16, 10, 9]), picked);
  });

  it('names the author as well where the commit will be of the person who picks, or where nobody knows', () => {
    for (const release of [[16, 11, 0], [18, 7, 1], undefined] as const) {
      assert.equal(defaultPickMessage(commit, release), `${picked}\n\nCo-authored-by: Ada <ada@acme.example>`);
    }
  });

  it('has the lines of the server’s message, on this release and on an older one', async () => {
    for (const version of ['18.7.1-ee', '16.10.0-ee']) {
      const sandbox = await startSandbox({ edition: { version } });
      try {
        const client = connect(servers, sandbox.url, { token: sandbox.tokens.maintainer }).client;
        const id = sandbox.project;
        const commitOf = (sha: string): Promise<CommitDetail> => client.send(getCommit, { id, sha });
        const wanted = defaultPickMessage(await commitOf(sandbox.commits.clean), readRelease(version));
        const answer = await client.send(cherryPickCommit, {
          id,
          sha: sandbox.commits.clean,
          branch: sandbox.branches.target,
        });
        const made = await commitOf('id' in answer ? answer.id : '');
        const lines = (text: string): readonly string[] => text.split('\n').filter(Boolean);
        assert.deepEqual(lines(made.message), lines(wanted));
      } finally {
        await sandbox.close();
      }
    }
  });
});
