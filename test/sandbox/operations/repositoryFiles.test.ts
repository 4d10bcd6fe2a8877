import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Tag } from '../../../src/wire/projects.ts';
import type { Comparison, RepositoryFile } from '../../../src/wire/repositoryFiles.ts';
import { orchard, segment, withSandbox } from '../driving.ts';
import { send } from '../sending.ts';

describe('R6 a file', () => {
  const run = withSandbox();
  const read = (path: string, ref: string) =>
    run().get<RepositoryFile>(`${orchard}/repository/files/${segment(path)}?ref=${segment(ref)}`);

  it('has its content, its hash and the commit that changed it last', async () => {
    const { json } = await read('src/inventory/crate.ts', 'main');
    const content = await run().git('show', 'main:src/inventory/crate.ts');
    assert.equal(Buffer.from(json.content, 'base64').toString('utf8'), `${content}\n`);
    assert.equal(json.content_sha256, createHash('sha256').update(`${content}\n`).digest('hex'));
    assert.equal(json.blob_id, await run().git('rev-parse', 'main:src/inventory/crate.ts'));
    assert.equal(json.commit_id, await run().git('rev-parse', 'main'));
    assert.equal(
      json.last_commit_id,
      await run().git('log', '-1', '--format=%H', 'main', '--', 'src/inventory/crate.ts'),
    );
    assert.notEqual(json.last_commit_id, json.commit_id);
    assert.deepEqual([json.file_name, json.encoding, json.execute_filemode], ['crate.ts', 'base64', false]);
  });

  it('says in headers what it is, to HEAD as well, by its name and raw', async () => {
    const path = 'src/inventory/crate.ts';
    const { json } = await read(path, 'main');
    for (const end of ['', '/raw']) {
      const address = `${orchard}/repository/files/${segment(path)}${end}?ref=main`;
      const { status, headers, text } = await send(run(), 'HEAD', address);
      assert.deepEqual([status, text], [200, '']);
      const facts = Object.entries(json).filter(([name]) => name !== 'content');
      assert.deepEqual(
        facts.map(([name]) => headers.get(`x-gitlab-${name.replaceAll('_', '-')}`)),
        facts.map(([, value]) => String(value)),
      );
    }
  });

  it('is read with `read_repository` alone, which opens nothing else', async () => {
    const file = `${orchard}/repository/files/README.md`;
    const statuses = [`${file}?ref=main`, `${file}/raw`, `${orchard}/repository/commits`].map(async (address) => {
      const { status } = await run().get(address, 'repositoryOnly');
      return status;
    });
    assert.deepEqual(await Promise.all(statuses), [200, 200, 403]);
  });

  it('says whether it is executable', async () => {
    const rows = (await run().git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'main')).split('\n');
    const executable = rows.find((row) => row.startsWith('100755'))?.slice(7) ?? '';
    assert.equal((await read(executable, 'main')).json.execute_filemode, true);
  });

  it('is not found under another path, as a folder, or at an unknown ref', async () => {
    assert.equal((await read('nothing', 'main')).text, '{"message":"404 File Not Found"}');
    assert.equal((await read('src', 'main')).text, '{"message":"404 File Not Found"}');
    assert.equal((await read('README.md', 'nowhere')).text, '{"message":"404 Commit Not Found"}');
    const { status, json } = await run().get(`${orchard}/repository/files/README.md`);
    assert.deepEqual([status, json], [400, { error: 'ref is missing' }]);
  });
});

describe('R8 comparing two refs', () => {
  const run = withSandbox();
  const compare = (from: string, to: string, more = '') =>
    run().get<Comparison>(`${orchard}/repository/compare?from=${segment(from)}&to=${segment(to)}${more}`);
  const names = async (...range: string[]): Promise<string[]> =>
    (await run().git('diff', '--name-only', '--find-renames=30%', ...range)).split('\n');

  it('has the commits oldest first and the files since the refs parted', async () => {
    const { json } = await compare('main', 'feature/ripeness-forecast');
    const hashes = (await run().git('rev-list', '--reverse', 'main..feature/ripeness-forecast')).split('\n');
    assert.deepEqual(
      json.commits.map(({ id }) => id),
      hashes,
    );
    assert.equal(json.commit?.id, hashes.at(-1));
    assert.deepEqual(
      json.diffs.map(({ new_path: path }) => path),
      await names('main...feature/ripeness-forecast'),
    );
  });

  it('compares the refs themselves with straight', async () => {
    const { json } = await compare('release/1.1', 'v2.0.0', '&straight=true');
    const straight = await names('release/1.1', 'v2.0.0');
    assert.deepEqual(
      json.diffs.map(({ new_path: path }) => path),
      straight,
    );
    assert.notDeepEqual(straight, await names('release/1.1...v2.0.0'));
  });

  it('knows a ref compared with itself, and no unknown ones', async () => {
    const { json } = await compare('main', 'main');
    assert.deepEqual([json.compare_same_ref, json.commit, json.commits, json.diffs], [true, null, [], []]);
    assert.equal((await compare('main', 'nowhere')).text, '{"message":"404 Ref Not Found"}');
  });
});

describe('C4b the sequence of a commit', () => {
  const run = withSandbox();
  const count = async (query = ''): Promise<number> =>
    (await run().get<{ count: number }>(`${orchard}/repository/commits/main/sequence${query}`)).json.count;

  it('counts what leads to it, or first parents alone', async () => {
    assert.equal(await count(), Number(await run().git('rev-list', '--count', 'main')));
    const first = await count('?first_parent=true');
    assert.equal(first, Number(await run().git('rev-list', '--count', '--first-parent', 'main')));
    assert.notEqual(first, await count());
  });
});

describe('R9 tags', () => {
  const run = withSandbox();

  it('are those of git, by name or latest first, and found by a part of their name', async () => {
    const names = async (query: string): Promise<string[]> =>
      (await run().get<Tag[]>(`${orchard}/repository/tags?per_page=100${query}`)).json.map(({ name }) => name);
    const tags = (await run().git('tag', '--list')).split('\n');
    assert.deepEqual(await names('&order_by=name&sort=asc'), tags);
    assert.deepEqual(await names('&search=V2'), tags.filter((name) => name.includes('v2')).reverse());
    const dates = new Map(
      (await run().git('for-each-ref', '--format=%(refname:short) %(creatordate:unix)', 'refs/tags'))
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    );
    const latestFirst = (await names('')).map((name) => Number(dates.get(name)));
    assert.deepEqual(
      latestFirst,
      [...latestFirst].sort((one, other) => other - one),
    );
  });

  it('lead to the commit they stand for', async () => {
    const { json } = await run().get<Tag[]>(`${orchard}/repository/tags`);
    assert.ok(json.length > 0);
    for (const { name, commit } of json) assert.equal(commit?.id, await run().git('rev-parse', `${name}^{commit}`));
  });
});

describe('R10 the best common ancestor', () => {
  const run = withSandbox();
  it('is refused for an unknown ref', async () => {
    const { status, json } = await run().get(`${orchard}/repository/merge_base?refs[]=main&refs[]=nowhere`);
    assert.deepEqual([status, json], [400, { message: 'Could not find ref: nowhere' }]);
  });
});
