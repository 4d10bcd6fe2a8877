import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { seeServer } from '../../../src/model/composer/check.ts';
import type { CommitDraft } from '../../../src/model/composer/draft.ts';
import { problemsOf } from '../../../src/model/composer/problems.ts';
import { sendCommit } from '../../../src/model/composer/send.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { ProjectPlan } from '../../../src/sandbox/world/plans.ts';
import { getBranch, getRawFile } from '../../../src/wire/projects.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { draftOn, never } from './sending.ts';
import { setFaultsAt } from '../../support/servers/sandboxControl.ts';

const origin: ProjectPlan = {
  id: 1,
  path: 'acme/origin',
  visibility: 'public',
  commits: [{ message: 'First\n', files: { 'shared.txt': 'first\n' } }],
};

const fork: ProjectPlan = {
  ...origin,
  id: 2,
  path: 'acme/tools/fork',
  forkedFromId: 1,
  commits: [...origin.commits, { message: 'Only in the fork\n', files: { 'fork.txt': 'fork\n' } }],
};

const projects: readonly ProjectPlan[] = [
  origin,
  fork,
  { ...origin, id: 3, path: 'acme/stranger' },
  { id: 4, path: 'acme/empty', visibility: 'public', commits: [] },
  { id: 5, path: 'acme/empty-too', visibility: 'public', commits: [] },
];

describe('sendCommit across projects and into empty ones', () => {
  const run = withSandbox({ faults: true, plan: { ...acmePlan, projects } });
  const servers = loopback();
  const client = (): Client => connect(servers, run().sandbox.url, { token: run().sandbox.tokens.maintainer }).client;
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const loseAnswer = (): Promise<void> => setFaults([{ operation: 'createCommit', fault: 'resetAfter' }]);

  beforeEach(() => setFaults([]));

  const draft = (change: Partial<CommitDraft>): CommitDraft => draftOn(1, 'main', change);
  const contentAt = async (id: number, path: string, ref: string): Promise<string> =>
    String(await client().send(getRawFile, { id, file_path: path, ref }));

  it('starts a branch in a fork and knows the files as they are there', async () => {
    for (const isLost of [false, true]) {
      const mine = draft({
        branch: `from-fork/${isLost ? 'lost' : 'answered'}`,
        start: { kind: 'branch', name: 'main' },
        startProject: 2,
        actions: [{ kind: 'update', path: 'fork.txt', content: Buffer.from('here\n') }],
      });
      const seen = await seeServer(client(), mine, { signal: never });
      const there = await client().send(getBranch, { id: 2, branch: 'main' });
      assert.equal(seen.base, there.commit.id);
      assert.deepEqual(problemsOf(mine, seen), []);
      if (isLost) await loseAnswer();
      const sent = await sendCommit(client(), mine, seen, never);
      assert.ok(sent.kind === 'done', sent.kind);
      assert.deepEqual([sent.confirmed, sent.value.parent_ids], [isLost ? 'found' : 'answered', [there.commit.id]]);
      assert.equal(await contentAt(1, 'fork.txt', mine.branch), 'here\n');
    }
  });

  it('gives the server’s words for a project of another network', async () => {
    const mine = draft({ branch: 'strange', start: { kind: 'branch', name: 'main' }, startProject: 3 });
    const sent = await sendCommit(client(), mine, await seeServer(client(), mine, { signal: never }), never);
    assert.ok(sent.kind === 'refused', sent.kind);
    assert.match(String(sent.cause), /not included in the fork network/);
  });

  it('makes the first commit of an empty project, and finds it when the answer is lost', async () => {
    for (const [project, isLost] of [
      [4, false],
      [5, true],
    ] as const) {
      const mine = draft({ project });
      const seen = await seeServer(client(), mine, { signal: never });
      assert.deepEqual([seen.isEmpty, seen.base, seen.branch], [true, undefined, undefined]);
      assert.partialDeepStrictEqual(problemsOf(mine, seen), [{ level: 'warns', kind: 'firstCommit' }]);
      if (isLost) await loseAnswer();
      const sent = await sendCommit(client(), mine, seen, never);
      assert.ok(sent.kind === 'done', sent.kind);
      assert.deepEqual([sent.confirmed, sent.value.parent_ids], [isLost ? 'found' : 'answered', []]);
      assert.equal(await contentAt(project, 'composed.txt', 'main'), 'composed\n');
    }
  });
});
