import assert from 'node:assert/strict';
import type { GraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { PayloadRefused } from '../../../src/model/payloadRefused.ts';
import {
  changeReviewer,
  readReviewers,
  readReviewStates,
  requestReview,
  type Reviewer,
  type ReviewerChange,
  type MergeRequestName,
  setReviewers,
} from '../../../src/model/reviews/reviewers.ts';
import { lossyGraphql } from '../lossyGraphql.ts';

const project = 'acme/orchard';
const maya = { username: 'maintainer', name: 'Maya Lindqvist' };

describe('the reviewers of a merge request', () => {
  const { run, connected, mutations } = lossyGraphql();

  const read = async (client: GraphqlClient, name: MergeRequestName): Promise<readonly Reviewer[]> =>
    (await readReviewers(client, name)) ?? assert.fail('no merge request');
  const statesOf = (reviewers: readonly Reviewer[]): readonly string[] =>
    reviewers.map(({ username, state }) => `${username} ${state ?? 'unknown'}`);
  const act = async (iid: string, action: 'approve' | 'discussions', body: object = {}): Promise<void> => {
    const { url, tokens } = run().sandbox;
    const address = `${url}/api/v4/projects/${encodeURIComponent(project)}/merge_requests/${iid}/${action}`;
    const headers = { 'private-token': tokens.maintainer, 'content-type': 'application/json' };
    const { status } = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(status, 201);
  };

  it('stay as they are where the server refuses', async () => {
    const name = { project, iid: '8' };
    const client = await connected('nothing');
    const nobody = { id: 'gid://gitlab/User/4711', username: 'nobody', name: 'Nobody', state: 'REVIEWED' };
    await assert.rejects(requestReview(client, name, nobody), PayloadRefused);
    const reader = await connected('nothing', 'readOnly');
    await assert.rejects(setReviewers(reader, name, [], [maya]), GraphqlError);
    assert.deepEqual(await read(client, name), []);
  });

  it('are looked at when the answer is lost, and nothing is sent twice', async () => {
    const name = { project, iid: '9' };
    const setUp = await connected('nothing');
    for (const [loses, expected] of [
      ['answer', 'found'],
      ['request', 'notDone'],
    ] as const) {
      await setReviewers(setUp, name, await read(setUp, name), [maya]);
      await act('9', 'discussions', { body: 'Nice' });
      const client = await connected(loses);
      const before = await read(client, name);
      assert.deepEqual(statesOf(before), ['maintainer REVIEWED']);
      const [reviewer = assert.fail('nobody')] = before;
      const asked = await requestReview(client, name, reviewer);
      assert.equal(asked.kind === 'done' ? asked.confirmed : asked.kind, expected);
      assert.equal(mutations(), 1);
      const set = await setReviewers(client, name, before, []);
      assert.equal(set.kind === 'done' ? set.confirmed : set.kind, expected);
      assert.equal(mutations(), 2);
    }
  });

  it('are changed one at a time, whatever others have set meanwhile', async () => {
    const name = { project, iid: '8' };
    const client = await connected('nothing');
    const change = async (wanted: ReviewerChange): Promise<readonly string[]> => {
      const written = await changeReviewer(client, name, await read(client, name), wanted);
      return written?.kind === 'done' ? statesOf(written.value) : [String(written?.kind)];
    };
    assert.deepEqual(await change({ add: maya }), ['maintainer UNREVIEWED']);
    assert.deepEqual(await change({ add: maya }), ['undefined']);
    await act('8', 'approve');
    assert.deepEqual(statesOf(await read(client, name)), ['maintainer APPROVED']);
    assert.deepEqual(await change({ again: 'maintainer' }), ['maintainer UNREVIEWED']);
    assert.deepEqual(await change({ remove: 'maintainer' }), []);
    assert.deepEqual(await change({ remove: 'maintainer' }), ['undefined']);
  });

  it('are read with their states of several merge requests at once', async () => {
    const client = await connected('nothing');
    const found = await readReviewStates(client, { project, iids: [7, 9, 4711] });
    assert.deepEqual([...found.keys()].sort(), [7, 9]);
    assert.deepEqual(found.get(7), await read(client, { project, iid: '7' }));
    assert.ok(found.get(7)?.length);
  });

  it('are unknown where there is no merge request', async () => {
    assert.equal(await readReviewers(await connected('nothing'), { project, iid: '4711' }), undefined);
  });
});
