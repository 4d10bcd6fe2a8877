import assert from 'node:assert/strict';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import { orchard, segment, withSandbox } from '../driving.ts';

describe('MR1 listing merge requests', () => {
  const run = withSandbox();
  const list = async (query = '', as?: 'developer' | 'nobody'): Promise<MergeRequest[]> =>
    (await run().get<MergeRequest[]>(`${orchard}/merge_requests?${query}`, as)).json;
  const numbers = (requests: readonly MergeRequest[]): number[] => requests.map(({ iid }) => iid);

  it('shows the newest first, in every state', async () => {
    const all = await list();
    assert.deepEqual(numbers(all), [13, 9, 8, 7, 6, 5, 12, 10, 4, 11, 3, 2, 1]);
    assert.deepEqual(new Set(all.map(({ state }) => state)), new Set(['opened', 'closed', 'merged']));
  });

  it('filters by state, branch, words and person', async () => {
    assert.deepEqual(numbers(await list('state=merged')), [12, 10, 4, 11, 2, 1]);
    assert.deepEqual(numbers(await list(`source_branch=${segment('fix/100%-full-crates')}`)), [7]);
    assert.deepEqual(numbers(await list('target_branch=release/1.1')), [9]);
    assert.deepEqual(numbers(await list('search=PEAR')), [8]);
    assert.deepEqual(numbers(await list('scope=created_by_me&state=opened', 'developer')), [6, 5]);
    assert.deepEqual(numbers(await list('scope=assigned_to_me', 'developer')), [7]);
    assert.deepEqual(numbers(await list('scope=assigned_to_me', 'nobody')), []);
    assert.deepEqual(numbers(await list('scope=created-by-me&state=opened', 'developer')), [6, 5]);
    assert.deepEqual(numbers(await list('scope=assigned-to-me', 'developer')), [7]);
    assert.deepEqual(numbers(await list('scope=reviews_for_me')), [7, 5]);
  });

  it('filters by who it is assigned to, by labels and whether it is a draft', async () => {
    assert.deepEqual(numbers(await list('assignee_id=4')), [7]);
    assert.deepEqual(numbers(await list('assignee_username=maintainer')), [5]);
    assert.deepEqual(numbers(await list('assignee_id=None&state=opened')), [13, 9, 8, 6]);
    assert.deepEqual(numbers(await list('assignee_id=Any')), [7, 5]);
    assert.deepEqual(numbers(await list('author_username=reporter')), [7, 3]);
    assert.deepEqual(numbers(await list('reviewer_id=None&state=opened')), [13, 9, 8, 6]);
    assert.deepEqual(numbers(await list('labels=forecast,needs review')), [5]);
    assert.deepEqual(numbers(await list('labels=forecast,data')), []);
    assert.deepEqual(numbers(await list('labels=Any')), [5, 12, 10, 4, 11, 2]);
    assert.deepEqual(numbers(await list('wip=yes')), [6]);
    assert.deepEqual(numbers(await list('wip=no&state=opened')), [13, 9, 8, 7, 5]);
    // `draft` since 19.0
    assert.deepEqual(numbers(await list('draft=true&state=opened')), [13, 9, 8, 7, 6, 5]);
  });

  it('filters by milestone, and by when it was changed last', async () => {
    const [weighing, ...others] = await list('milestone=Harvest%202026');
    assert.deepEqual([weighing?.iid, weighing?.milestone?.title, others.length], [4, 'Harvest 2026', 0]);
    assert.equal((await list('milestone=None')).length, 12);
    const after = weighing?.updated_at ?? '';
    assert.ok(numbers(await list(`state=merged&updated_after=${after}`)).includes(4));
    assert.ok(!numbers(await list(`state=merged&updated_after=${after}`)).includes(2));
  });

  it('refuses filters it cannot obey', async () => {
    const { status, json } = await run().get(`${orchard}/merge_requests?my_reaction_emoji=apple&order_by=title`);
    assert.equal(status, 400);
    assert.deepEqual(json, {
      error: 'my_reaction_emoji is not supported by the sample server, order_by is not supported by the sample server',
    });
    assert.equal(
      (await run().get(`${orchard}/merge_requests?assignee_id=me`)).text,
      '{"error":"assignee_id is invalid"}',
    );
  });

  for (const name of ['author', 'assignee', 'reviewer']) {
    it(`refuses the number of the ${name} beside the name`, async () => {
      const { status, json } = await run().get(`${orchard}/merge_requests?${name}_id=4&${name}_username=developer`);
      assert.deepEqual([status, json], [400, { error: `${name}_id, ${name}_username are mutually exclusive` }]);
    });
  }

  it('finds what a user was asked to review, and names the reviewers', async () => {
    const asked = await list('reviewer_username=maintainer&state=opened');
    assert.deepEqual(numbers(asked), [7, 5]);
    assert.deepEqual(
      asked[0]?.reviewers?.map(({ username }) => username),
      ['maintainer'],
    );
    assert.deepEqual(numbers(await list('reviewer_username=nobody-of-that-name')), []);
  });

  it('tells a draft, and where it comes from and goes to', async () => {
    const draft = (await list()).find(({ iid }) => iid === 6);
    assert.equal(draft?.draft, true);
    assert.equal(draft?.source_branch, 'feature/#42-bulk-weighing');
    assert.equal(draft?.sha, await run().git('rev-parse', 'feature/#42-bulk-weighing'));
    assert.equal(draft?.web_url, `${run().sandbox.url}/acme/orchard/-/merge_requests/6`);
  });
});

describe('MR1 from 19.0 on', () => {
  const run = withSandbox({ edition: { version: '19.0.0-ee' } });

  it('knows drafts by both names, but not at once', async () => {
    const list = (query: string) => run().get<MergeRequest[]>(`${orchard}/merge_requests?state=opened&${query}`);
    const iids = async (query: string) => (await list(query)).json.map(({ iid }) => iid);
    assert.deepEqual([await iids('draft=true'), await iids('wip=yes')], [[6], [6]]);
    const { status, json } = await list('draft=true&wip=yes');
    assert.deepEqual([status, json], [400, { error: 'draft, wip are mutually exclusive' }]);
  });
});

describe('C13 the merge requests of a commit', () => {
  const run = withSandbox();
  const ofCommit = async (revision: string, query = ''): Promise<number[]> => {
    const path = `${orchard}/repository/commits/${segment(revision)}/merge_requests${query}`;
    return (await run().get<MergeRequest[]>(path)).json.map(({ iid }) => iid);
  };

  it('finds the one that brought it, and the one it merged', async () => {
    const { merge } = run().sandbox.commits;
    assert.deepEqual(await ofCommit(merge), [1]);
    assert.deepEqual(await ofCommit(await run().git('rev-parse', `${merge}^2`)), [1]);
    assert.deepEqual(await ofCommit('feature/ripeness-forecast'), [5]);
  });

  it('keeps to a state', async () => {
    const { merge } = run().sandbox.commits;
    assert.deepEqual(await ofCommit(merge, '?state=merged'), [1]);
    assert.deepEqual(await ofCommit(merge, '?state=all'), [1]);
    assert.deepEqual(await ofCommit(merge, '?state=opened'), []);
  });

  it('finds none for a commit made directly', async () => {
    assert.deepEqual(await ofCommit(run().sandbox.commits.clean), []);
  });

  it('follows a branch that has moved', async () => {
    const body = { branch: 'feature/🍐-pear-season' };
    const { json } = await run().post<{ id: string }>(
      `${orchard}/repository/commits/${segment('fix/100%-full-crates')}/cherry_pick`,
      body,
      'developer',
    );
    assert.deepEqual(await ofCommit(json.id), [8]);
  });
});
