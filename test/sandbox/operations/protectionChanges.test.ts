import assert from 'node:assert/strict';
import type { ProtectedBranch } from '../../../src/wire/protectedBranches.ts';
import { orchard, segment, withSandbox, type Answer, type Driven } from '../driving.ts';
import { root, send } from '../sending.ts';

const rules = `${orchard}/protected_branches`;
const rule = (name: string): string => `${rules}/${segment(name)}`;

const protect = (run: Driven, body: object, as = 'maintainer'): Promise<Answer<ProtectedBranch>> =>
  send<ProtectedBranch>(run, 'POST', rules, { body, as });

const change = (run: Driven, name: string, body: object): Promise<Answer<ProtectedBranch>> =>
  send<ProtectedBranch>(run, 'PATCH', rule(name), { body });

const pick = async ({ sandbox, post }: Driven, branch: string, as: string): Promise<number> => {
  const path = `${orchard}/repository/commits/${sandbox.commits.clean}/cherry_pick`;
  return (await post(path, { branch, dry_run: true }, as)).status;
};

const levelsOf = (list: ProtectedBranch['push_access_levels']): unknown[] =>
  list.map(({ access_level, user_id, group_id, deploy_key_id }) => ({
    ...(typeof access_level === 'number' ? { role: access_level } : {}),
    ...(typeof user_id === 'number' ? { user: user_id } : {}),
    ...(typeof group_id === 'number' ? { group: group_id } : {}),
    ...(typeof deploy_key_id === 'number' ? { key: deploy_key_id } : {}),
  }));

describe('P3 protecting a branch', () => {
  const run = withSandbox();

  it('leaves it to maintainers unless told otherwise', async () => {
    const { status, json } = await protect(run(), { name: 'wip/*' });
    assert.equal(status, 201);
    assert.deepEqual(
      [json.push_access_levels, json.merge_access_levels, json.unprotect_access_levels ?? []].map(levelsOf),
      [[{ role: 40 }], [{ role: 40 }], [{ role: 40 }]],
    );
    assert.deepEqual([json.allow_force_push, json.code_owner_approval_required, json.inherited], [false, false, false]);
    assert.deepEqual((await run().get(rule('wip/*'))).json, json);
  });

  it('keeps the same name from being protected twice', async () => {
    const { status, json } = await protect(run(), { name: 'main' });
    assert.deepEqual([status, json], [409, { message: "Protected branch 'main' already exists" }]);
  });

  it('needs a name and roles there are', async () => {
    for (const [body, error] of [
      [{}, 'name is missing'],
      [{ name: '' }, 'name is empty'],
      [{ name: 'x', push_access_level: 20 }, 'push_access_level does not have a valid value'],
      [{ name: 'x', merge_access_level: 'many' }, 'merge_access_level is invalid'],
      [{ name: 'x', unprotect_access_level: 0 }, 'unprotect_access_level does not have a valid value'],
      [
        { name: 'x', allowed_to_push: [{ access_level: 30 }, { access_level: 7 }] },
        'allowed_to_push[1][access_level] does not have a valid value',
      ],
      [{ name: 'x', allowed_to_push: [''] }, 'allowed_to_push is invalid'],
    ] as const) {
      const { status, json } = await protect(run(), body);
      assert.deepEqual([status, json], [400, { error }]);
    }
  });

  it('takes users, groups, deploy keys and roles side by side', async () => {
    const { status, json } = await protect(run(), {
      name: 'mixed',
      allowed_to_push: [{ user_id: 4 }, { group_id: 11 }, { deploy_key_id: 2 }, { access_level: 60 }],
      merge_access_level: 30,
      allowed_to_merge: [{ user_id: 5, access_level: 30 }],
      code_owner_approval_required: true,
    });
    assert.equal(status, 201);
    assert.deepEqual(levelsOf(json.push_access_levels), [
      { role: 40, user: 4 },
      { role: 40, group: 11 },
      { role: 40, key: 2 },
      { role: 60 },
    ]);
    assert.deepEqual(levelsOf(json.merge_access_levels), [{ role: 30 }, { role: 30, user: 5 }]);
    assert.deepEqual(
      json.push_access_levels.map((level) => level.access_level_description),
      ['Deniz Aydın', 'Tools', 'Release robot', 'Instance admins'],
    );
    assert.equal(json.code_owner_approval_required, true);
  });

  it('leaves merging to maintainers where a deploy key is named', async () => {
    const { status, json } = await protect(run(), { name: 'keyed', allowed_to_merge: [{ deploy_key_id: 2 }] });
    assert.deepEqual([status, levelsOf(json.merge_access_levels)], [201, [{ role: 40 }]]);
  });

  it('says of everybody who cannot be allowed why', async () => {
    const { status, json } = await protect(run(), {
      name: 'strangers',
      allowed_to_push: [{ user_id: 10 }, { group_id: 14 }, { deploy_key_id: 3 }],
      allowed_to_merge: [{ user_id: 4 }, { user_id: 4 }],
    });
    assert.deepEqual(
      [status, json],
      [
        422,
        {
          message: [
            'Push access levels user is not a member of the project',
            'Push access levels group does not have access to the project',
            'Push access levels deploy key is not enabled for this project',
            'Merge access levels user has already been taken',
          ],
        },
      ],
    );
    assert.equal((await run().get(rule('strangers'))).status, 404);
  });

  it('understands lists in the query', async () => {
    const query = 'name=asked&allowed_to_push[][user_id]=4&allowed_to_push[][user_id]=5';
    const { status, json } = await send<ProtectedBranch>(run(), 'POST', `${rules}?${query}`);
    assert.equal(status, 201);
    assert.deepEqual(levelsOf(json.push_access_levels), [
      { role: 40, user: 4 },
      { role: 40, user: 5 },
    ]);
  });

  it('is for maintainers', async () => {
    for (const [as, status] of [
      ['developer', 403],
      ['nobody', 401],
    ] as const) {
      assert.equal((await protect(run(), { name: 'mine', unprotect_access_level: 30 }, as)).status, status);
    }
  });

  it('is obeyed by picks and reverts, wildcards and several rules included', async () => {
    const { git } = run();
    await git('branch', 'season/spring', 'release/1.0');
    assert.equal(await pick(run(), 'season/spring', 'developer'), 200);
    await protect(run(), { name: 'season/*', push_access_level: 0 });
    assert.equal(await pick(run(), 'season/spring', 'developer'), 403);
    assert.equal(await pick(run(), 'season/spring', 'owner'), 403);
    const revert = `${orchard}/repository/commits/${run().sandbox.commits.clean}/revert`;
    assert.equal((await run().post(revert, { branch: 'season/spring', dry_run: true }, 'owner')).status, 403);
    await protect(run(), { name: 'season/spring', allowed_to_push: [{ user_id: 4 }] });
    assert.equal(await pick(run(), 'season/spring', 'developer'), 200);
    assert.equal(await pick(run(), 'season/spring', 'maintainer'), 403);
  });
});

describe('P4 changing a protection rule', () => {
  const run = withSandbox();
  before(async () => void (await protect(run(), { name: 'plot' })));

  it('adds, changes and removes who is allowed, and answers the whole rule', async () => {
    const added = await change(run(), 'plot', { allowed_to_push: [{ access_level: 30 }] });
    assert.equal(added.status, 200);
    assert.deepEqual(levelsOf(added.json.push_access_levels), [{ role: 40 }, { role: 30 }]);
    const [first, second] = added.json.push_access_levels;
    const changed = await change(run(), 'plot', {
      allow_force_push: true,
      allowed_to_push: [
        { id: first?.id, user_id: 4 },
        { id: second?.id, _destroy: true },
      ],
    });
    assert.deepEqual(levelsOf(changed.json.push_access_levels), [{ role: 40, user: 4 }]);
    assert.equal(changed.json.push_access_levels[0]?.id, first?.id);
    assert.equal(changed.json.allow_force_push, true);
    assert.deepEqual(levelsOf(changed.json.merge_access_levels), [{ role: 40 }]);
    assert.deepEqual((await run().get(rule('plot'))).json, changed.json);
  });

  it('keeps what it has when a change is refused', async () => {
    const before = (await run().get(rule('plot'))).json;
    const double = await change(run(), 'plot', { allow_force_push: false, allowed_to_merge: [{ access_level: 40 }] });
    assert.deepEqual(
      [double.status, double.json],
      [422, { message: ['Merge access levels access level has already been taken'] }],
    );
    assert.equal((await change(run(), 'plot', { allowed_to_merge: [{ id: 99_999, access_level: 0 }] })).status, 404);
    const keyed = await change(run(), 'plot', { allowed_to_merge: [{ deploy_key_id: 2 }] });
    assert.deepEqual(
      [keyed.status, keyed.json],
      [422, { message: ["Merge access levels access level can't be blank"] }],
    );
    const empty = await change(run(), 'plot', { allow_force_push: null });
    assert.deepEqual([empty.status, empty.json], [400, { error: 'allow_force_push is empty' }]);
    assert.deepEqual((await run().get(rule('plot'))).json, before);
  });

  it('does not find rules by a branch they apply to, nor those of a group', async () => {
    assert.equal((await change(run(), 'release/1.0', { allow_force_push: true })).status, 404);
    const inherited = await send(run(), 'PATCH', '/projects/acme%2Ftools%2Fseedling/protected_branches/main', {
      body: { allow_force_push: true },
    });
    assert.deepEqual([inherited.status, inherited.json], [404, { message: '404 Not found' }]);
  });
});

describe('P5 unprotecting a branch', () => {
  const run = withSandbox();

  it('answers nothing and frees the branch', async () => {
    assert.equal(await pick(run(), 'release/1.0', 'developer'), 403);
    const { status, text } = await send(run(), 'DELETE', rule('release/*'));
    assert.deepEqual([status, text], [204, '']);
    assert.equal(await pick(run(), 'release/1.0', 'developer'), 200);
    const again = await send(run(), 'DELETE', rule('release/*'));
    assert.deepEqual([again.status, again.json], [404, { message: '404 Not found' }]);
  });

  it('keeps a rule that changed meanwhile', async () => {
    await protect(run(), { name: 'kept' });
    const old = { 'if-unmodified-since': 'Mon, 05 Jan 2026 10:00:00 GMT' };
    const refused = await send(run(), 'DELETE', rule('kept'), { headers: old });
    assert.deepEqual([refused.status, refused.json], [412, { message: '412 Precondition Failed' }]);
    const later = { 'if-unmodified-since': new Date(Date.now() + 60_000).toUTCString() };
    assert.equal((await send(run(), 'DELETE', rule('kept'), { headers: later })).status, 204);
  });

  it('leaves it to those who may', async () => {
    await send(run(), 'POST', rules, { as: 'owner', body: { name: 'owned', allowed_to_unprotect: [{ user_id: 2 }] } });
    assert.equal((await send(run(), 'DELETE', rule('owned'))).status, 403);
    assert.equal((await change(run(), 'owned', { allow_force_push: true })).status, 403);
    assert.equal((await protect(run(), { name: 'others', allowed_to_unprotect: [{ user_id: 2 }] })).status, 403);
    assert.equal((await send(run(), 'DELETE', rule('owned'), { as: 'owner' })).status, 204);
  });
});

describe('protection rules without a licence', () => {
  const run = withSandbox({ edition: { version: '17.2.1-ee', tier: 'free' } });

  it('take roles, and ignore code owners', async () => {
    const { status, json } = await protect(run(), {
      name: 'plain',
      allowed_to_push: [{ access_level: 30 }],
      code_owner_approval_required: true,
    });
    assert.equal(status, 201);
    assert.deepEqual(levelsOf(json.push_access_levels), [{ role: 30 }]);
    assert.equal(json.code_owner_approval_required, false);
    const changed = await change(run(), 'plain', { allow_force_push: true, allowed_to_merge: [{ access_level: 30 }] });
    assert.deepEqual(
      [changed.json.allow_force_push, levelsOf(changed.json.merge_access_levels)],
      [true, [{ role: 40 }, { role: 30 }]],
    );
  });

  it('refuse users and groups', async () => {
    const lists = { allowed_to_push: [{ user_id: 4 }], allowed_to_merge: [{ group_id: 11 }] };
    const message = ['Push access levels user must be blank', 'Merge access levels group must be blank'];
    const made = await protect(run(), { name: 'finer', ...lists });
    assert.deepEqual([made.status, made.json], [422, { message }]);
    await protect(run(), { name: 'coarse' });
    const changed = await change(run(), 'coarse', lists);
    assert.deepEqual([changed.status, changed.json], [422, { message }]);
  });
});

describe('protection rules of other editions', () => {
  const community = withSandbox({ edition: { version: '15.8.0' } });
  const gitlabCom = withSandbox({ edition: { gitlabCom: true } });

  it('leave out who may remove them on a Community server, which does not know the parameter', async () => {
    const { status } = await protect(community(), { name: 'unread/*', unprotect_access_level: 0 });
    assert.equal(status, 201);
  });

  it('have fewer members on a Community server', async () => {
    const { status, json } = await protect(community(), {
      name: 'plain',
      unprotect_access_level: 30,
      allowed_to_push: 'x',
    });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(json), [
      'id',
      'name',
      'push_access_levels',
      'merge_access_levels',
      'allow_force_push',
    ]);
    assert.deepEqual(Object.keys(json.push_access_levels[0] ?? {}), ['id', 'access_level', 'access_level_description']);
  });

  it('have no role for administrators on GitLab.com', async () => {
    const body = { name: 'x', push_access_level: 60, allowed_to_merge: [{ access_level: 60 }] };
    const { status, json } = await protect(gitlabCom(), body, root);
    assert.deepEqual(
      [status, json],
      [
        400,
        {
          error:
            'push_access_level does not have a valid value, allowed_to_merge[0][access_level] does not have a valid value',
        },
      ],
    );
  });
});
