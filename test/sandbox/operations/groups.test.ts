import assert from 'node:assert/strict';
import type { Group, Member, Namespace } from '../../../src/wire/groups.ts';
import { orchard, withSandbox } from '../driving.ts';
import { neighbour, root } from '../sending.ts';

describe('N1 and N2 groups', () => {
  const run = withSandbox();
  const paths = async (query = '', as = 'maintainer'): Promise<string[]> =>
    (await run().get<Group[]>(`/groups${query}`, as)).json.map(({ full_path }) => full_path);

  it('are those the caller can see', async () => {
    const all = ['acme', 'acme/field', 'acme/field/greenhouse', 'acme/tools'];
    assert.deepEqual(await paths(), all);
    assert.deepEqual(await paths('', root), [...all, 'vault']);
    assert.deepEqual(await paths('', neighbour), ['acme']);
    assert.deepEqual(await paths('', 'nobody'), ['acme']);
  });

  it('are narrowed by role, level and name', async () => {
    assert.deepEqual(await paths('?owned=true'), ['acme/tools']);
    assert.deepEqual(await paths('?min_access_level=40', 'developer'), ['acme/field/greenhouse']);
    assert.deepEqual(await paths('?top_level_only=true'), ['acme']);
    assert.deepEqual(await paths('?search=GREEN'), ['acme/field/greenhouse']);
    assert.deepEqual(await paths('?all_available=false', neighbour), []);
  });

  it('say where they are', async () => {
    const { json } = await run().get<Group>('/groups/acme%2Ffield%2Fgreenhouse');
    assert.deepEqual(
      [json.id, json.path, json.full_name, json.parent_id, json.visibility],
      [13, 'greenhouse', 'Acme / Field / Greenhouse', 12, 'private'],
    );
    assert.deepEqual((await run().get<Group>('/groups/13')).json, json);
  });

  it('are not found by who cannot see them', async () => {
    for (const as of ['nobody', neighbour]) {
      const { status, json } = await run().get('/groups/acme%2Ftools', as);
      assert.deepEqual([status, json], [404, { message: '404 Group Not Found' }]);
    }
  });
});

describe('N3 and N4 namespaces', () => {
  const run = withSandbox();
  it('are found by number and by path', async () => {
    const { json } = await run().get<Namespace>('/namespaces/maintainer');
    assert.deepEqual([json.kind, json.parent_id, json.name], ['user', null, 'Maya Lindqvist']);
    assert.deepEqual((await run().get(`/namespaces/${json.id}`)).json, json);
    assert.equal((await run().get<Namespace>('/namespaces/acme%2Ftools')).json.kind, 'group');
  });

  it('of others are not found', async () => {
    for (const id of ['vault', 'owner', 'nowhere']) {
      const { status, json } = await run().get(`/namespaces/${id}`);
      assert.deepEqual([status, json], [404, { message: '404 Namespace Not Found' }]);
    }
    assert.equal((await run().get('/namespaces/owner', root)).status, 200);
  });
});

describe('N5 users', () => {
  const run = withSandbox();
  const found = async (query: string, as = 'maintainer'): Promise<string[]> =>
    (await run().get<{ username: string }[]>(`/users${query}`, as)).json.map(({ username }) => username);

  it('are found by parts of their names, and by their whole address', async () => {
    assert.deepEqual(await found('?search=raman'), ['priya']);
    assert.deepEqual(await found('?search=maya@acme.example'), ['maintainer']);
    assert.deepEqual(await found('?search=acme.example'), []);
    assert.ok((await found('?search=acme.example', root)).length > 5);
    assert.deepEqual(await found('?username=PRIYA', 'nobody'), ['priya']);
  });

  it('show no address to others', async () => {
    const [person] = (await run().get<object[]>('/users?username=priya')).json;
    assert.ok(person !== undefined && !('email' in person));
  });

  it('can be asked for without the blocked ones', async () => {
    assert.ok((await found('')).includes('ivo'));
    assert.ok(!(await found('?active=true')).includes('ivo'));
    const [ivo] = (await run().get<{ state: string }[]>('/users?username=ivo')).json;
    assert.equal(ivo?.state, 'blocked');
  });

  it('cannot do anything while they are blocked', async () => {
    const { status, json } = await run().get('/user', 'blocked');
    assert.deepEqual([status, json], [403, { message: '403 Forbidden - Your account has been blocked.' }]);
  });

  it('are not listed for strangers', async () => {
    const { status, json } = await run().get('/users', 'nobody');
    assert.deepEqual([status, json], [403, { message: '403 Forbidden - Not authorized to access /api/v4/users' }]);
  });
});

describe('N6 and N7 members', () => {
  const run = withSandbox();
  const members = async (path: string, as = 'maintainer'): Promise<[string, number][]> =>
    (await run().get<Member[]>(path, as)).json.map(({ username, access_level }) => [username, access_level]);

  it('include those of the groups above, each with the highest role', async () => {
    assert.deepEqual(await members('/groups/acme%2Ffield%2Fgreenhouse/members/all'), [
      ['owner', 50],
      ['maintainer', 40],
      ['developer', 50],
      ['reporter', 20],
      ['guest', 10],
      ['priya', 30],
      ['jonas', 40],
      ['ivo', 20],
    ]);
    assert.deepEqual((await members(`${orchard}/members/all`)).slice(0, 2), [
      ['owner', 50],
      ['maintainer', 40],
    ]);
  });

  it('are narrowed by name and by numbers', async () => {
    const path = '/groups/acme/members/all';
    assert.deepEqual(await members(`${path}?query=Deniz`), [['developer', 30]]);
    assert.deepEqual(
      (await members(`${path}?user_ids[]=3&user_ids[]=5`)).map(([name]) => name),
      ['maintainer', 'reporter'],
    );
    assert.deepEqual(
      (await members(`${path}?user_ids=3,5`)).map(([name]) => name),
      ['maintainer', 'reporter'],
    );
    const { status, json } = await run().get(`${path}?user_ids[]=three`);
    assert.deepEqual([status, json], [400, { error: 'user_ids[0] is invalid' }]);
  });

  it('say how long they are members', async () => {
    const { json } = await run().get<Member[]>('/groups/12/members/all?query=jonas');
    assert.deepEqual([json[0]?.access_level, json[0]?.expires_at], [40, '2030-12-31']);
  });

  it('are for who is signed in and sees the place', async () => {
    assert.equal((await run().get(`${orchard}/members/all`, 'nobody')).status, 401);
    assert.equal((await run().get('/groups/vault/members/all')).status, 404);
  });
});
