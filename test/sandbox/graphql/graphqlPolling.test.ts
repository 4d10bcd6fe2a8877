import assert from 'node:assert/strict';
import { withSandbox } from '../driving.ts';
import { get, post } from './graphqlDriving.ts';

describe('GraphQL of the sandbox: polling', () => {
  const driven = withSandbox();

  it('answers 304 by the resource alone, before it looks at token or query', async () => {
    const first = await get(
      driven(),
      { query: '{ project(fullPath: "acme/orchard") { pipeline(id: "gid://gitlab/Ci::Pipeline/1") { id } } }' },
      'maintainer',
      { 'x-gitlab-graphql-resource-etag': 'pipelines/id/1' },
    );
    const etag = first.headers.get('etag') ?? '';
    assert.equal(first.status, 200);
    assert.match(etag, /^W\/"[0-9a-f]+"$/);
    for (const header of ['x-gitlab-graphql-resource-etag', 'x-service-graphql-resource-etag']) {
      const again = await post(driven(), { query: '{ nope }' }, 'glpat-unknown', {
        [header]: 'pipelines/id/1',
        'if-none-match': etag,
      });
      assert.deepEqual(
        [again.status, again.text, again.headers.get('etag'), again.headers.get('x-gitlab-from-cache')],
        [304, '', etag, 'true'],
      );
    }
  });

  it('has no ETag for other resources', async () => {
    for (const resource of ['/api/graphql:pipelines/id/1', 'merge_requests/1', 'pipelines/sha/xyz']) {
      const { status, headers } = await get(driven(), { query: '{ echo(text: "") }' }, 'nobody', {
        'x-gitlab-graphql-resource-etag': resource,
      });
      assert.deepEqual([status, headers.get('etag')], [200, null], resource);
    }
  });
});
