import assert from 'node:assert/strict';
import {
  definitionOf,
  differenceOf,
  hasNames,
  isSameRole,
  offeredLevels,
  offeredPermissions,
  permissionsOf,
  permissionMessage,
} from '../../../src/model/administration/memberRole.ts';
import type { Release } from '../../../src/model/release.ts';
import type { MemberRole } from '../../../src/wire/memberRoles.ts';

const role = (more: Record<string, unknown> = {}): MemberRole => ({
  id: 1,
  group_id: 10,
  name: 'Watcher',
  description: null,
  base_access_level: 10,
  read_code: true,
  admin_web_hook: false,
  ...more,
});

describe('custom roles', () => {
  it('have the permissions whose flags are set, also those nobody knew', () => {
    assert.deepEqual(permissionsOf(role({ fly_to_the_moon: true, occupies_seat: 3 })), [
      'read_code',
      'fly_to_the_moon',
    ]);
  });

  it('name permissions as people read them', () => {
    for (const [permission, words] of [
      ['read_code', 'Read code'],
      ['admin_cicd_variables', 'Admin CI/CD variables'],
      ['fly_to_the_moon', 'Fly to the moon'],
      ['__odd', 'Odd'],
      ['', ''],
    ] as const) {
      assert.equal(permissionMessage(permission), words);
    }
  });

  it('offer what the server’s own roles name, and say what cannot be written', () => {
    const { writable, unwritable } = offeredPermissions([18, 7, 0], [role({ fly_to_the_moon: false })]);
    assert.deepEqual(writable, ['read_code', 'admin_web_hook']);
    assert.deepEqual(unwritable, ['fly_to_the_moon']);
  });

  it('offer what the release has where there is no role yet', () => {
    const { writable } = offeredPermissions([16, 0, 0], []);
    assert.deepEqual(writable, ['read_code', 'read_vulnerability']);
    assert.ok(offeredPermissions(undefined, []).writable.includes('read_runners'));
  });

  it('build on the levels their release has', () => {
    const offered = (release: Release | undefined) =>
      offeredLevels(release).filter((level) => [15, 25].includes(level));
    assert.deepEqual(offered([17, 6, 0]), []);
    assert.deepEqual(offered([18, 10, 0]), [15]);
    assert.deepEqual(
      [offered([18, 11, 0]), offered(undefined)],
      [
        [15, 25],
        [15, 25],
      ],
    );
  });

  it('have names from 16.3 on', () => {
    assert.deepEqual([hasNames([16, 2, 0]), hasNames([16, 3, 0]), hasNames(undefined)], [false, true, true]);
  });

  it('are the same with the same permissions in any order', () => {
    const other = { ...role(), read_code: undefined, admin_web_hook: true, id: 4 };
    assert.ok(!isSameRole(role(), other));
    assert.ok(isSameRole(role({ description: '' }), role({ id: 5 })));
    assert.ok(!isSameRole(role(), role({ base_access_level: 20 })));
  });

  it('tell what the server has made otherwise', () => {
    const wanted = definitionOf(role());
    assert.ok(wanted);
    assert.equal(differenceOf(wanted, role({ id: 7 })), undefined);
    const made = differenceOf({ ...wanted, description: 'Looks' }, role({ name: 'X', read_code: false, fly: true }));
    assert.deepEqual(made, { name: true, description: true, level: false, missing: ['read_code'], added: ['fly'] });
  });

  it('cannot be defined again on a level that cannot be written', () => {
    assert.equal(definitionOf(role({ base_access_level: 7 })), undefined);
  });
});
