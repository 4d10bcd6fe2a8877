import assert from 'node:assert/strict';
import { AccountCapabilities } from '../../../src/model/accountCapabilities.ts';
import type { RoleDefinition, RolePlace } from '../../../src/model/administration/memberRole.ts';
import {
  holdersOf,
  readRoles,
  type RoleList,
  rolesAt,
  type RoleSource,
} from '../../../src/model/administration/memberRoleReading.ts';
import { createRole, deleteRole } from '../../../src/model/administration/memberRoleWriting.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import type { Edition } from '../../../src/sandbox/edition.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { connect, failureOf } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type Driven, withSandbox } from '../../sandbox/driving.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

type As = 'owner' | 'maintainer' | 'root' | 'guest';

const acme: RolePlace = { kind: 'group', path: 'acme' };
const instance: RolePlace = { kind: 'instance' };
const com: Partial<Edition> = { version: '18.2.0-pre', gitlabCom: true };

const names = (list: RoleList): unknown =>
  list.kind === 'roles' ? list.roles.map(({ name }) => name) : `${list.kind}, not roles`;

/** The reason, and other possible ones. */
const reasons = (list: RoleList): readonly string[] => {
  assert.equal(list.kind, 'unavailable');
  return list.kind === 'unavailable' ? [list.why.reason, ...list.why.orElse] : [];
};

describe('custom roles of a server', () => {
  const servers = loopback();
  const source = ({ sandbox }: Driven, as: As, place: RolePlace = acme): RoleSource => {
    const token = sandbox.tokens[as];
    const { client } = connect(servers, sandbox.url, { token });
    return { client, capabilities: new AccountCapabilities(client), place };
  };

  describe('on GitLab.com', () => {
    const run = withSandbox({ edition: com, faults: true });

    const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
    const writes = async (): Promise<number> =>
      (await requestsAt(run().sandbox.url)).filter(({ method }) => method !== 'GET').length;
    const wanted = (more: Partial<RoleDefinition> = {}): RoleDefinition => ({
      name: 'Watcher',
      description: 'Looks after hooks',
      baseLevel: 20,
      permissions: ['read_code', 'admin_web_hook'],
      ...more,
    });

    beforeEach(async () => {
      await setFaults([]);
      const there = source(run(), 'owner');
      for (const role of await rolesAt(there)) if (role.id !== 1) await deleteRole(there, role);
      await forgetRequestsAt(run().sandbox.url);
    });

    it('are read for an owner', async () => {
      const list = await readRoles(source(run(), 'owner'));
      assert.deepEqual(names(list), ['Guest who reads code']);
    });

    it('are refused to a maintainer for the role, not for the licence', async () => {
      const list = await readRoles(source(run(), 'maintainer'));
      assert.deepEqual(reasons(list), ['role']);
      assert.equal(list.kind === 'unavailable' && list.ownLevel, 40);
    });

    it('tell a group nobody may see from a personal namespace', async () => {
      assert.equal((await readRoles(source(run(), 'owner', { kind: 'group', path: 'vault' }))).kind, 'notFound');
      const { username } = (await run().get<{ username: string }>('/user', 'owner')).json;
      assert.equal((await readRoles(source(run(), 'owner', { kind: 'group', path: username }))).kind, 'personal');
    });

    it('belong to groups, and not to the instance', async () => {
      const list = await readRoles(source(run(), 'root', instance));
      assert.equal(list.kind === 'unavailable' && list.why.instead, 'M1');
    });

    it('throw what is no refusal', async () => {
      await setFaults([{ operation: 'M1', fault: 'status', status: 500, times: 9 }]);
      assert.equal((await failureOf(readRoles(source(run(), 'owner')))).facts.failure, 'serverError');
    });

    it('are made as asked, once', async () => {
      const written = await createRole(source(run(), 'owner'), wanted());
      assert.ok(written.kind === 'done' && written.confirmed === 'answered');
      assert.equal(written.value.difference, undefined);
      assert.equal(written.value.role.description, 'Looks after hooks');
      assert.equal(await writes(), 1);
    });

    it('are found after a lost answer, and not made twice', async () => {
      await setFaults([{ operation: 'M2', fault: 'resetAfter' }]);
      const written = await createRole(source(run(), 'owner'), wanted());
      assert.ok(written.kind === 'done' && written.confirmed === 'found', written.kind);
      assert.equal(written.value.role.name, 'Watcher');
      assert.equal(await writes(), 1);
    });

    it('are known not to be made when the request did not arrive', async () => {
      await setFaults([{ operation: 'M2', fault: 'resetBefore' }]);
      assert.equal((await createRole(source(run(), 'owner'), wanted())).kind, 'notDone');
      assert.equal(await writes(), 1);
    });

    it('are unknown when the look fails as well', async () => {
      const there = source(run(), 'owner');
      await setFaults([
        { operation: 'M2', fault: 'resetAfter' },
        { operation: 'M1', fault: 'delay', delayMs: 0, times: 1 },
        { operation: 'M1', fault: 'status', status: 500 },
      ]);
      assert.equal((await createRole(there, wanted())).kind, 'unknown');
    });

    it('are not sent when the name is taken', async () => {
      const written = await createRole(source(run(), 'owner'), wanted({ name: 'Guest who reads code' }));
      assert.equal(written.kind, 'taken');
      assert.equal(await writes(), 0);
    });

    it('throw what the server says of what cannot be', async () => {
      const error = await failureOf(
        createRole(source(run(), 'owner'), wanted({ permissions: ['admin_vulnerability'] })),
      );
      assert.match(error.facts.serverMessage ?? '', /has to be enabled in order to enable/);
    });

    it('are deleted, and found deleted after a lost answer', async () => {
      const there = source(run(), 'owner');
      const made = await createRole(there, wanted());
      assert.ok(made.kind === 'done');
      await setFaults([{ operation: 'M3', fault: 'resetAfter' }]);
      const deleted = await deleteRole(there, made.value.role);
      assert.deepEqual(deleted, { kind: 'done', value: 'deleted', confirmed: 'found' });
      assert.deepEqual(await deleteRole(there, made.value.role), { kind: 'moved', now: undefined });
      assert.equal(await writes(), 2);
    });

    it('are not deleted when they are others than they were', async () => {
      const there = source(run(), 'owner');
      const [role] = await rolesAt(there);
      assert.ok(role);
      const deleted = await deleteRole(there, { ...role, read_code: false });
      assert.ok(deleted.kind === 'moved' && deleted.now?.id === 1);
      assert.equal(await writes(), 0);
    });

    it('say in the server’s words that someone has them, and who that is', async () => {
      const there = source(run(), 'owner');
      const [role] = await rolesAt(there);
      assert.ok(role);
      const error = await failureOf(deleteRole(there, role));
      assert.equal(error.facts.status, 400);
      assert.match(error.facts.serverMessage ?? '', /assigned to one or more group members/);
      const { members, groups, isReported } = await holdersOf(there.client, 'acme', role.id);
      assert.deepEqual(
        members.map(({ id, username }) => [username, groups.get(id)]),
        [['priya', 'acme/field']],
      );
      assert.ok(isReported);
    });
  });

  describe('of a self-managed server with Ultimate', () => {
    const run = withSandbox();

    it('are those of the instance, also when a group is asked for', async () => {
      const list = await readRoles(source(run(), 'root'));
      assert.deepEqual(names(list), ['Auditor', 'Release manager']);
      assert.ok(list.kind === 'roles' && list.place.kind === 'instance');
    });

    it('are refused to who is no administrator, for that reason', async () => {
      const list = await readRoles(source(run(), 'owner'));
      assert.deepEqual(reasons(list), ['role']);
      assert.ok(list.kind === 'unavailable' && list.place.kind === 'instance');
    });

    it('are made and deleted', async () => {
      const there = source(run(), 'root', instance);
      const definition = { name: 'Hooks', description: '', baseLevel: 30, permissions: ['admin_web_hook'] } as const;
      const made = await createRole(there, definition);
      assert.ok(made.kind === 'done' && made.value.difference === undefined);
      assert.equal((await deleteRole(there, made.value.role)).kind, 'done');
    });
  });

  describe('with Premium', () => {
    const gitlabCom = withSandbox({ edition: { ...com, tier: 'premium' } });
    const selfManaged = withSandbox({ edition: { version: '18.1.1-ee', tier: 'premium' } });
    const older = withSandbox({ edition: { version: '16.7.0-ee', tier: 'premium' } });

    it('are refused for the licence', async () => {
      assert.deepEqual(reasons(await readRoles(source(gitlabCom(), 'owner'))), ['tier']);
      assert.deepEqual(reasons(await readRoles(source(selfManaged(), 'root'))), ['tier']);
      assert.ok(reasons(await readRoles(source(older(), 'owner'))).includes('tier'));
    });
  });

  describe('of the Community Edition', () => {
    const run = withSandbox({ edition: { version: '18.1.1' } });

    it('are refused for the build', async () => {
      const list = await readRoles(source(run(), 'owner'));
      assert.deepEqual(reasons(list), ['tier']);
      assert.equal(list.kind === 'unavailable' && list.build, 'community');
    });
  });

  describe('of an older release', () => {
    const run = withSandbox({ edition: { version: '15.8.0-ee' } });

    it('have no names, and are found after a lost answer all the same', async () => {
      const there = source(run(), 'owner');
      const made = await createRole(there, { name: '', description: '', baseLevel: 20, permissions: ['read_code'] });
      assert.ok(made.kind === 'done' && made.value.difference === undefined);
      assert.equal(made.value.role.name, undefined);
    });

    it('are not those of an instance', async () => {
      const list = await readRoles(source(run(), 'root', instance));
      assert.ok(reasons(list).includes('release'));
      assert.equal(list.kind === 'unavailable' && list.why.since, '16.9');
    });
  });

  describe('in great number', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      groupId: 10,
      name: `Role ${index + 1}`,
      description: null,
      baseLevel: 10,
      permissions: ['read_code'],
    }));
    const run = withSandbox({ edition: com, plan: { ...acmePlan, administration: () => ({ memberRoles: many }) } });

    it('are read in one request', async () => {
      const list = await readRoles(source(run(), 'owner'));
      assert.equal(list.kind === 'roles' && list.roles.length, 200);
    });
  });
});
