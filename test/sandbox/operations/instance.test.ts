import assert from 'node:assert/strict';
import type { ApplicationSettings, PersonalAccessToken, User } from '../../../src/wire/instance.ts';
import { orchard, withSandbox } from '../driving.ts';

describe('signing in', () => {
  const run = withSandbox();

  it('takes a token in either header or as a parameter', async () => {
    const { sandbox, get } = run();
    const token = sandbox.tokens.developer;
    const ways = [
      get<User>('/user', 'developer'),
      get<User>('/user', 'nobody', { authorization: `Bearer ${token}` }),
      get<User>(`/user?private_token=${token}`, 'nobody'),
      get<User>(`/user?access_token=${token}`, 'nobody'),
    ];
    for (const { json } of await Promise.all(ways)) assert.equal(json.username, 'developer');
  });

  it('refuses an unknown token even where none is needed', async () => {
    const { status, json } = await run().get(orchard, 'glpat-nobodys');
    assert.deepEqual([status, json], [401, { message: '401 Unauthorized' }]);
  });

  it('says when a token has expired or was revoked', async () => {
    for (const [as, description] of [
      ['expired', 'Token is expired. You can either do re-authorization or token refresh.'],
      ['revoked', 'Token was revoked. You have to re-authorize from the user.'],
    ] as const) {
      const { status, json, headers } = await run().get(orchard, as);
      assert.deepEqual([status, json], [401, { error: 'invalid_token', error_description: description }]);
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
    }
  });

  it('lets strangers read what is public and nothing about themselves', async () => {
    assert.equal((await run().get(orchard, 'nobody')).status, 200);
    for (const path of ['/user', '/version', '/metadata', '/personal_access_tokens/self']) {
      const { status, json } = await run().get(path, 'nobody');
      assert.deepEqual([status, json], [401, { message: '401 Unauthorized' }], path);
    }
  });

  it('refuses a token whose scope does not reach', async () => {
    const { status, json } = await run().get(orchard, 'repositoryOnly');
    assert.equal(status, 403);
    assert.deepEqual(json, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: 'api read_api',
    });
  });

  it('names the permission that a fine-grained token lacks', async () => {
    const { json: token } = await run().get<{ scopes: string[] }>('/personal_access_tokens/self', 'fineGrained');
    assert.deepEqual(token.scopes, ['granular']);
    assert.equal((await run().get(`${orchard}/repository/branches`, 'fineGrained')).status, 200);
    const { status, json } = await run().post(`${orchard}/repository/branches`, { branch: 'x' }, 'fineGrained');
    assert.equal(status, 403);
    assert.deepEqual(json, {
      error: 'insufficient_granular_scope',
      error_description:
        'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Repository Branch: Create].',
    });
    // permitted, then validated
    assert.equal((await run().post(`${orchard}/merge_requests`, {}, 'fineGrained')).status, 400);
  });
});

describe('U1 to U5 the instance', () => {
  const run = withSandbox();

  it('knows the user', async () => {
    const { json } = await run().get<User>('/user', 'maintainer');
    assert.deepEqual(
      [json.id, json.username, json.name, json.email, json.state, json.bot],
      [3, 'maintainer', 'Maya Lindqvist', 'maya@acme.example', 'active', false],
    );
    assert.equal(json.web_url, `${run().sandbox.url}/maintainer`);
  });

  it('knows its release', async () => {
    const { json: version } = await run().get<{ version: string }>('/version', 'readOnly');
    const { json: metadata } = await run().get<{ version: string; enterprise: boolean }>('/metadata', 'readOnly');
    assert.match(version.version, /^\d+\.\d+\.\d+-ee$/);
    assert.deepEqual([metadata.version, metadata.enterprise], [version.version, true]);
  });

  it('shows its settings to administrators only', async () => {
    const { json } = await run().get<ApplicationSettings>('/application/settings', 'root');
    assert.equal(json.max_import_size, 10 * 1024);
    assert.ok(json.import_sources?.includes('gitlab_project'));
    assert.equal((await run().get('/application/settings', 'owner')).status, 403);
    assert.equal((await run().get('/application/settings', 'nobody')).status, 401);
  });

  it('shows a token to its owner, whatever its scope', async () => {
    const { json } = await run().get<PersonalAccessToken>('/personal_access_tokens/self', 'readOnly');
    assert.deepEqual(
      [json.name, json.scopes, json.active, json.revoked, json.expires_at],
      ['readOnly', ['read_api'], true, false, null],
    );
    assert.equal((await run().get('/personal_access_tokens/self', 'repositoryOnly')).status, 200);
  });
});
