import assert from 'node:assert/strict';
import type { ProtectedBranch } from '../../../src/wire/protectedBranches.ts';
import { orchard, segment, withSandbox } from '../driving.ts';

describe('P1 listing protection rules', () => {
  const run = withSandbox();
  const rules = async (query = ''): Promise<ProtectedBranch[]> =>
    (await run().get<ProtectedBranch[]>(`${orchard}/protected_branches${query}`)).json;

  it('shows wildcards as wildcards', async () => {
    assert.deepEqual(
      (await rules()).map(({ name }) => name),
      ['main', 'release/*', 'hotfix', 'staging/*'],
    );
  });

  it('shows roles, users, groups and deploy keys side by side', async () => {
    const staging = (await rules()).find(({ name }) => name === 'staging/*');
    assert.deepEqual(
      staging?.push_access_levels.map(
        ({ access_level, user_id, group_id, deploy_key_id, access_level_description }) => [
          access_level_description,
          access_level,
          user_id,
          group_id,
          deploy_key_id,
        ],
      ),
      [
        ['Maintainers', 40, null, null, undefined],
        ['Deniz Aydın', 40, 4, null, undefined],
        ['Tools', 40, null, 11, undefined],
        ['Deploy key', 40, null, null, 1],
      ],
    );
    assert.equal(staging?.allow_force_push, true);
  });

  it('shows a branch nobody may push to', async () => {
    const hotfix = (await rules()).find(({ name }) => name === 'hotfix');
    assert.deepEqual(
      hotfix?.push_access_levels.map(({ access_level, access_level_description }) => [
        access_level,
        access_level_description,
      ]),
      [[0, 'No one']],
    );
  });

  it('searches by a part of the name', async () => {
    assert.deepEqual(
      (await rules('?search=LEASE')).map(({ name }) => name),
      ['release/*'],
    );
  });

  it('gives every entry a number of its own', async () => {
    const ids = (await rules()).flatMap((rule) =>
      [...rule.push_access_levels, ...rule.merge_access_levels, ...(rule.unprotect_access_levels ?? [])].map(
        ({ id }) => id,
      ),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('counts its pages', async () => {
    const { headers } = await run().get(`${orchard}/protected_branches?per_page=3`);
    assert.deepEqual([headers.get('x-total'), headers.get('x-total-pages')], ['4', '2']);
  });

  it('hides the rules of a private project from its guests', async () => {
    const { status, json } = await run().get('/projects/acme%2Ftools%2Fseedling/protected_branches', 'guest');
    assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
  });
});

describe('P2 one protection rule', () => {
  const run = withSandbox();

  it('is found by its name as written', async () => {
    const { status, json } = await run().get<ProtectedBranch>(`${orchard}/protected_branches/${segment('release/*')}`);
    assert.equal(status, 200);
    assert.equal(json.name, 'release/*');
  });

  it('is not found by a branch it applies to', async () => {
    const { status, json } = await run().get(`${orchard}/protected_branches/${segment('release/1.0')}`);
    assert.deepEqual([status, json], [404, { message: '404 Not found' }]);
  });
});
