import assert from 'node:assert/strict';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { orchard, runGit, withSandbox, type As } from '../driving.ts';

const requests = `${orchard}/merge_requests`;
const branches = `${orchard}/repository/branches`;

describe('R15, R16: branches that are made and deleted', () => {
  const run = withSandbox();

  it('makes a branch where a reference leads', async () => {
    const made = await run().post<{ readonly name: string }>(branches, { branch: 'a/new', ref: 'release/1.0' });
    assert.deepEqual([made.status, made.json.name], [201, 'a/new']);
    assert.equal(await run().git('rev-parse', 'a/new'), await run().git('rev-parse', 'release/1.0'));
  });

  it('refuses a name that is taken or not a name, and a reference that leads nowhere', async () => {
    const words = async (body: object, as?: As) => {
      const { status, json } = await run().post<{ readonly message: string }>(branches, body, as);
      return [status, json.message];
    };
    assert.deepEqual(await words({ branch: 'main', ref: 'main' }), [400, 'Branch already exists']);
    assert.deepEqual(await words({ branch: 'a b', ref: 'main' }), [400, 'Branch name is invalid']);
    assert.deepEqual(await words({ branch: 'other', ref: 'none' }), [400, 'Invalid reference name: none']);
    assert.deepEqual(await words({ branch: 'other', ref: 'main' }, 'reporter'), [403, '403 Forbidden']);
  });

  it('deletes a branch, but for protected ones', async () => {
    await run().post(branches, { branch: 'going', ref: 'main' });
    const gone = await ask(run(), 'DELETE', `${branches}/going`, {});
    assert.equal(gone.status, 204);
    assert.equal((await run().get(`${branches}/going`)).status, 404);
    assert.equal((await ask(run(), 'DELETE', `${branches}/main`, {})).status, 403);
  });
});

describe('MR14 to MR16: merge requests that are made, changed and merged', () => {
  const run = withSandbox();
  const commit = async (branch: string, path: string, content: string, start = 'release/1.0'): Promise<string> => {
    const body = {
      branch,
      start_branch: start,
      commit_message: `Write ${path}`,
      actions: [{ action: 'create', file_path: path, content }],
    };
    const { json, status } = await run().post<{ readonly id: string }>(`${orchard}/repository/commits`, body);
    assert.equal(status, 201);
    return json.id;
  };
  const create = (source: string, rest: object = {}, as?: As) =>
    run().post<MergeRequestDetail & { readonly message: unknown }>(
      requests,
      { source_branch: source, target_branch: 'release/1.0', title: `Merge ${source}`, ...rest },
      as,
    );
  const put = async (iid: number, path: string, json: object, as: As = 'maintainer') => {
    const sent: Sent = { json, as };
    const answer = await ask(run(), 'PUT', `${requests}/${iid}${path}`, sent);
    return answer as typeof answer & { readonly json: MergeRequestDetail & { readonly message: unknown } };
  };

  it('changes labels as one text or a list, without blanks and doubles, and shows them in order', async () => {
    await commit('labels', 'labels.txt', 'x\n');
    const { iid } = (await create('labels', { labels: ' two , one,,two' })).json;
    const labels = async (given: unknown) => (await put(iid, '', { labels: given })).json.labels;
    assert.deepEqual((await run().get<MergeRequestDetail>(`${requests}/${iid}`)).json.labels, ['one', 'two']);
    assert.deepEqual(await labels(['b', ' a, c']), ['a', 'b', 'c']);
    assert.deepEqual(await labels(''), []);
  });

  it('refuses an empty title and a change of nothing', async () => {
    await commit('nothing', 'nothing.txt', 'x\n');
    const { iid } = (await create('nothing')).json;
    const words = async (json: object) => {
      const { status, json: answer } = await put(iid, '', json);
      return `${status} ${(answer as unknown as { error: string }).error}`;
    };
    assert.equal(await words({ title: ' ' }), '400 title is empty');
    const missing = /^400 assignee_id, .*, merge_after are missing, at least one parameter must be provided$/;
    assert.match(await words({}), missing);
    assert.match(await words({ draft: true }), missing);
  });

  it('keeps all assignees and reviewers', async () => {
    await commit('people', 'people.txt', 'x\n');
    const { json } = await create('people', { assignee_ids: [4, 3, 4], reviewer_ids: [3, 4, 99999] });
    const names = [json.assignees, json.reviewers].map((people) => people?.map(({ id }) => id));
    assert.deepEqual([...names, json.assignee?.id], [[4, 3], [3, 4], 4]);
  });

  it('refuses a second one of the same branches, one branch twice and branches that are not there', async () => {
    await commit('twice', 'twice.txt', 'x\n');
    const { json } = await create('twice');
    const second = await create('twice');
    const words = `Another open merge request already exists for this source branch: !${json.iid}`;
    assert.deepEqual([second.status, second.json.message], [409, [words]]);
    const same = await create('release/1.0');
    assert.deepEqual(
      [same.status, same.json.message],
      [422, ["You can't use same project/branch for source and target"]],
    );
    assert.equal((await create('nowhere')).status, 400);
    assert.equal((await create('twice', { title: ' ' })).status, 400);
    assert.equal((await create('twice', {}, 'reporter')).status, 403);
  });

  it('closes and opens one again', async () => {
    await commit('closing', 'closing.txt', 'x\n');
    const { iid } = (await create('closing')).json;
    assert.equal((await put(iid, '', { state_event: 'close' })).json.state, 'closed');
    assert.equal((await put(iid, '/merge', {})).status, 405);
    const other = (await create('closing')).json.iid;
    assert.equal((await put(iid, '', { state_event: 'reopen' })).status, 409);
    await put(other, '', { state_event: 'close' });
    assert.equal((await put(iid, '', { state_event: 'reopen' })).json.state, 'opened');
  });
});

describe('MR14 from a fork', () => {
  const run = withSandbox();
  const source = 'feature/ripeness-forecast';
  const create = (rest: object, as: As = 'neighbour') => {
    const asked = { source_branch: source, target_branch: 'main', title: 'Ripe', target_project_id: 101, ...rest };
    return run().post<MergeRequestDetail>('/projects/105/merge_requests', asked, as);
  };

  it('needs Developer role in the fork and code of the target, follows the fork and is merged into the target', async () => {
    const refused = [create({}, 'maintainer'), ...[102, 999, 103].map((id) => create({ target_project_id: id }))];
    assert.deepEqual(
      (await Promise.all(refused)).map(({ status }) => status),
      [403, 403, 404, 422],
    );
    const { status, json } = await create({ labels: 'wet', assignee_ids: [3] });
    assert.deepEqual([status, json.project_id, json.labels, json.assignee], [201, 101, [], null]);
    assert.equal((await create({})).status, 409);
    const actions = [{ action: 'create', file_path: 'riper', content: 'x' }];
    const commit = { branch: source, commit_message: 'Riper', actions };
    const pushed = await run().post<{ id: string }>('/projects/105/repository/commits', commit, 'neighbour');
    const ref = `refs/merge-requests/${json.iid}/head`;
    const { id: sha } = pushed.json;
    assert.equal(await runGit(['ls-remote', `${run().sandbox.url}/acme/orchard.git`, ref]), `${sha}\t${ref}`);
    const merged = await ask<MergeRequestDetail>(run(), 'PUT', `${requests}/${json.iid}/merge`, { json: { sha } });
    assert.deepEqual([merged.json.state, merged.json.diff_refs?.head_sha], ['merged', sha]);
  });
});

describe('MR14, MR15 without a licence', () => {
  const run = withSandbox({ edition: { version: '18.2.0-ee', tier: 'free' } });

  it('keep one assignee and one reviewer', async () => {
    const json = { assignee_ids: [4, 3], reviewer_ids: [3, 4] };
    const answer = await ask<MergeRequestDetail>(run(), 'PUT', `${requests}/7`, { json });
    const names = [answer.json.assignees, answer.json.reviewers].map((people) => people?.map(({ id }) => id));
    assert.deepEqual(names, [[4], [3]]);
  });
});
