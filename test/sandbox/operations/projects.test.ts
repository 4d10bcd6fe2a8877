import assert from 'node:assert/strict';
import type { Project } from '../../../src/wire/projects.ts';
import { orchard, withSandbox, type As } from '../driving.ts';

describe('R1 listing projects', () => {
  const run = withSandbox();
  const paths = async (query: string, as?: As): Promise<string[]> =>
    (await run().get<Project[]>(`/projects?${query}`, as)).json.map(({ path_with_namespace: path }) =>
      path.replace('acme/', ''),
    );

  it('shows what the caller may see, newest first', async () => {
    assert.deepEqual(await paths('', 'guest'), ['neighbour/orchard', 'empty', 'tools/seedling', 'orchard', 'archive']);
    assert.deepEqual(await paths('', 'nobody'), ['neighbour/orchard', 'empty', 'orchard', 'archive']);
  });

  it('keeps those the caller belongs to', async () => {
    assert.equal((await paths('membership=true')).length, 4);
    assert.deepEqual(await paths('membership=true', 'nobody'), []);
  });

  it('searches names, and namespaces only when asked to', async () => {
    assert.deepEqual(await paths('search=SEED'), ['tools/seedling']);
    assert.deepEqual(await paths('search=tools'), []);
    assert.deepEqual(await paths('search=tools&search_namespaces=true'), ['tools/seedling']);
  });

  it('orders as asked', async () => {
    assert.deepEqual(await paths('order_by=id'), [
      'neighbour/orchard',
      'archive',
      'empty',
      'tools/seedling',
      'orchard',
    ]);
  });
});

describe('R2 one project', () => {
  const run = withSandbox();

  it('is found by number and by path', async () => {
    const byPath = await run().get<Project>(orchard);
    assert.deepEqual((await run().get<Project>('/projects/101')).json, byPath.json);
    assert.equal(byPath.json.default_branch, 'main');
    assert.equal(byPath.json.name_with_namespace, 'Acme / Orchard');
    assert.equal(byPath.json.http_url_to_repo, `${run().sandbox.url}/acme/orchard.git`);
  });

  it('has the name of a default branch while it is empty', async () => {
    const { json } = await run().get<Project>('/projects/acme%2Fempty');
    assert.deepEqual([json.default_branch, json.empty_repo], ['main', true]);
  });

  it('tells the role of a signed-in caller', async () => {
    const { json } = await run().get<Project>(orchard, 'developer');
    assert.equal(json.permissions?.group_access?.access_level, 30);
    assert.equal((await run().get<Project>(orchard, 'nobody')).json.permissions, undefined);
  });

  it('is not found by its bare name, nor by strangers when it is private', async () => {
    for (const [path, as] of [
      ['/projects/orchard', 'owner'],
      ['/projects/999', 'owner'],
      ['/projects/acme%2Ftools%2Fseedling', 'nobody'],
    ] as const) {
      const { status, json } = await run().get(path, as);
      assert.deepEqual([status, json], [404, { message: '404 Project Not Found' }]);
    }
  });

  it('shows a private project to a guest, but not its code', async () => {
    const path = '/projects/acme%2Ftools%2Fseedling';
    assert.equal((await run().get(path, 'guest')).status, 200);
    for (const below of ['/repository/commits', '/repository/branches', '/repository/files/README.md/raw?ref=main']) {
      const { status, json } = await run().get(path + below, 'guest');
      assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
      assert.equal((await run().get(path + below, 'reporter')).status, 200);
    }
  });
});

describe('a project that has moved', () => {
  const run = withSandbox();

  it('sends readers on, in plain text, with path and query', async () => {
    const { status, headers, text } = await run().get('/projects/acme%2Fold-orchard/repository/commits?per_page=1');
    const location = `${run().sandbox.url}/api/v4/projects/104/repository/commits?per_page=1`;
    assert.equal(status, 301);
    assert.equal(headers.get('location'), location);
    assert.match(headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(text, `This resource has been moved permanently to ${location}`);
  });

  it('refuses anything but reading', async () => {
    const path = '/projects/acme%2Fold-orchard/repository/commits/main/cherry_pick';
    const { status, json } = await run().post(path, { branch: 'main' });
    assert.deepEqual([status, json], [405, { message: 'Non GET methods are not allowed for moved projects' }]);
  });
});

describe('R5 a raw file', () => {
  const run = withSandbox();
  const raw = (path: string, ref: string) =>
    run().get(`${orchard}/repository/files/${encodeURIComponent(path)}/raw?ref=${encodeURIComponent(ref)}`);

  it('comes as it is in git', async () => {
    const { text, headers } = await raw('data/price list 2026.csv', 'main');
    assert.equal(text, await run().git('show', 'main:data/price list 2026.csv'));
    assert.ok(text.includes('\r\n'));
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('x-gitlab-blob-id'), await run().git('rev-parse', 'main:data/price list 2026.csv'));
  });

  it('comes byte by byte when it is binary', async () => {
    const { sandbox } = run();
    const response = await fetch(`${sandbox.url}/api/v4${orchard}/repository/files/assets%2Flogo.png/raw?ref=v1.0.0`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.equal(bytes.length, Number(await run().git('cat-file', '-s', 'v1.0.0:assets/logo.png')));
    assert.equal(response.headers.get('content-type'), 'application/octet-stream');
  });

  it('is that of the default branch without a ref', async () => {
    const { text, headers } = await run().get(`${orchard}/repository/files/README.md/raw`);
    assert.equal(text.trimEnd(), await run().git('show', 'main:README.md'));
    assert.deepEqual([headers.get('x-gitlab-ref'), headers.get('x-gitlab-file-name')], ['', 'README.md']);
  });

  it('tells a missing file from a missing ref', async () => {
    assert.deepEqual((await raw('no/such/file', 'main')).json, { message: '404 File Not Found' });
    assert.deepEqual((await raw('src', 'main')).json, { message: '404 File Not Found' });
    assert.deepEqual((await raw('README.md', 'no-such-ref')).json, { message: '404 Commit Not Found' });
  });
});
