import assert from 'node:assert/strict';
import {
  readOpenMergeRequests,
  readServerBranch,
  readTargetProject,
} from '../../../src/model/mergeRequests/creating.ts';
import { createMergeRequestOnce, findMergeRequest } from '../../../src/model/newMergeRequest.ts';
import { newestPipeline } from '../../../src/model/pipelines/reading.ts';
import { getProject, type Project } from '../../../src/wire/projects.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { setFaultsAt } from '../../support/servers/sandboxControl.ts';

describe('a merge request of a fork', () => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const { signal } = new AbortController();
  const source = 'feature/ripeness-forecast';
  const neighbour = async () => {
    const { client } = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.neighbour });
    return { client, fork: await client.send(getProject, { id: 'neighbour/orchard' }) };
  };

  it('is for the parent, unless that is hidden or the fork chosen, and members may push unless one is private', async () => {
    const { client, fork } = await neighbour();
    const target = async (change: Partial<Project>, chosen?: number) =>
      (await readTargetProject(client, { ...fork, ...change }, chosen, signal)).path_with_namespace;
    const hidden = { id: 102, name: '', path: '', path_with_namespace: 'acme/tools/seedling', web_url: '' };
    const itself = { mr_default_target_self: true };
    assert.deepEqual([await target({}), await target(itself, 101)], ['acme/orchard', 'acme/orchard']);
    const others = [target({}, fork.id), target(itself), target({ forked_from_project: hidden })];
    assert.deepEqual(new Set(await Promise.all(others)), new Set(['neighbour/orchard']));
    const parent = await client.send(getProject, { id: 101 });
    const may = async (from: Project, into: Project) =>
      (await readServerBranch(client, from, into, source, signal)).mayCollaborate;
    const pairs = [may(fork, parent), may({ ...fork, visibility: 'private' }, parent), may(fork, fork)];
    assert.deepEqual(await Promise.all(pairs), [true, false, false]);
  });

  it('is created once in the target project and found there after a lost answer', async () => {
    const { client, fork } = await neighbour();
    const what = {
      title: 'Rain',
      description: '',
      labels: [],
      milestoneId: undefined,
      assigneeIds: [],
      reviewerIds: [],
    };
    const details = { ...what, squash: false, removesSource: true };
    for (const [target, into] of [
      ['main', { project: 101, isCollaborative: false }],
      ['release/1.0', { project: 101, isCollaborative: true }],
      ['main', undefined],
    ] as const) {
      const place = { client, project: fork.id, ...(into && { into }) };
      const pair = { source, target };
      assert.equal(await findMergeRequest(place, pair), undefined);
      await setFaultsAt(run().sandbox.url, [{ operation: 'createMergeRequest', fault: 'resetAfter', times: 1 }]);
      const written = await createMergeRequestOnce(place, { ...pair, details });
      assert.ok(written.kind === 'done' && written.confirmed === 'found', written.kind);
      const home = into?.project ?? fork.id;
      const { json } = await run().get<object>(`/projects/${home}/merge_requests/${written.value.iid}`);
      const sent = { source_project_id: fork.id, target_project_id: home, target_branch: target };
      assert.partialDeepStrictEqual(json, { ...sent, ...(into && { allow_collaboration: into.isCollaborative }) });
      const open = await readOpenMergeRequests(client, { source: fork.id, into: home }, source, signal);
      assert.equal(open[0]?.iid, written.value.iid);
      const named = { name: source, filter: { source_branch: source } };
      const found = await newestPipeline({ client, project: fork.id, parent: 101 }, named);
      assert.equal(found?.mergeRequest, into && written.value.iid);
    }
    assert.deepEqual(await readOpenMergeRequests(client, { source: 101, into: fork.id }, source, signal), []);
  });
});
