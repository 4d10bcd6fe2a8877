import assert from 'node:assert/strict';
import type { Note } from '../../../src/wire/notes.ts';
import { type As, type Driven, orchard, withSandbox } from '../driving.ts';
import { post } from './graphqlDriving.ts';

interface Award {
  readonly name: string;
  readonly emoji: string | null;
  readonly user: { readonly username: string };
}

describe('reactions in the GraphQL of the sandbox', () => {
  const driven = withSandbox();
  const old = withSandbox({ edition: { version: '16.0.5-ee' } });

  const query = `{ project(fullPath: "acme/orchard") { mergeRequest(iid: "8") { notes {
    nodes { id system awardEmoji { nodes { name emoji user { username } } } }
  } } } }`;
  const change = async (field: string, awardableId: string, name: string, as: As = 'developer'): Promise<unknown> => {
    const text = `mutation M($input: ${field.replace(/^a/, 'A')}Input!) { ${field}(input: $input) { errors } }`;
    const { json } = await post(driven(), { query: text, variables: { input: { awardableId, name } } }, as);
    const { data, errors } = json as unknown as {
      data: Record<string, { errors: unknown } | null> | null;
      errors?: readonly { message: string }[];
    };
    return data?.[field]?.errors ?? errors?.[0]?.message;
  };
  const add = (id: string, name: string, as?: As) => change('awardEmojiAdd', id, name, as);
  const remove = (id: string, name: string, as?: As) => change('awardEmojiRemove', id, name, as);
  const notes = async (as: As = 'maintainer') => {
    const { json } = await post(driven(), { query }, as);
    const { data } = json as unknown as {
      data: { project: { mergeRequest: { notes: { nodes: Notes } } | null } | null };
    };
    return data.project?.mergeRequest?.notes.nodes;
  };
  type Notes = readonly { id: string; system: boolean; awardEmoji: { nodes: readonly Award[] } }[];
  const awards = async (id: number): Promise<readonly string[]> => {
    const found = (await notes())?.find((each) => each.id.endsWith(`/${id}`)) ?? assert.fail('no such note');
    return found.awardEmoji.nodes.map(({ name, emoji, user }) => `${name} ${emoji ?? 'none'} ${user.username}`);
  };
  const comment = async (run: Driven, body: object): Promise<number> =>
    (await run.post<Note>(`${orchard}/merge_requests/8/notes`, body)).json.id;

  it('are given and taken back, by each user once with a name', async () => {
    const id = await comment(driven(), { body: 'Nice' });
    const gid = `gid://gitlab/Note/${id}`;
    assert.deepEqual(await add(gid, 'tada'), []);
    assert.deepEqual(await add(gid, 'tada'), ['Name has already been taken']);
    assert.deepEqual(await add(`gid://gitlab/DiffNote/${id}`, 'tada', 'reporter'), []);
    assert.deepEqual(await add(gid, 'golden_apple'), []);
    assert.deepEqual(await add(gid, 'constructor'), ['Name is not a valid emoji name']);
    assert.deepEqual(await awards(id), ['tada 🎉 developer', 'tada 🎉 reporter', 'golden_apple none developer']);
    assert.deepEqual(await remove(gid, 'tada'), []);
    assert.deepEqual(await remove(gid, 'tada'), ['User has not awarded emoji of type tada on the awardable']);
    assert.deepEqual(await awards(id), ['tada 🎉 reporter', 'golden_apple none developer']);
  });

  it('are for those who read the note, whose token writes, and not for what the service has noted', async () => {
    const refused = /does not exist or you don't have permission/;
    const id = `gid://gitlab/Note/${await comment(driven(), { body: 'Between us', internal: true })}`;
    for (const as of ['readOnly', 'guest', 'neighbour', 'nobody'])
      assert.match(String(await add(id, 'heart', as)), refused, as);
    assert.deepEqual(await add(id, 'heart', 'reporter'), []);
    assert.match(String(await add('gid://gitlab/Note/4711', 'heart')), refused);
    await driven().post(`${orchard}/merge_requests/8/approve`, {});
    const noted = (await notes())?.find(({ system }) => system) ?? assert.fail('nothing was noted');
    assert.equal(await add(noted.id, 'heart'), 'You cannot award emoji to this resource.');
  });

  it('are unknown before 16.1', async () => {
    const { json } = await post(old(), { query });
    assert.deepEqual(
      json.errors?.map(({ message }) => message),
      ["Field 'awardEmoji' doesn't exist on type 'Note'"],
    );
    const { json: without } = await post(old(), { query: query.replace(/awardEmoji \{.*?\} \} \}/, '') });
    assert.equal(without.errors, undefined);
  });
});
