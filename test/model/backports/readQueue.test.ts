import assert from 'node:assert/strict';
import type { BackportRules } from '../../../src/model/backports/projectFile.ts';
import type { Queue } from '../../../src/model/backports/queue.ts';
import { type QueueOptions, readQueue } from '../../../src/model/backports/readQueue.ts';
import { readProjectFile } from '../../../src/model/backports/readProjectFile.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { Aftermath, ImportedHistory } from '../../../src/sandbox/world/plans.ts';
import { connect } from '../../client/connect.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { type As, orchard } from '../../sandbox/driving.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { picking } from '../pick/picking.ts';
import { memory, shortly } from './queues.ts';

const project = 101;

describe('readQueue', function () {
  this.timeout(60_000);
  const { run, git, servers, clientAs, setFaults, forgetRequests, push } = picking();

  const rulesOf = async (): Promise<BackportRules> => {
    const reading = await readProjectFile({ client: clientAs(), project });
    assert.ok(reading.kind === 'read' && reading.file.backports);
    return reading.file.backports;
  };

  const read = async (
    rules: BackportRules,
    { as, ...options }: Partial<QueueOptions> & { readonly as?: As } = {},
  ): Promise<Queue> =>
    readQueue({ client: clientAs(as), project }, rules, {
      signal: new AbortController().signal,
      report: () => undefined,
      known: memory(),
      defaultBranch: 'main',
      ...options,
    });

  const operations = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${run().sandbox.url}/-/sandbox/requests`);
    return ((await answer.json()) as { operation: string }[]).map(({ operation }) => operation);
  };
  const dryRuns = async (): Promise<number> =>
    (await operations()).filter((operation) => operation === 'cherryPickCommit').length;

  const sample = {
    'release/1.0': [
      '!11 wanted (backport-1.0): clean',
      '!2 wanted (backport-1.0): clean',
      '!12 notNeeded (all): no-backport',
    ],
    'release/1.1': [
      '!10 conflict (backport-1.1): conflict',
      '!4 wanted (backport-1.1): clean',
      '!11 done (backport-1.1): pickLine patch',
      '!12 notNeeded (all): no-backport',
    ],
    'release/2.0': [
      '!10 open (backport-2.0): !13 text',
      '!4 done (Harvest 2026): sameCommit',
      '!12 notNeeded (all): no-backport',
    ],
  };

  it('tells what is wanted, open, done, in conflict and not needed, each with its evidence', async () => {
    const queue = await read(await rulesOf());
    assert.deepEqual(shortly(queue), sample);
    assert.equal(queue.historyError, undefined);
    const [, , { cells: [open] } = { cells: [] }] = queue.branches;
    assert.equal(open?.backport?.mergeRequest.iid, 13);
    assert.deepEqual(open?.commits, [await git('log', '--format=%H', '--grep', 'that were taken away', 'main')]);
  });

  it('tests nothing again whose branch stands where it stood', async () => {
    const rules = await rulesOf();
    const known = memory();
    await read(rules, { known });
    assert.equal(known.size, 4);
    await forgetRequests();
    assert.deepEqual(shortly(await read(rules, { known })), sample);
    assert.equal(await dryRuns(), 0);
    await push('release/1.1', 'Moves the tip');
    assert.deepEqual(shortly(await read(rules, { known })), sample);
    assert.equal(await dryRuns(), 2);
  });

  it('says that a branch is protected, without a dry run, and that one is missing', async () => {
    const rules = await rulesOf();
    await forgetRequests();
    const queue = await read(
      { ...rules, labels: new Map([...rules.labels, ['data', ['release/9']]]) },
      { as: 'developer' },
    );
    assert.deepEqual(shortly(queue)['release/1.0']?.slice(0, 2), [
      '!11 refused (backport-1.0): protected',
      '!2 refused (backport-1.0): protected',
    ]);
    assert.ok(shortly(queue)['release/9']?.includes('!2 unknown (data): branchMissing'));
    assert.equal(await dryRuns(), 0);
  });

  it('throws what kept a list from being read, and keeps what failed for one branch to that branch', async () => {
    const rules = await rulesOf();
    await setFaults([{ operation: 'listMergeRequests', fault: 'status', status: 500 }]);
    await assert.rejects(read(rules));
    await setFaults([{ operation: 'cherryPickCommit', fault: 'status', status: 500 }]);
    const queue = shortly(await read(rules, { width: 1 }));
    assert.ok(queue['release/1.1']?.includes('!10 unknown (backport-1.1): failed'));
    assert.ok(queue['release/2.0']?.includes('!10 open (backport-2.0): !13 text'));
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 500 }]);
    const without = await read(rules);
    assert.ok(without.historyError !== undefined);
    // an empty dry run; other cells have other evidence
    assert.ok(shortly(without)['release/1.1']?.includes('!11 done (backport-1.1): alreadyThere'));
  });

  it('remembers what was answered before it was cancelled', async () => {
    const rules = await rulesOf();
    const known = memory();
    const abort = new AbortController();
    const reading = read(rules, {
      known,
      width: 1,
      signal: abort.signal,
      report: (progress) => {
        if (progress.phase === 'dryRuns' && progress.done === 2) abort.abort();
      },
    });
    await assert.rejects(reading, (error) => error === abort.signal.reason);
    assert.equal(known.size, 2);
  });

  it('recognises an open merge request by what its commits were picked from, and a merged one that says so', async () => {
    const rules = await rulesOf();
    const put = (iid: number, json: Readonly<Record<string, string>>) =>
      ask(run(), 'PUT', `${orchard}/merge_requests/${iid}`, { json });
    await put(13, { title: 'Weigh less', description: '' });
    await git('update-ref', 'refs/heads/fix-pallets', 'refs/heads/pallets-2');
    await put(13, { state_event: 'close' });
    const json = { source_branch: 'fix-pallets', target_branch: 'release/2.0', title: 'Weigh less' };
    const { json: made } = await ask<{ iid: number }>(run(), 'POST', `${orchard}/merge_requests`, { json });
    assert.equal(shortly(await read(rules))['release/2.0']?.[0], `!10 open (backport-2.0): !${made.iid} commits`);
    const merged = await ask(run(), 'PUT', `${orchard}/merge_requests/${made.iid}/merge`, { json: {} });
    assert.equal(merged.status, 200, merged.text);
    const [now] = shortly(await read(rules))['release/2.0']?.filter((line) => line.startsWith('!10')) ?? [];
    assert.equal(now, '!10 done (backport-2.0): pickLine patch');
  });

  it('takes 60 requests and 200 dry runs at most for 200 merge requests on three branches, and goes on from there', async () => {
    const [first, ...projects] = acmePlan.projects;
    assert.ok(first);
    const aftermath = (history: ImportedHistory): Aftermath => {
      const before = first.aftermath?.(history);
      const [like] = before?.mergeRequests ?? [];
      const merged = history.commits.filter(({ plan }) => plan.branch === undefined).slice(-80);
      assert.ok(like && merged.length === 80);
      return {
        ...before,
        mergeRequests: Array.from({ length: 200 }, (_, index) => ({
          ...like,
          id: 20_000 + index,
          iid: 100 + index,
          labels: ['one', 'two', 'three'],
          mergeCommitSha: merged[index % 80]?.sha ?? '',
        })),
      };
    };
    const sandbox = await startSandbox({ plan: { ...acmePlan, projects: [{ ...first, aftermath }, ...projects] } });
    servers.defer(() => sandbox.close());
    const { client, records } = connect(servers, sandbox.url, { token: sandbox.tokens.maintainer });
    const branches = ['release/1.0', 'release/1.1', 'release/2.0'];
    const rules: BackportRules = {
      labels: new Map(['one', 'two', 'three'].map((label, index) => [label, [branches[index] ?? '']])),
      milestones: new Map(),
      notNeeded: [],
      sinceDays: 3_000,
    };
    const known = memory();
    const again = async (
      most?: number,
    ): Promise<{ readonly queue: Queue; readonly dry: number; readonly others: number }> => {
      const before = records.length;
      const signal = new AbortController().signal;
      const options = {
        signal,
        report: () => undefined,
        known,
        defaultBranch: 'main',
        ...(most === undefined ? {} : { most }),
      };
      const queue = await readQueue({ client, project }, rules, options);
      const sent = records.slice(before);
      const dry = sent.filter(({ method }) => method === 'POST').length;
      return { queue, dry, others: sent.length - dry };
    };
    const untested = ({ queue }: { readonly queue: Queue }): number =>
      queue.branches.flatMap(({ cells }) => cells).filter(({ evidence: { kind } }) => kind === 'untested').length;
    const first50 = await again(50);
    assert.equal(first50.queue.branches.flatMap(({ cells }) => cells).length, 600);
    assert.equal(first50.dry, 50);
    assert.ok(first50.others <= 60, `${first50.others} other requests`);
    assert.ok(untested(first50) > 0);
    const rest = await again();
    assert.ok(rest.dry > 50 && rest.dry <= 200, `${rest.dry} dry runs`);
    assert.equal(untested(rest), 0);
    assert.equal((await again()).dry, 0);
  });
});
