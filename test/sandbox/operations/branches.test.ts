import assert from 'node:assert/strict';
import type { Branch } from '../../../src/wire/projects.ts';
import { orchard, segment, withSandbox, type As } from '../driving.ts';

describe('R3 listing branches', () => {
  const run = withSandbox();
  const branches = async (query = '', as?: As): Promise<Branch[]> =>
    (await run().get<Branch[]>(`${orchard}/repository/branches?per_page=100&${query}`, as)).json;
  const names = async (query = ''): Promise<string[]> => (await branches(query)).map(({ name }) => name);

  it('lists them by name with their tips, as git does', async () => {
    const expected = await run().git('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads');
    assert.equal((await branches()).map(({ name, commit }) => `${name} ${commit.id}`).join('\n'), expected);
  });

  it('searches for a part, a start and an end of the name, in any case', async () => {
    assert.deepEqual(await names('search=WEIGH'), ['feature/#42-bulk-weighing', 'feature/weighing']);
    assert.deepEqual(await names(`search=${segment('^release/')}`), ['release/1.0', 'release/1.1', 'release/2.0']);
    assert.deepEqual(await names(`search=${segment('.0$')}`), ['release/1.0', 'release/2.0']);
    assert.deepEqual(await names(`search=${segment('^MAIN$')}`), ['main']);
    assert.deepEqual(await names(`search=${segment('^r*1.*1$')}`), ['release/1.1']);
    assert.deepEqual(await names(`search=${segment('^release/1.0.0$')}`), []);
    assert.deepEqual(await names(`search=${segment('🍐')}`), ['feature/🍐-pear-season']);
    assert.deepEqual(await names('search=nothing'), []);
  });

  it('says which are protected, default and merged', async () => {
    const all = await branches();
    const having = (flag: 'protected' | 'default' | 'merged'): string[] =>
      all.filter((branch) => branch[flag] === true).map(({ name }) => name);
    assert.deepEqual(having('protected'), [
      'hotfix',
      'main',
      'release/1.0',
      'release/1.1',
      'release/2.0',
      'staging/eu',
    ]);
    assert.deepEqual(having('default'), ['main']);
    assert.deepEqual(having('merged'), ['feature/ripening', 'feature/season-filter', 'feature/weighing']);
  });

  it('says where the caller may push', async () => {
    const pushable = async (as: As): Promise<string[]> =>
      (await branches('', as)).filter(({ can_push }) => can_push === true).map(({ name }) => name);
    const everything = (await names()).filter((name) => name !== 'hotfix');
    assert.deepEqual(await pushable('maintainer'), everything);
    assert.deepEqual(
      await pushable('developer'),
      everything.filter((name) => name !== 'main' && !name.startsWith('release/')),
    );
    for (const as of ['reporter', 'guest', 'nobody'] as const) assert.deepEqual(await pushable(as), [], as);
  });

  it('says what developers may do by role', async () => {
    const main = (await branches()).find(({ name }) => name === 'main');
    assert.deepEqual([main?.developers_can_push, main?.developers_can_merge], [false, true]);
  });

  it('is empty for an empty repository', async () => {
    const { status, json } = await run().get('/projects/acme%2Fempty/repository/branches');
    assert.deepEqual([status, json], [200, []]);
  });

  it('counts its pages', async () => {
    const { headers, json } = await run().get<Branch[]>(`${orchard}/repository/branches?per_page=5&page=4`);
    assert.equal(json.length, 4);
    assert.deepEqual([headers.get('x-total'), headers.get('x-next-page'), headers.get('x-prev-page')], ['19', '', '3']);
  });
});

describe('R4 one branch', () => {
  const run = withSandbox();
  const branch = (name: string) => run().get<Branch>(`${orchard}/repository/branches/${segment(name)}`);

  it('is found by a name with any character', async () => {
    for (const name of [
      'feature/#42-bulk-weighing',
      'fix/100%-full-crates',
      'feature/🍐-pear-season',
      'traduction/été',
    ]) {
      const { json } = await branch(name);
      assert.equal(json.name, name);
      assert.equal(json.commit.id, await run().git('rev-parse', `refs/heads/${name}`));
    }
  });

  it('is not found when there is none, even when a tag has the name', async () => {
    for (const name of ['nowhere', 'v1.0.0', 'HEAD~1'].slice(0, 2)) {
      const { status, json } = await branch(name);
      assert.deepEqual([status, json], [404, { message: '404 Branch Not Found' }]);
    }
  });

  it('is refused when git would not accept its name', async () => {
    for (const name of ['main~1', 'a..b', 'with space', 'end.lock', '-dash']) {
      const { status, json } = await branch(name);
      assert.deepEqual([status, json], [400, { message: 'The branch refname is invalid' }], name);
    }
  });

  it('needs the slash of its name encoded', async () => {
    const { status, json } = await run().get(`${orchard}/repository/branches/release/1.0`);
    assert.deepEqual([status, json], [404, { error: '404 Not Found' }]);
  });
});
