import assert from 'node:assert/strict';
import * as v from 'valibot';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { orchard, segment, withSandbox } from './driving.ts';

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

  it('serves many requests at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => run().get(`${orchard}/repository/commits?page=${(index % 6) + 1}`)),
    );
    assert.ok(answers.every(({ status }) => status === 200));
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

describe('the answers', () => {
  const run = withSandbox();
  const sha = 'main';
  const places: Readonly<Record<string, string>> = {
    listCommits: `${orchard}/repository/commits?with_stats=true&trailers=true&all=true&per_page=100`,
    getCommit: `${orchard}/repository/commits/${sha}`,
    listCommitRefs: `${orchard}/repository/commits/${sha}/refs`,
    listCommitDiff: `${orchard}/repository/commits/${sha}/diff`,
    listCommitStatuses: `${orchard}/repository/commits/${sha}/statuses`,
    listCommitMergeRequests: `${orchard}/repository/commits/${segment('feature/ripeness-forecast')}/merge_requests`,
    listProtectedBranches: `${orchard}/protected_branches`,
    getProtectedBranch: `${orchard}/protected_branches/main`,
    getUser: '/user',
    getVersion: '/version',
    getMetadata: '/metadata',
    getOwnToken: '/personal_access_tokens/self',
    listProjects: '/projects',
    getProject: orchard,
    listBranches: `${orchard}/repository/branches`,
    getBranch: `${orchard}/repository/branches/main`,
    listMergeRequests: `${orchard}/merge_requests`,
    getCommitSequence: `${orchard}/repository/commits/${sha}/sequence`,
    getCommitSignature: `${orchard}/repository/commits/${segment('signatures/x509')}/signature`,
    listCommitComments: `${orchard}/repository/commits/${segment('feature/ripeness-forecast~1')}/comments`,
    listCommitDiscussions: `${orchard}/repository/commits/${segment('feature/ripeness-forecast~1')}/discussions`,
    getFile: `${orchard}/repository/files/README.md?ref=main`,
    compareRefs: `${orchard}/repository/compare?from=v1.0.0&to=v2.0.0`,
    searchCommits: `${orchard}/search?scope=commits&search=ripeness`,
    listTags: `${orchard}/repository/tags`,
    getChangelog: `${orchard}/repository/changelog?version=2.0.1&to=main`,
    getMergeBase: `${orchard}/repository/merge_base?refs[]=main&refs[]=${segment('release/1.0')}`,
    getMergeRequest: `${orchard}/merge_requests/5`,
    listMergeRequestVersions: `${orchard}/merge_requests/5/versions`,
    getMergeRequestVersion: `${orchard}/merge_requests/5/versions/900501`,
    listMergeRequestDiffs: `${orchard}/merge_requests/5/diffs`,
    listMergeRequestDiscussions: `${orchard}/merge_requests/5/discussions`,
    listMergeRequestNotes: `${orchard}/merge_requests/5/notes`,
    listMergeRequestCommits: `${orchard}/merge_requests/5/commits`,
    listDraftNotes: `${orchard}/merge_requests/5/draft_notes`,
    getDraftNote: `${orchard}/merge_requests/5/draft_notes/401`,
  };

  for (const [name, path] of Object.entries(places)) {
    const operation = Object.entries(catalogue).find(([candidate]) => candidate === name)?.[1];

    it(`${operation?.reference ?? name} are records of the wire`, async () => {
      const { status, json } = await run().get(path);
      assert.equal(status, 200);
      const answer = operation?.answer;
      assert.ok(answer?.kind === 'page' || answer?.kind === 'json');
      const records = answer.kind === 'page' ? (json as unknown[]) : [json];
      assert.ok(records.length > 0);
      for (const record of records) v.parse<v.GenericSchema>(answer.schema, record);
    });
  }
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
