import assert from 'node:assert/strict';
import type { GraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { PayloadRefused } from '../../../src/model/payloadRefused.ts';
import { isOf, react, type Reactions, readReactions, withOffered } from '../../../src/model/reviews/reactions.ts';
import { orchard } from '../../sandbox/driving.ts';
import { lossyGraphql } from '../lossyGraphql.ts';

describe('the reactions to the comments of a merge request', () => {
  const { run, connected, mutations } = lossyGraphql();
  const old = lossyGraphql({ edition: { version: '16.0.5-ee' } });
  let request = 0;

  before(async () => {
    request = (await run().get<{ id: number }>(`${orchard}/merge_requests/8`)).json.id;
  });

  const comment = async (body = 'Nice'): Promise<number> =>
    (await run().post<{ id: number }>(`${orchard}/merge_requests/8/notes`, { body })).json.id;
  const set = (client: GraphqlClient, note: number, name: string, isGiven: boolean, username = 'maintainer') =>
    react(client, { note, name, isGiven }, { username, read: () => readReactions(client, request) });
  const shown = (reactions: Reactions, note: number): readonly string[] =>
    (reactions.get(note) ?? []).map(
      ({ name, text, people }) => `${name} ${text} ${people.map(({ username }) => username).join(', ')}`,
    );

  it('are read page by page, together by name with who gave them', async () => {
    const client = await connected('nothing');
    const other = await connected('nothing', 'developer');
    const [first, ...rest] = await Promise.all(Array.from({ length: 110 }, () => comment()));
    const last = Math.max(...rest);
    assert.ok(first !== undefined && last - first > 100);
    await set(client, first, 'tada', true);
    await set(client, first, 'golden_apple', true);
    await set(other, first, 'tada', true, 'developer');
    await set(other, last, 'eyes', true, 'developer');
    const reactions = await readReactions(client, request);
    assert.deepEqual(shown(reactions, first), [
      'tada 🎉 maintainer, developer',
      'golden_apple :golden_apple: maintainer',
    ]);
    assert.deepEqual(shown(reactions, last), ['eyes 👀 developer']);
    const given = reactions.get(first) ?? [];
    assert.deepEqual(
      given.map((each) => isOf(each, 'developer')),
      [true, false],
    );
    const offered = withOffered(given).map(({ name, people }) => `${name} ${people.length}`);
    assert.deepEqual(offered.slice(0, 4), ['tada 2', 'golden_apple 1', 'thumbsup 0', 'thumbsdown 0']);
    assert.equal(offered.length, 8);
    assert.deepEqual(await readReactions(client, 4711), new Map());
  });

  it('are looked at when the answer is lost, and nothing is sent twice', async () => {
    for (const [loses, expected] of [
      ['answer', 'found'],
      ['request', 'notDone'],
    ] as const) {
      for (const isGiven of [true, false]) {
        const note = await comment();
        if (!isGiven) await set(await connected('nothing'), note, 'heart', true);
        const written = await set(await connected(loses), note, 'heart', isGiven);
        assert.equal(written.kind === 'done' ? written.confirmed : written.kind, expected);
        assert.equal(mutations(), 1);
      }
    }
  });

  it('are as they were wished for when that was done elsewhere, and refused in the words of the server', async () => {
    const note = await comment();
    const client = await connected('nothing');
    assert.equal((await set(client, note, 'heart', true)).kind, 'done');
    const again = await set(client, note, 'heart', true);
    assert.equal(again.kind === 'done' && again.confirmed, 'found');
    assert.equal((await set(client, note, 'heart', false)).kind, 'done');
    assert.equal((await set(client, note, 'heart', false)).kind, 'done');
    await assert.rejects(set(client, note, 'no_such', true), new PayloadRefused(['Name is not a valid emoji name']));
    const reader = await connected('nothing', 'readOnly');
    await assert.rejects(set(reader, note, 'heart', true, 'developer'), GraphqlError);
    assert.deepEqual(shown(await readReactions(client, request), note), []);
  });

  it('cannot be read before 16.1, in the words of the server', async () => {
    const client = await old.connected('nothing');
    const { json } = await old.run().get<{ id: number }>(`${orchard}/merge_requests/8`);
    await assert.rejects(readReactions(client, json.id), /^Error: Field 'awardEmoji' doesn't exist on type 'Note'$/);
  });
});
