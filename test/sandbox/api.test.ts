import assert from 'node:assert/strict';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { orchard, withSandbox } from './driving.ts';

describe('the API', () => {
  const run = withSandbox();

  it('does not know a path outside the catalogue', async () => {
    const { status, json } = await run().get('/no/such/thing');
    assert.deepEqual([status, json], [404, { error: '404 Not Found' }]);
  });

  it('refuses another verb on a known path', async () => {
    const { status, json, headers } = await run().post('/version', {});
    assert.deepEqual([status, json], [405, { error: '405 Not Allowed' }]);
    assert.equal(headers.get('allow'), 'GET');
  });

  it('has left its third version behind', async () => {
    const response = await fetch(`${run().sandbox.url}/api/v3/projects`);
    assert.equal(response.status, 410);
    assert.deepEqual(await response.json(), { error: 'API V3 is no longer supported. Use API V4 instead.' });
  });

  it('caps per_page at 100 and refuses 0', async () => {
    const capped = await run().get<unknown[]>(`${orchard}/repository/commits?per_page=500`);
    assert.equal(capped.json.length, 100);
    assert.equal(capped.headers.get('x-per-page'), '100');
    const refused = await run().get(`${orchard}/repository/commits?per_page=0`);
    assert.deepEqual([refused.status, refused.json], [400, { error: 'per_page has a value not allowed' }]);
    assert.deepEqual((await run().get(`${orchard}/repository/commits?page=0`)).json, {
      error: 'page does not have a valid value',
    });
    assert.deepEqual((await run().get(`${orchard}/repository/commits?page=two&all=perhaps`)).json, {
      error: 'all is invalid, page is invalid',
    });
  });

  it('ignores what it does not know and what is blank', async () => {
    const { status } = await run().get(`${orchard}/repository/commits?colour=red&path=&ref_name=`);
    assert.equal(status, 200);
  });

  it('reads JSON and forms, and refuses broken JSON', async () => {
    const { sandbox, post } = run();
    const path = `${orchard}/repository/commits/main/revert`;
    const form = await fetch(`${sandbox.url}/api/v4${path}`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.maintainer },
      body: new URLSearchParams({ branch: 'main', dry_run: 'true' }),
    });
    assert.deepEqual(await form.json(), { dry_run: 'success' });
    const broken = await post(path, '{"branch":');
    assert.deepEqual([broken.status, broken.json], [400, { error: 'message body does not match declared format' }]);
  });

  it('answers 304 to a client that has the answer already', async () => {
    const first = await run().get(`${orchard}/repository/branches`);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[0-9a-f]+"$/);
    const again = await run().get(`${orchard}/repository/branches`, 'maintainer', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    const other = await run().get(`${orchard}/repository/branches`, 'developer', { 'if-none-match': etag });
    assert.equal(other.status, 200);
  });

  it('answers HEAD with the headers of GET', async () => {
    const response = await fetch(`${run().sandbox.url}/api/v4${orchard}/repository/branches`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-total'), '19');
    assert.equal(await response.text(), '');
  });
});

describe('a request in the name of another user', () => {
  const [token = assert.fail('no token')] = acmePlan.tokens;
  const secret = 'glpat-sandbox-sudo';
  const plan = {
    ...acmePlan,
    tokens: [...acmePlan.tokens, { ...token, id: 99, name: 'sudo', secret, scopes: ['api', 'sudo'] }],
  };
  const run = withSandbox({ plan });
  const userFor = async (as: string, sudo: string) => {
    const { status, json } = await run().get<Record<string, unknown>>('/user', as, { sudo });
    return [status, json['username'] ?? json];
  };

  it('is one of that person, by name or number', async () => {
    assert.deepEqual(await userFor(secret, 'developer'), [200, 'developer']);
    assert.deepEqual(await userFor(secret, '5'), [200, 'reporter']);
    const { json } = await run().get<{ username: string }>('/user?sudo=guest', secret);
    assert.equal(json.username, 'guest');
  });

  it('needs an administrator, the scope, and a user of that name', async () => {
    assert.deepEqual(await userFor('maintainer', 'developer'), [
      403,
      { message: '403 Forbidden - Must be admin to use sudo' },
    ]);
    const [, refusal] = await userFor('root', 'developer');
    assert.deepEqual((refusal as { scope: string }).scope, 'sudo');
    assert.deepEqual(await userFor(secret, 'nobody'), [
      404,
      { message: "404 User with ID or username 'nobody' Not Found" },
    ]);
  });
});

describe('below a relative path', () => {
  const run = withSandbox({ relativeUrl: '/gitlab/' });

  it('lives there and prints addresses there', async () => {
    const { sandbox, get } = run();
    assert.match(sandbox.url, /\/gitlab$/);
    const { json, headers } = await get<{ web_url: string }[]>(`${orchard}/repository/commits?per_page=1`);
    assert.ok(json[0]?.web_url.startsWith(`${sandbox.url}/acme/orchard/-/commit/`));
    assert.ok(headers.get('link')?.startsWith(`<${sandbox.url}/api/v4/`));
    const outside = await fetch(new URL('/api/v4/version', sandbox.url));
    assert.equal(outside.status, 404);
  });
});

describe('web pages', () => {
  const run = withSandbox();
  const page = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${run().sandbox.url}${path}`);
    return { status: response.status, text: await response.text() };
  };

  it('show a commit with its markup escaped', async () => {
    const { status, text } = await page(`/acme/orchard/-/commit/${run().sandbox.commits.markup}`);
    assert.equal(status, 200);
    assert.ok(text.includes('&lt;script&gt;alert(&#39;orchard&#39;)&lt;/script&gt;'));
    assert.doesNotMatch(text, /<script/);
  });

  it('show a project, a branch, a user and the GraphQL explorer, and nothing that is private', async () => {
    for (const path of [
      '/acme/orchard',
      '/acme/orchard/-/tree/release/1.0',
      '/acme/orchard/-/merge_requests/5',
      '/maintainer',
      '/-/graphql-explorer',
    ]) {
      assert.equal((await page(path)).status, 200, path);
    }
    for (const path of ['/acme/tools/seedling', '/acme/tools/seedling/-/commit/main', '/nobody/here', '/%E0%A4%A']) {
      assert.equal((await page(path)).status, 404, path);
    }
  });
});
