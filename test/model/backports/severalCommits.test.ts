import assert from 'node:assert/strict';
import type { BackportRules } from '../../../src/model/backports/projectFile.ts';
import type { Queue } from '../../../src/model/backports/queue.ts';
import { type QueueOptions, type QueueProgress, readQueue } from '../../../src/model/backports/readQueue.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { Aftermath, CommitPlan, ImportedHistory, WorldPlan } from '../../../src/sandbox/world/plans.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type RunningSandbox, startSandbox } from '../../support/servers/startSandbox.ts';
import { git as gitOf } from '../../support/git.ts';
import { never } from '../pick/picking.ts';
import { memory, shortly } from './queues.ts';

const project = 101;
const branch = 'release/1.1';
const author = { name: 'Nadia', email: 'nadia@acme.example' };

let minutes = 0;
/** A commit that adds a file unless `change` differs. */
const landed = (key: string, change: Partial<CommitPlan> = {}): CommitPlan => {
  const date = new Date(Date.UTC(2026, 10, 22, 6, (minutes += 1))).toISOString();
  const files = change.edits === undefined ? { [`landed/${key}.txt`]: `${key}\n` } : undefined;
  return { key, message: `Land ${key}`, author, date, ...(files && { files }), ...change };
};
const picked = (key: string): CommitPlan =>
  landed(`${key}Picked`, {
    branch,
    message: (hashOf) => `Land ${key}\n\n(cherry picked from commit ${hashOf(key)})`,
    files: { [`landed/${key}.txt`]: `${key}\n` },
  });
const edits = { 'landed/before.txt': [['before', 'changed']] } as const;
const [one, two] = [landed('one'), landed('two')];
const rebased = { branch: 'feature/landed', committedOn: '2026-11-22T05:00:00Z' };

const commits: readonly CommitPlan[] = [
  landed('before'),
  { ...one, ...rebased, key: 'ownOne', from: 'before' },
  { ...two, ...rebased, key: 'ownTwo' },
  one,
  two,
  landed('early'),
  landed('late', { edits: { 'landed/early.txt': [['early', 'changed']] } }),
  landed('bad', { edits }),
  landed('good'),
  ...['there', 'fresh', 'all', 'ofThem', 'same'].map((key) => landed(key)),
  landed('worse', { edits: { 'landed/before.txt': [['changed', 'worse']] } }),
  ...['there', 'all', 'ofThem'].map(picked),
  landed('elsewhere', { branch, files: { 'landed/same.txt': 'same\n' } }),
];

/** Merge requests without merge commit, by keys of successive commits. */
const requests: Readonly<Record<number, readonly [string, string]>> = {
  201: ['one', 'two'],
  202: ['early', 'late'],
  203: ['bad', 'good'],
  204: ['there', 'fresh'],
  205: ['all', 'ofThem'],
  206: ['same', 'worse'],
  207: ['ownOne', 'ownTwo'],
};

const plan = (): WorldPlan => {
  const [orchard, ...others] = acmePlan.projects;
  assert.ok(orchard);
  const aftermath = (history: ImportedHistory): Aftermath => {
    const before = orchard.aftermath?.(history);
    const [like] = before?.mergeRequests ?? [];
    assert.ok(like);
    const more = Object.entries(requests).map(([iid, keys]) => ({
      ...like,
      id: 20_000 + Number(iid),
      iid: Number(iid),
      labels: ['stable'],
      mergeCommitSha: null,
      sha: history.hashOf(keys.at(-1) ?? ''),
      commits: keys.map(history.hashOf).toReversed(),
    }));
    return { ...before, mergeRequests: more };
  };
  return { ...acmePlan, projects: [{ ...orchard, commits: [...orchard.commits, ...commits], aftermath }, ...others] };
};

const rules: BackportRules = {
  labels: new Map([['stable', [branch]]]),
  milestones: new Map(),
  notNeeded: [],
  sinceDays: 3_000,
};

describe('readQueue, of merge requests of several commits without a merge commit', function () {
  this.timeout(60_000);
  const servers = loopback();
  let sandbox: RunningSandbox;

  before(async () => {
    sandbox = await startSandbox({ plan: plan() });
  });

  after(() => sandbox.close());

  const read = async ({
    as = 'maintainer',
    ...options
  }: Partial<QueueOptions> & { as?: 'maintainer' | 'developer' } = {}) => {
    const { client, records } = connect(servers, sandbox.url, { token: sandbox.tokens[as] });
    const queue = await readQueue({ client, project }, rules, {
      signal: never,
      report: () => undefined,
      known: memory(),
      defaultBranch: 'main',
      ...options,
    });
    return { queue, dryRuns: records.filter(({ method }) => method === 'POST').length };
  };
  const cellOf = ({ branches: [first] }: Queue, iid: number) =>
    first?.cells.find(({ mergeRequest }) => mergeRequest.iid === iid) ?? assert.fail(`no !${iid}`);

  it('tests each commit alone that the history does not show, and says no more than that tells', async () => {
    let progress: QueueProgress | undefined;
    const { queue, dryRuns } = await read({ report: (now) => (progress = now) });
    assert.deepEqual(shortly(queue)[branch], [
      // all earlier ones are applied
      '!206 conflict (stable): alreadyThere conflict, by 2',
      '!203 conflict (stable): conflict clean, by 1',
      '!207 wanted (stable): clean clean, by 1',
      '!204 wanted (stable): alreadyThere clean, by 2',
      // may apply after the earlier commit
      '!202 wanted (stable): clean conflict, by 2',
      '!201 wanted (stable): clean clean, by 1',
      '!205 done (stable): parts',
    ]);
    // applied ones are not tested, shared ones once
    assert.equal(dryRuns, 9);
    assert.deepEqual(progress, { phase: 'dryRuns', done: 9, total: 9 });
  });

  it('takes all commits in their order, as they are on the target where they were rebased to get there', async () => {
    const { queue } = await read();
    const git = (...args: readonly string[]) => gitOf(sandbox.repository, ...args);
    const [two, one] = git('log', '--format=%H', '--grep', 'Land \\(one\\|two\\)$', 'main').split('\n');
    assert.deepEqual(cellOf(queue, 201).commits, [one, two]);
    assert.deepEqual(cellOf(queue, 207).commits, [one, two]);
    assert.notEqual(git('rev-parse', 'feature/landed'), two);
  });

  it('goes on where the dry runs of one reading end, and remembers those of the tip', async () => {
    const known = memory();
    const { queue } = await read({ known, most: 3 });
    assert.ok(shortly(queue)[branch]?.some((line) => line.endsWith('untested')));
    assert.equal((await read({ known })).dryRuns, 6);
    assert.equal((await read({ known })).dryRuns, 0);
  });

  it('says that the branch is protected, of all commits together', async () => {
    const { queue } = await read({ as: 'developer' });
    assert.match(shortly(queue)[branch]?.[0] ?? '', /refused \(stable\): protected protected, by 1$/);
  });
});
