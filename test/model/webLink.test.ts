import assert from 'node:assert/strict';
import { projectOn, readWebLink, refsAndPaths } from '../../src/model/webLink.ts';

const sha = '8b090c1b79a14f2bd9e8a738f717824ff53aebad';
const project = 'https://host/group/project';
const path = 'group/project';
const hash = 'a'.repeat(40);

describe('web addresses of a server', () => {
  const commit = { kind: 'commit', sha };
  const file = { kind: 'file', at: `${sha}/src/a b.ts` };
  for (const [address, page, at = path] of [
    [`${project}/-/commit/${sha}`, commit],
    [`${project}/commit/${sha}`, commit],
    [`${project}/-/commit/${sha}?view=parallel`, commit],
    [`${project}/-/commit/${sha}/pipelines`, commit],
    [`${project}/-/commit/${sha}.patch`, commit],
    [`  ${project}/-/commit/8b090c1b  `, { kind: 'commit', sha: '8b090c1b' }],
    [`https://host:8443/git/lab/group/sub/project/-/commit/${sha}`, commit, 'git/lab/group/sub/project'],
    [`${project}/-/commits/feature%2Fx`, { kind: 'commit', sha: 'feature/x' }],
    [`${project}/-/commits/feature/x`, { kind: 'commit', sha: 'feature/x' }],
    [`${project}/-/commits/v1?ref_type=heads`, { kind: 'commit', sha: 'refs/heads/v1' }],
    [`${project}/-/commits/v1?ref_type=tags`, { kind: 'commit', sha: 'refs/tags/v1' }],
    [`${project}/-/merge_requests/5/diffs?commit_id=${sha}`, commit],
    [`${project}/-/commit/${sha}#${hash}_10_12`, { ...commit, anchor: { pathHash: hash, oldLine: 10, newLine: 12 } }],
    [`${project}/-/blob/${sha}/src/a%20b.ts`, file],
    [`${project}/-/blame/${sha}/src/a%20b.ts#L3`, { ...file, lines: { first: 3, last: 3 } }],
    [`${project}/-/blob/${sha}/src/a%20b.ts#L3-9`, { ...file, lines: { first: 3, last: 9 } }],
    [`${project}/-/blob/v1/a.ts?ref_type=tags`, { kind: 'file', at: 'refs/tags/v1/a.ts' }],
    [`${project}/-/merge_requests/5`, { kind: 'mergeRequest', iid: 5 }],
    [`${project}/merge_requests/5/diffs#note_77`, { kind: 'mergeRequest', iid: 5, note: 77 }],
    [`${project}/-/pipelines/12/failures`, { kind: 'pipeline', id: 12 }],
    [`${project}/-/jobs/34#L9`, { kind: 'job', id: 34 }],
  ] as const) {
    it(`are read: ${address}`, () => {
      const found = readWebLink(address) ?? assert.fail('not read');
      assert.deepEqual([found.path, found.page], [at, page]);
    });
  }

  for (const text of [
    '',
    sha,
    'main',
    'https://host',
    project,
    `${project}/-/issues/1`,
    `${project}/-/merge_requests/new`,
    `${project}/-/jobs`,
    `${project}/-/tree/main/merge_requests/5`,
    `${project}/-/blob/main`,
    'https://host/project/-/commit/main',
    `${project}/-/commit/%E0%A4%A`,
    `ftp://host/group/project/-/commit/${sha}`,
  ]) {
    it(`are not ${JSON.stringify(text)}`, () => assert.equal(readWebLink(text), undefined));
  }

  it('belong to the instance whose address they begin with', () => {
    const link = readWebLink(`https://host/git/group/project/-/commit/${sha}`) ?? assert.fail('not read');
    const found = (baseUrl: string) => projectOn(link, baseUrl);
    assert.deepEqual(['https://host/git', 'https://host'].map(found), ['group/project', 'git/group/project']);
    for (const other of ['https://host/gi', 'http://host/git', 'https://other/git'])
      assert.equal(found(other), undefined);
  });

  it('of files are read with every ref that may be meant', () => {
    assert.deepEqual(refsAndPaths('release/1.0/a/b.ts'), [
      { ref: 'release', path: '1.0/a/b.ts' },
      { ref: 'release/1.0', path: 'a/b.ts' },
      { ref: 'release/1.0/a', path: 'b.ts' },
    ]);
    assert.deepEqual(refsAndPaths('refs/tags/v1/a.ts'), [{ ref: 'refs/tags/v1', path: 'a.ts' }]);
  });
});
