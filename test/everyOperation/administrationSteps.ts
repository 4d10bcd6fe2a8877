import assert from 'node:assert/strict';
import type { Driver } from './driving.ts';
import { id } from './repositorySteps.ts';

export const administrationSteps = ({ step }: Driver): void => {
  let role = 0;
  const people: number[] = [3, 4];

  step('protectBranch', 'maintainer', { id, name: 'hotfix/*', push_access_level: 30 }, (rule) =>
    assert.deepEqual([rule.name, rule.push_access_levels[0]?.access_level], ['hotfix/*', 30]),
  );
  step('listProtectedBranches', 'developer', { id, per_page: 100 }, ({ items }) =>
    assert.ok(items.some(({ name }) => name === 'hotfix/*')),
  );
  step(
    'updateProtectedBranch',
    'maintainer',
    { id, name: 'hotfix/*', allow_force_push: true },
    ({ allow_force_push }) => assert.equal(allow_force_push, true),
  );
  step('getProtectedBranch', 'developer', { id, name: 'hotfix/*' }, ({ allow_force_push }) =>
    assert.equal(allow_force_push, true),
  );
  step('unprotectBranch', 'maintainer', { id, name: 'hotfix/*' }, (answer) => assert.equal(answer, undefined));

  step('createInstanceMemberRole', 'root', { base_access_level: 10, name: 'Reader', read_code: true }, (made) => {
    role = made.id;
    assert.deepEqual([made.name, made.base_access_level, made['read_code']], ['Reader', 10, true]);
  });
  step('listInstanceMemberRoles', 'root', {}, (roles) => assert.ok(roles.some((each) => each.id === role)));
  step(
    'deleteInstanceMemberRole',
    'root',
    () => ({ member_role_id: role }),
    (answer) => assert.equal(answer, undefined),
  );

  step('listGroupIterations', 'developer', { id: 'acme', state: 'all' }, ({ items }) =>
    assert.ok(items.length > 0 && items.every(({ state }) => state >= 1 && state <= 3)),
  );
  step('listProjectIterations', 'developer', { id, state: 'current' }, ({ items }) =>
    assert.ok(items.length > 0 && items.every(({ state }) => state === 2)),
  );

  step('listGroups', 'developer', { min_access_level: 30 }, ({ items }) =>
    assert.ok(items.some(({ full_path }) => full_path === 'acme')),
  );
  step('getGroup', 'developer', { id: 'acme/tools' }, ({ full_path }) => assert.equal(full_path, 'acme/tools'));
  step('getNamespace', 'maintainer', { id: 'acme' }, ({ kind }) => assert.equal(kind, 'group'));
  step('listUsers', 'developer', { username: 'maintainer' }, ({ items }) =>
    assert.deepEqual(
      items.map(({ username }) => username),
      ['maintainer'],
    ),
  );
  step('listProjectMembers', 'developer', { id, query: 'olive' }, ({ items }) =>
    assert.deepEqual(
      items.map(({ username, access_level }) => [username, access_level]),
      [['owner', 50]],
    ),
  );
  step('listGroupMembers', 'developer', { id: 'acme', user_ids: people }, ({ items }) =>
    assert.deepEqual(items.map(({ id: person }) => person).sort(), people),
  );
};

/** Group roles, which exist on GitLab.com only. */
export const groupRoleSteps = ({ step }: Driver): void => {
  let role = 0;
  step('createMemberRole', 'owner', { id: 'acme', base_access_level: 10, name: 'Reader', read_code: true }, (made) => {
    role = made.id;
    assert.equal(made['read_code'], true);
  });
  step('listMemberRoles', 'owner', { id: 'acme' }, (roles) => assert.ok(roles.some((each) => each.id === role)));
  step(
    'deleteMemberRole',
    'owner',
    () => ({ id: 'acme', member_role_id: role }),
    (answer) => assert.equal(answer, undefined),
  );
};
