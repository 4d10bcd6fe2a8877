import assert from 'node:assert/strict';
import { createRule, readRule } from '../../src/model/protectedBranches/protectionWriting.ts';
import { includesRole, type OwnRole, ownRole, roles } from '../../src/model/role.ts';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { people } from '../../src/sandbox/sample/people.ts';
import { getBranch, getProject } from '../../src/wire/projects.ts';
import { connect } from '../client/connect.ts';
import { loopback } from '../client/loopback.ts';
import { withSandbox } from '../sandbox/driving.ts';

describe('includesRole', () => {
  const maintains = (level: number | undefined, more: Partial<OwnRole> = { isCustom: false }) =>
    includesRole({ level, isCustom: undefined, ...more }, roles.maintainer);

  it('goes by the levels there are', () => {
    assert.deepEqual(
      [0, 5, 10, 15, 20, 25, 30, 40, 50].map((level) => maintains(level)),
      [...Array.from({ length: 7 }, () => false), true, true],
    );
  });

  it('is unknown without a level, and with one that no release we know has', () => {
    for (const level of [undefined, 35, 45, 99]) assert.equal(maintains(level), undefined);
  });

  it('is never no where the role is a custom one, or may be', () => {
    for (const isCustom of [true, undefined]) {
      assert.equal(maintains(30, { isCustom }), undefined);
      assert.equal(maintains(40, { isCustom }), true);
    }
  });
});

describe('custom roles', () => {
  const role = {
    id: 42,
    groupId: null,
    name: 'Lead Developer',
    description: null,
    baseLevel: roles.developer,
    permissions: ['admin_protected_branch'],
  };
  const servers = loopback();
  const [acme, ...groups] = acmePlan.groups;
  const [orchard, ...projects] = acmePlan.projects;
  const members = acme?.members.map((one) =>
    one.personId === people.developer.id ? { ...one, memberRoleId: role.id } : one,
  );
  const rules = orchard?.rules?.map((rule) =>
    rule.name === 'main'
      ? { ...rule, push_access_levels: [{ ...rule.push_access_levels[0], access_level: 30, member_role_id: role.id }] }
      : rule,
  );
  const run = withSandbox({
    edition: { version: '19.2.0-ee' },
    plan: {
      ...acmePlan,
      groups: [{ ...(acme ?? assert.fail()), members: members ?? [] }, ...groups],
      projects: [{ ...(orchard ?? assert.fail()), rules: rules ?? [] }, ...projects],
      administration: () => ({ memberRoles: [role] }),
    },
  });
  const client = (as: 'maintainer' | 'developer') =>
    connect(servers, run().sandbox.url, { token: run().sandbox.tokens[as] }).client;

  it('are told of a member, and their permissions are none of the level they build on', async () => {
    const project = await client('developer').send(getProject, { id: 'acme/orchard' });
    assert.deepEqual(await ownRole(client('developer'), project, people.developer.id), { level: 30, isCustom: true });
    assert.deepEqual(await ownRole(client('developer'), project, people.maintainer.id), { level: 40, isCustom: false });
    const place = { client: client('developer'), project: project.id };
    const unprotect = [{ kind: 'role', level: 30 }] as const;
    const wanted = { name: 'hotfix/*', push: [], merge: [], unprotect, allowForcePush: false, codeOwners: undefined };
    assert.equal((await createRule(place, wanted)).kind, 'done');
  });

  it('of a rule let those who have them, and no one else', async () => {
    const mayPush = async (as: 'maintainer' | 'developer') =>
      (await client(as).send(getBranch, { id: 'acme/orchard', branch: 'main' })).can_push;
    assert.deepEqual([await mayPush('developer'), await mayPush('maintainer')], [true, false]);
    const rule = await readRule({ client: client('maintainer'), project: 'acme/orchard' }, 'main');
    assert.equal(rule?.push_access_levels[0]?.member_role_id, role.id);
  });
});
