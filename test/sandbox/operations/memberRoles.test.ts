import assert from 'node:assert/strict';
import type { MemberRole } from '../../../src/wire/memberRoles.ts';
import { withSandbox, type Driven } from '../driving.ts';
import { root, send } from '../sending.ts';

const group = '/groups/acme/member_roles';
const instance = '/member_roles';

const names = async ({ get }: Driven, path: string, as: string): Promise<unknown[]> =>
  (await get<MemberRole[]>(path, as)).json.map(({ name }) => name);

describe('M1 to M3 custom roles of a group on GitLab.com', () => {
  const run = withSandbox({ edition: { version: '18.2.0-pre', gitlabCom: true } });

  it('are made with permissions as flags, listed without pages and deleted', async () => {
    const body = { base_access_level: 10, name: 'Watcher', read_vulnerability: true, admin_vulnerability: true };
    const made = await send<MemberRole>(run(), 'POST', group, { as: 'owner', body });
    assert.equal(made.status, 201);
    const { name, group_id, base_access_level, read_vulnerability, admin_vulnerability, read_code } = made.json;
    assert.deepEqual([name, group_id, base_access_level], ['Watcher', 10, 10]);
    assert.deepEqual([read_vulnerability, admin_vulnerability, read_code], [true, true, false]);
    const list = await run().get<MemberRole[]>(group, 'owner');
    assert.deepEqual([list.status, list.headers.get('x-page')], [200, null]);
    assert.deepEqual(list.json.at(-1), made.json);
    const deleted = await send(run(), 'DELETE', `${group}/${made.json.id}`, { as: 'owner' });
    assert.deepEqual([deleted.status, deleted.text], [204, '']);
    assert.deepEqual(await names(run(), group, 'owner'), ['Guest who reads code']);
  });

  it('get a name when they have none', async () => {
    const { json } = await send<MemberRole>(run(), 'POST', group, {
      as: 'owner',
      body: { base_access_level: 20, read_code: true },
    });
    assert.equal(json.name, 'Reporter - custom');
  });

  it('are refused with the reason', async () => {
    for (const [path, body, status, answer] of [
      [group, {}, 400, { error: 'base_access_level is missing' }],
      [group, { base_access_level: 7 }, 400, { error: 'base_access_level does not have a valid value' }],
      [group, { base_access_level: 10 }, 400, { message: 'Cannot create a member role with no enabled permissions' }],
      [
        group,
        { base_access_level: 10, admin_vulnerability: true },
        400,
        { message: 'Read vulnerability has to be enabled in order to enable Admin vulnerability' },
      ],
      [
        group,
        { base_access_level: 10, read_code: true, name: 'Guest who reads code' },
        400,
        { message: 'Name has already been taken' },
      ],
      [
        '/groups/acme%2Ftools/member_roles',
        { base_access_level: 10, read_code: true },
        400,
        { message: 'Creation of member role is allowed only for root groups' },
      ],
    ] as const) {
      const refused = await send(run(), 'POST', path, { as: 'owner', body });
      assert.deepEqual([refused.status, refused.json], [status, answer]);
    }
  });

  it('cannot be deleted while a member has them', async () => {
    const inUse = await send(run(), 'DELETE', `${group}/1`, { as: 'owner' });
    assert.equal(inUse.status, 400);
    assert.match(inUse.text, /assigned to one or more group members/);
    const missing = await send(run(), 'DELETE', `${group}/999`, { as: 'owner' });
    assert.deepEqual([missing.status, missing.json], [404, { message: '404 Member Role Not Found' }]);
  });

  it('are for owners', async () => {
    for (const [as, status] of [
      ['maintainer', 403],
      ['nobody', 401],
    ] as const) {
      assert.equal((await run().get(group, as)).status, status);
    }
    assert.equal((await run().get('/groups/vault/member_roles', 'owner')).status, 404);
  });

  it('do not exist for the instance', async () => {
    const { status, json } = await run().get(instance, root);
    assert.deepEqual([status, json], [400, { message: '400 Bad request' }]);
  });
});

describe('M4 to M6 custom roles of an instance', () => {
  const run = withSandbox();

  it('are made, listed and deleted by administrators', async () => {
    const body = { base_access_level: 30, name: 'Tester', description: 'Tests', admin_web_hook: true };
    const { status, json } = await send<MemberRole>(run(), 'POST', instance, { as: root, body });
    assert.deepEqual([status, json.group_id, json.description], [201, null, 'Tests']);
    assert.equal(json['admin_web_hook'], true);
    assert.deepEqual(await names(run(), instance, root), ['Auditor', 'Release manager', 'Tester']);
    assert.equal((await send(run(), 'DELETE', `${instance}/${json.id}`, { as: root })).status, 204);
    assert.deepEqual(await names(run(), instance, root), ['Auditor', 'Release manager']);
  });

  it('are for administrators', async () => {
    const { status, json } = await run().get(instance, 'owner');
    assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
  });

  it('take the place of those of groups', async () => {
    for (const [method, path] of [
      ['GET', group],
      ['POST', group],
      ['DELETE', `${group}/1`],
    ] as const) {
      const { status, json } = await send<{ message: string }>(run(), method, path, { as: 'owner' });
      assert.equal(status, 400);
      assert.match(
        json.message,
        /^400 Bad request - Group-level custom roles are deprecated on self-managed instances\./,
      );
    }
  });
});

describe('custom roles on older servers', () => {
  const old = withSandbox({ edition: { version: '15.8.3-ee' } });
  const unlicensed = withSandbox({ edition: { version: '16.1.0-ee', tier: 'premium' } });
  const community = withSandbox({ edition: { version: '18.1.1' } });

  it('have the only permission there was, and no name', async () => {
    const body = { base_access_level: 10, name: 'Ignored', read_vulnerability: true };
    const { status, json } = await send<MemberRole>(old(), 'POST', group, { as: 'owner', body });
    assert.deepEqual([status, json], [201, { id: json.id, group_id: 10, base_access_level: 10, read_code: false }]);
    const missing = await send(old(), 'DELETE', `${group}/999`, { as: 'owner' });
    assert.deepEqual([missing.status, missing.json], [404, { message: 'Member Role not found' }]);
  });

  it('are not there for the instance', async () => {
    const { status, json } = await old().get(instance, root);
    assert.deepEqual([status, json], [404, { error: '404 Not Found' }]);
  });

  it('are not found without the licence', async () => {
    const { status, json } = await unlicensed().get(group, 'owner');
    assert.deepEqual([status, json], [404, { message: '404 Not Found' }]);
  });

  it('are an unknown route on a Community server', async () => {
    const { status, json } = await community().get(group, 'owner');
    assert.deepEqual([status, json], [404, { error: '404 Not Found' }]);
  });
});
