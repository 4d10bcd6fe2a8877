import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { readCloneHistories, refsInClone } from '../../../src/host/kit/git/cloneHistory.ts';
import type { BackportRules } from '../../../src/model/backports/projectFile.ts';
import { type QueueOptions, readQueue } from '../../../src/model/backports/readQueue.ts';
import { readProjectFile } from '../../../src/model/backports/readProjectFile.ts';
import { cherryPickCommit, listCommitDiff, listCommits } from '../../../src/wire/commits.ts';
import { connect } from '../../client/connect.ts';
import { git as gitIn } from '../../support/git.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { never, picking } from '../pick/picking.ts';
import { memory, shortly } from './queues.ts';

const project = 101;

describe('readQueue, with a clone', function () {
  this.timeout(60_000);
  const { run, servers, git, push, setFaults, clientAs } = picking();
  const folder = temporaryFolder('queue-clone');
  const clone = { folder, gitPath: 'git' };
  const known = memory();
  let rules: BackportRules;

  const readInClone: QueueOptions['readInClone'] = async (source, branches) => {
    const [first, ...others] = (await refsInClone(clone, [source, ...branches], never)) ?? [];
    return first === source
      ? readCloneHistories(clone, source, others, { signal: never, report: () => undefined })
      : [];
  };

  /** The queue, and counts of requests for lists and diffs and for others except dry runs. */
  const read = async (options: Partial<QueueOptions> = {}) => {
    const { client, records } = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.maintainer });
    const queue = await readQueue({ client, project }, rules, {
      signal: never,
      report: () => undefined,
      known,
      defaultBranch: 'main',
      ...options,
    });
    const count = (isMeant: (reference: string) => boolean): number =>
      records.filter(({ method, reference }) => method !== 'POST' && isMeant(reference)).length;
    return {
      queue,
      lists: count((reference) => reference === listCommits.reference),
      diffs: count((reference) => reference === listCommitDiff.reference),
      others: count((reference) => reference !== listCommits.reference && reference !== listCommitDiff.reference),
    };
  };

  before(async () => {
    const reading = await readProjectFile({ client: clientAs(), project });
    assert.ok(reading.kind === 'read' && reading.file.backports);
    rules = reading.file.backports;
    gitIn(folder, 'clone', '--quiet', '--bare', run().sandbox.repository, '.');
  });

  beforeEach(() => gitIn(folder, 'fetch', '--quiet', 'origin', '+refs/heads/*:refs/heads/*'));

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('finds what the server tells, with the same evidence, and asks it for no history', async () => {
    await read();
    const [asked, inClone] = [await read(), await read({ readInClone })];
    assert.deepEqual(shortly(inClone.queue), shortly(asked.queue));
    assert.deepEqual([inClone.lists, inClone.diffs, inClone.others], [0, 0, asked.others]);
    assert.ok(asked.lists > 0 && asked.diffs > 0);
  });

  it('knows a pick that left no line and has another title by its changes', async () => {
    const before = await git('rev-parse', 'release/1.0');
    const portFix = await git('log', '--format=%H', '--grep', 'Listen on 8080', 'main');
    await clientAs().send(cherryPickCommit, { id: project, sha: portFix, branch: 'release/1.0' });
    const who = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const byHand = await git(...who, 'commit-tree', 'release/1.0^{tree}', '-p', before, '-m', 'By hand');
    await git('update-ref', 'refs/heads/release/1.0', byHand);
    gitIn(folder, 'fetch', '--quiet', 'origin', '+refs/heads/*:refs/heads/*');
    const stateOf = async (options: Partial<QueueOptions>) =>
      shortly((await read(options)).queue)['release/1.0']?.find((line) => line.startsWith('!11'));
    // without patch IDs: the dry run is empty
    assert.equal(await stateOf({}), '!11 done (backport-1.0): alreadyThere');
    assert.equal(await stateOf({ readInClone }), '!11 done (backport-1.0): patch');
    await git('update-ref', 'refs/heads/release/1.0', before);
  });

  it('asks the server for a branch that the clone lacks the tip of, and for all where it lacks the source', async () => {
    const before = await git('rev-parse', 'release/1.1');
    await push('release/1.1', 'Moves the tip');
    await read();
    const whole = await read();
    const behind = await read({ readInClone });
    assert.deepEqual(shortly(behind.queue), shortly(whole.queue));
    assert.ok(behind.lists > 0 && behind.lists < whole.lists, `${behind.lists} of ${whole.lists} lists`);
    await push('main', 'Moves the source');
    const without = await read({ readInClone });
    const asked = await read();
    assert.deepEqual(shortly(without.queue), shortly(asked.queue));
    assert.deepEqual([without.lists, without.diffs, without.others], [asked.lists, asked.diffs, asked.others]);
    await git('update-ref', 'refs/heads/release/1.1', before);
  });

  it('tells what the clone has of some branches where the server fails for the others', async () => {
    await push('release/1.1', 'Moves the tip');
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 500 }]);
    const { queue } = await read({ readInClone });
    assert.ok(queue.historyError !== undefined);
    assert.ok(shortly(queue)['release/2.0']?.includes('!4 done (Harvest 2026): sameCommit'));
    const { queue: without } = await read();
    assert.ok(!shortly(without)['release/2.0']?.includes('!4 done (Harvest 2026): sameCommit'));
  });
});
