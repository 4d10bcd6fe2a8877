import assert from 'node:assert/strict';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { type As, type Driven, orchard, withSandbox } from '../driving.ts';
import { post } from '../graphql/graphqlDriving.ts';

type Answered = MergeRequestDetail & { readonly message?: unknown };

const merging = (run: () => Driven) => {
  const commit = async (branch: string, path: string, content = 'x\n', start?: string): Promise<string> => {
    const { json, status } = await run().post<{ readonly id: string }>(`${orchard}/repository/commits`, {
      branch,
      ...(start === undefined ? {} : { start_branch: start }),
      commit_message: `Write ${path}`,
      actions: [{ action: 'create', file_path: path, content }],
    });
    assert.equal(status, 201);
    return json.id;
  };
  const create = async (source: string, rest: object = {}): Promise<number> => {
    const given = { source_branch: source, target_branch: 'release/1.0', title: `Merge ${source}`, ...rest };
    const { json, status } = await run().post<MergeRequest>(`${orchard}/merge_requests`, given, 'developer');
    assert.equal(status, 201);
    return json.iid;
  };
  /** One commit; `pipeline` is its state. */
  const made = async (name: string, pipeline?: string, rest: object = {}) => {
    const sha = await commit(name, `${name}.txt`, 'x\n', 'release/1.0');
    const iid = await create(name, rest);
    if (pipeline !== undefined) await report(sha, pipeline);
    return { sha, iid };
  };
  const report = (sha: string, state: string) => run().post(`${orchard}/statuses/${sha}`, { state, name: 'build' });
  const put = async (iid: number, path: string, json: object = {}, as: As = 'maintainer') => {
    const sent: Sent = { json, as };
    const answer = await ask<Answered>(run(), 'PUT', `${orchard}/merge_requests/${iid}${path}`, sent);
    return { status: answer.status, ...answer.json };
  };
  const read = async (iid: number): Promise<MergeRequestDetail> =>
    (await run().get<MergeRequestDetail>(`${orchard}/merge_requests/${iid}`)).json;
  /** HTTP status, and whether the merge is scheduled or done. */
  const auto = async (iid: number) => {
    const { status, message } = await put(iid, '/merge', { auto_merge: true });
    const { state, merge_when_pipeline_succeeds: waits } = await read(iid);
    return [status, message ?? (waits === true ? 'waits' : state)];
  };
  const stateOf = async (iid: number) => {
    const { state, merge_when_pipeline_succeeds: waits } = await read(iid);
    return waits === true ? 'waits' : state;
  };
  return { commit, create, made, report, put, read, auto, stateOf };
};

describe('MR16: what is merged, and what is not', () => {
  const run = withSandbox();
  const { commit, create, made, put, read } = merging(run);

  it('asks for the right first, then for the head, then whether it can be merged', async () => {
    const { iid } = await made('order', undefined, { title: 'Draft: order' });
    const sha = '0'.repeat(40);
    assert.equal((await put(iid, '/merge', { sha }, 'reporter')).status, 401);
    assert.equal((await put(iid, '/merge', { sha })).status, 409);
    const refused = await put(iid, '/merge');
    assert.deepEqual([refused.status, refused.message], [405, '405 Method Not Allowed']);
  });

  it('names what is in the way, the same in lists as of one, and merges nothing', async () => {
    await commit('left', 'both.txt', 'left\n', 'release/1.0');
    await commit('right', 'both.txt', 'right\n', 'release/1.0');
    assert.equal((await put(await create('left'), '/merge')).status, 200);
    const conflicting = await create('right');
    await run().post(`${orchard}/repository/branches?branch=empty&ref=release/1.0`, {});
    const expected = new Map([
      [conflicting, 'conflict'],
      [await create('empty'), 'commits_status'],
      [(await made('wip', undefined, { title: 'Draft: wip' })).iid, 'draft_status'],
      [(await made('ready')).iid, 'mergeable'],
    ]);
    const rows = (await run().get<MergeRequest[]>(`${orchard}/merge_requests?state=opened&per_page=100`)).json;
    for (const [iid, status] of expected) {
      const one = await read(iid);
      const row = rows.find((each) => each.iid === iid);
      assert.deepEqual([one.detailed_merge_status, row?.detailed_merge_status], [status, status]);
      if (status !== 'mergeable') assert.equal((await put(iid, '/merge')).status, 405);
    }
    assert.deepEqual([(await read(conflicting)).has_conflicts, (await read(conflicting)).state], [true, 'opened']);
    await put(conflicting, '', { title: 'Draft: right' });
    const draft = await read(conflicting);
    assert.deepEqual([draft.detailed_merge_status, draft.has_conflicts], ['draft_status', true]);
    const { json } = await post(run(), {
      query: `{ project(fullPath: "acme/orchard") { mergeRequest(iid: "${[...expected.keys()][1]}") { detailedMergeStatus } } }`,
    });
    assert.deepEqual(json.data, { project: { mergeRequest: { detailedMergeStatus: 'COMMITS_STATUS' } } });
  });
});

describe('MR16, MR26: merging when the checks pass', () => {
  const run = withSandbox();
  const { auto, commit, made, put, read, report, stateOf } = merging(run);

  it('waits while the pipeline runs, also where it is asked for by the older name', async () => {
    const { iid, sha } = await made('older', 'running');
    const waiting = await put(iid, '/merge', { merge_when_pipeline_succeeds: true });
    assert.deepEqual([waiting.status, waiting.state, waiting.merge_when_pipeline_succeeds], [200, 'opened', true]);
    const { merge_user: user, merged_by: by } = (await read(iid)) as unknown as Record<
      string,
      { username?: string } | null
    >;
    assert.deepEqual([user?.username, by], ['maintainer', null]);
    // failed pipelines can be retried
    await report(sha, 'failed');
    assert.equal(await stateOf(iid), 'waits');
    await report(sha, 'success');
    assert.equal(await stateOf(iid), 'merged');
  });

  it('merges at once where the pipeline has succeeded or there is none, and is 405 where it has failed', async () => {
    assert.deepEqual(await auto((await made('green', 'success')).iid), [200, 'merged']);
    assert.deepEqual(await auto((await made('without')).iid), [200, 'merged']);
    assert.deepEqual(await auto((await made('red', 'failed')).iid), [405, '405 Method Not Allowed']);
  });

  it('waits for a draft to be ready, however that is marked', async () => {
    const first = await made('draft', 'running', { title: 'Draft: one' });
    assert.deepEqual(await auto(first.iid), [200, 'waits']);
    await report(first.sha, 'success');
    assert.equal(await stateOf(first.iid), 'waits');
    await put(first.iid, '', { title: 'one' });
    assert.equal(await stateOf(first.iid), 'merged');
    const second = await made('wip', 'success', { title: 'Draft: two' });
    assert.deepEqual(await auto(second.iid), [200, 'waits']);
    const input = `input: { projectPath: "acme/orchard", iid: "${second.iid}", draft: false }`;
    await post(run(), { query: `mutation { mergeRequestSetDraft(${input}) { errors } }` });
    assert.equal(await stateOf(second.iid), 'merged');
  });

  it('does not wait for what needs another commit', async () => {
    await run().post(`${orchard}/repository/branches?branch=nothing&ref=release/1.0`, {});
    const { json } = await run().post<MergeRequest>(`${orchard}/merge_requests`, {
      source_branch: 'nothing',
      target_branch: 'release/1.0',
      title: 'Nothing',
    });
    assert.deepEqual(await auto(json.iid), [422, 'Branch cannot be merged']);
  });

  it('waits no more once there are new commits, or it was cancelled by who may', async () => {
    const pushed = await made('pushed', 'running');
    assert.deepEqual(await auto(pushed.iid), [200, 'waits']);
    await report(await commit('pushed', 'pushed/more.txt'), 'success');
    assert.equal(await stateOf(pushed.iid), 'opened');
    const { iid, sha } = await made('cancelled', 'running');
    await auto(iid);
    const cancel = async (as: As) => {
      const path = `${orchard}/merge_requests/${iid}/cancel_merge_when_pipeline_succeeds`;
      const { status, json } = await run().post<{ readonly status?: string; readonly message?: string }>(path, {}, as);
      return [status, json.status, json.message];
    };
    assert.deepEqual(await cancel('reporter'), [401, undefined, '401 Unauthorized']);
    assert.deepEqual(await cancel('maintainer'), [201, 'success', undefined]);
    assert.deepEqual(await cancel('maintainer'), [201, 'error', "Can't cancel the automatic merge"]);
    await report(sha, 'success');
    assert.equal(await stateOf(iid), 'opened');
  });
});

describe('MR16 before 17.7', () => {
  const run = withSandbox({ edition: { version: '17.6.0-ee' } });
  const { auto, made } = merging(run);

  it('waits for the pipeline alone, and knows no newer name', async () => {
    assert.deepEqual(await auto((await made('unknown', 'running')).iid), [200, 'merged']);
  });

  it('does not wait for a draft', async () => {
    const { iid } = await made('wip', 'running', { title: 'Draft: wip' });
    const path = `${orchard}/merge_requests/${iid}/merge`;
    const { status } = await ask(run(), 'PUT', path, { json: { merge_when_pipeline_succeeds: true } });
    assert.equal(status, 405);
  });
});
