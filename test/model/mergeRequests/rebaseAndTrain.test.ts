import assert from 'node:assert/strict';
import { rebase } from '../../../src/model/mergeRequests/rebasing.ts';
import { readTrain } from '../../../src/model/mergeRequests/trains.ts';
import { cancelMerge, merge, readMergeRequest } from '../../../src/model/mergeRequests/writing.ts';
import type { ReviewPlace } from '../../../src/model/reviews/drafts.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { sentTo, setFaultsAt } from '../../support/servers/sandboxControl.ts';

const start = [{ message: 'Start', files: { 'start.txt': 'x\n' } }];

describe('rebases and merge trains', () => {
  const run = withSandbox({
    faults: true,
    plan: {
      ...acmePlan,
      projects: [
        { id: 1, path: 'acme/ff', mergeMethod: 'ff', commits: start },
        { id: 2, path: 'acme/train', hasMergeTrains: true, commits: start },
      ],
    },
  });
  const servers = loopback();
  let made = 0;

  const commit = async (project: number, branch: string, file: string, isNew = true): Promise<string> => {
    const actions = [{ action: 'create', file_path: file, content: branch }];
    const body = { branch, ...(isNew ? { start_branch: 'main' } : {}), commit_message: file, actions };
    const { json, status } = await run().post<{ id: string }>(`/projects/${project}/repository/commits`, body);
    assert.equal(status, 201);
    return json.id;
  };

  const opened = async (project: 1 | 2, file = `own-${made}`, who: 'maintainer' | 'reporter' = 'maintainer') => {
    const branch = `own-${(made += 1)}`;
    const sha = await commit(project, branch, file);
    const asked = { source_branch: branch, target_branch: 'main', title: branch };
    const { json } = await run().post<MergeRequestDetail>(`/projects/${project}/merge_requests`, asked);
    const { url, tokens } = run().sandbox;
    const { client } = connect(servers, url, { token: tokens[who] });
    const place: ReviewPlace = { client, account: who, project, iid: json.iid };
    return { place, branch, sha };
  };

  const status = async (place: ReviewPlace) => (await readMergeRequest(place)).detailed_merge_status;
  const none = new AbortController().signal;

  it('rebase what is behind, and merge it without a merge commit where the project wants that', async () => {
    const { place, sha } = await opened(1);
    const target = await commit(1, 'main', 'ahead', false);
    const asked = { id: 1, merge_request_iid: place.iid, include_diverged_commits_count: true };
    const behind = await place.client.send(getMergeRequest, asked);
    assert.deepEqual([behind.detailed_merge_status, behind.diverged_commits_count], ['need_rebase', 1]);
    const { url } = run().sandbox;
    await setFaultsAt(url, [{ operation: 'rebaseMergeRequest', fault: 'resetAfter', times: 1 }]);
    const rebased = await rebase(place, await readMergeRequest(place), none, async () => undefined);
    assert.equal(await sentTo(url, 'rebaseMergeRequest'), 1);
    assert.ok(rebased.kind === 'done' && rebased.confirmed === 'found' && rebased.value !== undefined);
    const { value: after } = rebased;
    assert.notEqual(after.sha, sha);
    assert.equal(await status(place), 'mergeable');
    const merged = await merge(place, { sha: after.sha ?? '', way: 'now', squash: false, removeSource: false });
    assert.ok(merged.kind === 'done' && merged.value.state === 'merged' && merged.value.merge_commit_sha === null);
    const { json: tip } = await run().get<{ commit: { id: string; parent_ids: string[] } }>(
      '/projects/1/repository/branches/main',
    );
    assert.deepEqual([tip.commit.id, tip.commit.parent_ids], [after.sha, [target]]);
  });

  it('leave the branch where it conflicts, in the words of the server, and is refused without the right to push', async () => {
    const { place, sha } = await opened(1, 'both');
    await commit(1, 'main', 'both', false);
    const waits: number[] = [];
    const failing = rebase(place, await readMergeRequest(place), none, async (ms) => waits.push(ms));
    await assert.rejects(failing, /Rebase failed: Rebase locally, resolve all conflicts/);
    assert.deepEqual([waits, (await readMergeRequest(place)).sha], [[300], sha]);
    const { place: read } = await opened(1, 'third', 'reporter');
    await assert.rejects(rebase(read, {}, none), /403/);
  });

  it('enter the train once, know their place in it, and leave it', async () => {
    const [one, two] = [await opened(2), await opened(2)];
    for (const { sha } of [one, two]) {
      assert.equal((await run().post(`/projects/2/statuses/${sha}`, { state: 'running', name: 'build' })).status, 201);
    }
    const { url } = run().sandbox;
    await setFaultsAt(url, [{ operation: 'addToMergeTrain', fault: 'resetAfter', times: 1 }]);
    const byTrain = { way: 'train', squash: false, removeSource: false } as const;
    assert.equal((await merge(one.place, { ...byTrain, sha: one.sha })).kind, 'done');
    assert.equal(await sentTo(url, 'addToMergeTrain'), 1);
    await assert.rejects(merge(two.place, { ...byTrain, sha: one.sha }), /409/);
    assert.deepEqual(await readTrain(two.place, 'main'), { size: 1, position: undefined });
    await merge(two.place, { ...byTrain, sha: two.sha });
    assert.deepEqual(await readTrain(two.place, 'main'), { size: 2, position: 2 });
    // the second waits for the first
    await run().post(`/projects/2/statuses/${two.sha}`, { state: 'success', name: 'build' });
    assert.equal((await readMergeRequest(two.place)).state, 'opened');
    await cancelMerge(one.place);
    assert.deepEqual(
      [(await readMergeRequest(one.place)).state, (await readMergeRequest(two.place)).state],
      ['opened', 'merged'],
    );
    const { place, sha } = await opened(1, 'no-train');
    await assert.rejects(merge(place, { ...byTrain, sha }), /400/);
  });
});
