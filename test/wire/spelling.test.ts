import assert from 'node:assert/strict';
import { catalogue } from '../../src/wire/catalogue.ts';
import { documentPath, documentSpelling, realSpelling } from '../../src/wire/spelling.ts';

describe('the two spellings of names', () => {
  for (const [real, document] of [
    ['github', 'hostone'],
    ['github_hostname', 'hostone_hostname'],
    ['bitbucket_server', 'hosttwo_server'],
    ['bitbucket_server_url', 'hosttwo_server_url'],
    ['remote-import-s3', 'remote-import-bucket'],
    ['X-GITLAB-GRAPHQL-FEATURE-CORRELATION', 'X-SERVICE-GRAPHQL-FEATURE-CORRELATION'],
  ] as const) {
    it(`turn ${real} and ${document} into each other`, () => {
      assert.equal(documentSpelling(real), document);
      assert.equal(realSpelling(document), real);
    });
  }

  for (const name of ['bucket_name', 'personal_access_token', 'projects', 'remote-import', 'gists', 'PRIVATE-TOKEN']) {
    it(`leave ${name} alone`, () => {
      assert.equal(documentSpelling(name), name);
      assert.equal(realSpelling(name), name);
    });
  }

  it('are the same again after there and back, for every path and parameter of the catalogue', () => {
    for (const { path, parameters } of Object.values(catalogue)) {
      for (const name of [...path.split('/'), ...Object.keys(parameters)]) {
        assert.equal(realSpelling(documentSpelling(name)), name);
      }
    }
  });

  it('differ in the paths of these operations only', () => {
    const paths = Object.values(catalogue).map(({ path }) => path);
    assert.deepEqual(
      paths
        .filter((path) => documentPath(path) !== path)
        .map(documentPath)
        .toSorted(),
      [
        '/import/hostone',
        '/import/hostone/cancel',
        '/import/hostone/gists',
        '/import/hosttwo',
        '/import/hosttwo_server',
        '/projects/remote-import-bucket',
      ],
    );
  });
});
