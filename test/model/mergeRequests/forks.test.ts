import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { readOpenRequests, readServerBranch, readTargetProject } from '../../../src/model/mergeRequests/creating.ts';
import { createRequest, findRequest } from '../../../src/model/newMergeRequest.ts';
import { newestPipeline } from '../../../src/model/pipelines/reading.ts';
import { createCommit } from '../../../src/wire/commitWriting.ts';
import { getMergeRequest } from '../../../src/wire/mergeRequestReview.ts';
import { getProject, type Project } from '../../../src/wire/projects.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { setFaultsAt } from '../../support/sandboxControl.ts';

describe('a merge request of a fork', () => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const { signal } = new AbortController();
  const details = {
    title: 'Rain',
    description: '',
    labels: [],
    milestoneId: undefined,
    assigneeIds: [],
    reviewerIds: [],
  };
  let client: Client;
  let fork: Project;
  const targetOf = (project: Partial<Project>, chosen?: number): Promise<Project> =>
    readTargetProject(client, { ...fork, ...project }, chosen, signal);

  beforeEach(async () => {
    client = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.neighbour }).client;
    fork = await client.send(getProject, { id: 'neighbour/orchard' });
  });

  it('is for the parent, unless the fork is chosen or its parent hidden; members may push unless one is private', async () => {
    const parent = await targetOf({});
    assert.deepEqual([parent.path_with_namespace, parent.default_branch], ['acme/orchard', 'main']);
    const others = [targetOf({}, fork.id), targetOf({ mr_default_target_self: true })];
    const hidden = { id: 102, name: '', path: '', path_with_namespace: 'acme/tools/seedling', web_url: '' };
    others.push(targetOf({ forked_from_project: hidden }), targetOf({ forked_from_project: null }));
    for (const { id } of await Promise.all(others)) assert.equal(id, fork.id);
    assert.equal((await targetOf({ mr_default_target_self: true }, 101)).id, 101);
    const lets = async (source: Partial<Project>, branch = 'feature/ripeness-forecast', into = parent) =>
      (await readServerBranch(client, { ...fork, ...source }, into, branch, signal)).mayCollaborate;
    assert.equal(await lets({}), true);
    const never = [lets({ visibility: 'private' }), lets({}, 'main', fork), lets({ id: 101 })];
    assert.ok((await Promise.all(never)).every((is) => !is));
  });

  it('is created once in the target project, and found there after a lost answer and by its branch', async () => {
    for (const [source, isCollaborative, confirmed] of [
      ['rain', false, 'answered'],
      ['feature/ripeness-forecast', true, 'found'],
    ] as const) {
      const action = { action: 'create', file_path: `${confirmed}.txt`, content: 'x\n' } as const;
      const asked = { id: fork.id, branch: source, commit_message: 'Rain', actions: [action] };
      const start = source === 'rain' ? { start_branch: 'main' } : {};
      const { id: sha } = await client.send(createCommit, { ...asked, ...start });
      const place = { client, project: fork.id, into: { project: 101, isCollaborative } };
      const pair = { source, target: 'main' };
      assert.equal(await findRequest(place, pair), undefined);
      if (confirmed === 'found')
        await setFaultsAt(run().sandbox.url, [{ operation: 'createMergeRequest', fault: 'resetAfter' }]);
      const written = await createRequest(place, {
        ...pair,
        details: { ...details, squash: false, removesSource: true },
      });
      assert.ok(written.kind === 'done', written.kind);
      assert.equal(written.confirmed, confirmed);
      const { iid } = written.value;
      const request = await client.send(getMergeRequest, { id: 101, merge_request_iid: iid });
      assert.deepEqual([request.source_project_id, request.target_project_id, request.sha], [fork.id, 101, sha]);
      const raw = await run().get<Record<string, unknown>>(`/projects/101/merge_requests/${iid}`);
      assert.equal(raw.json['allow_collaboration'], isCollaborative);
      const open = (into: number) => readOpenRequests(client, { source: fork.id, into }, source, signal);
      assert.deepEqual([(await open(101)).map((each) => each.iid), await open(fork.id)], [[iid], []]);
      const found = await newestPipeline(
        { client, project: fork.id, parent: 101 },
        { name: source, filter: { source_branch: source } },
      );
      assert.equal(found?.request, found && iid);
    }
  });

  it('sends neither target project nor collaboration within one project', async () => {
    const place = { client, project: fork.id };
    const made = await createRequest(place, {
      source: 'rain',
      target: 'main',
      details: { ...details, squash: false, removesSource: false },
    });
    assert.ok(made.kind === 'done');
    const request = await client.send(getMergeRequest, { id: fork.id, merge_request_iid: made.value.iid });
    assert.equal(request.target_project_id, fork.id);
  });
});
