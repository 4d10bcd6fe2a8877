import assert from 'node:assert/strict';
import { orchard, withSandbox, type As } from '../driving.ts';

describe('U7: what the user has done', () => {
  const run = withSandbox();
  const commented = async (as: As): Promise<readonly unknown[]> => {
    const { json } = await run().get<readonly Record<string, Record<string, unknown>>[]>(
      '/events?action=commented',
      as,
    );
    return json.map(({ note }) => [note?.['noteable_type'], note?.['noteable_iid'], note?.['body']]);
  };

  it('tells of own comments on merge requests, latest first, and of nobody else’s', async () => {
    const before = await commented('reporter');
    for (const [body, as] of [
      ['One of mine', 'reporter'],
      ['One of another', 'developer'],
      ['My latest', 'reporter'],
    ] as const) {
      const { status } = await run().post(`${orchard}/merge_requests/5/notes`, { body }, as);
      assert.equal(status, 201);
    }
    assert.deepEqual(await commented('reporter'), [
      ['MergeRequest', 5, 'My latest'],
      ['MergeRequest', 5, 'One of mine'],
      ...before,
    ]);
  });

  it('is for users who have signed in', async () => {
    assert.equal((await run().get('/events', 'nobody')).status, 401);
  });
});

describe('MR1: merge requests by their numbers', () => {
  const run = withSandbox();

  it('are those alone', async () => {
    const path = `${orchard}/merge_requests?iids[]=5&iids[]=7&iids[]=4711`;
    const { json } = await run().get<readonly { readonly iid: number }[]>(path, 'developer');
    assert.deepEqual(json.map(({ iid }) => iid).toSorted(), [5, 7]);
  });
});
