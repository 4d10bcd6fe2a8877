import assert from 'node:assert/strict';
import type { GraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import {
  type IssueFacts,
  placeOfReference,
  readIssue,
  setAssignees,
  setWeight,
} from '../../../src/model/iterations/issueEditing.ts';
import { PayloadRefused } from '../../../src/model/payloadRefused.ts';
import { lossyGraphql } from '../lossyGraphql.ts';

const place = placeOfReference('acme/orchard#4');
const mara = { username: 'maintainer', name: 'Maya Lindqvist' };

describe('changing an issue', () => {
  const { connected, mutations } = lossyGraphql();
  const read = async (client: GraphqlClient): Promise<IssueFacts> =>
    (await readIssue(client, place)) ?? assert.fail('no issue');

  it('sets the weight and takes it away', async () => {
    const client = await connected('nothing');
    for (const weight of [7, null]) {
      const written = await setWeight(client, place, await read(client), weight);
      assert.deepEqual(written, { kind: 'done', value: weight, confirmed: 'answered' });
      assert.equal((await read(client)).weight, weight);
    }
  });

  it('replaces the people', async () => {
    const client = await connected('nothing');
    const written = await setAssignees(client, place, await read(client), [mara]);
    assert.deepEqual(written, { kind: 'done', value: [mara], confirmed: 'answered' });
    assert.deepEqual((await read(client)).assignees, [mara]);
    await setAssignees(client, place, await read(client), []);
    assert.deepEqual((await read(client)).assignees, []);
  });

  it('throws what the payload refuses, and what the server forbids', async () => {
    const client = await connected('nothing');
    await assert.rejects(setWeight(client, place, await read(client), -1), (error) => {
      assert.ok(error instanceof PayloadRefused);
      assert.equal(error.message, 'Weight must be greater than or equal to 0');
      return true;
    });
    const reader = await connected('nothing', 'readOnly');
    await assert.rejects(setWeight(reader, place, { weight: null, assignees: [] }, 1), GraphqlError);
  });

  it('looks when the answer is lost, and sends nothing twice', async () => {
    for (const [loses, expected] of [
      ['answer', 'found'],
      ['request', 'notDone'],
    ] as const) {
      const client = await connected(loses);
      const before = await read(client);
      const weight = (before.weight ?? 0) + 1;
      const written = await setWeight(client, place, before, weight);
      assert.equal(written.kind === 'done' ? written.confirmed : written.kind, expected);
      assert.equal(mutations(), 1);
      const people = before.assignees.length === 0 ? [mara] : [];
      const assigned = await setAssignees(client, place, before, people);
      assert.equal(assigned.kind === 'done' ? assigned.confirmed : assigned.kind, expected);
      assert.equal(mutations(), 2);
    }
  });

  it('does not know what became of it when someone else has changed it, too', async () => {
    const client = await connected('request');
    const before = await read(client);
    const written = await setWeight(client, place, { ...before, weight: 90 }, 91);
    assert.equal(written.kind, 'unknown');
  });

  it('knows nothing of an issue that is not there', async () => {
    const client = await connected('nothing');
    assert.equal(await readIssue(client, placeOfReference('acme/orchard#9999')), undefined);
    assert.equal(await readIssue(client, placeOfReference('acme/none#1')), undefined);
  });
});
