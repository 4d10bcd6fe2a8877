import assert from 'node:assert/strict';
import { linkQuery, projectOn, readLink, readWebCommit, sameServer } from '../../../src/model/commits/commitLink.ts';

const sha = '8b090c1b79a14f2bd9e8a738f717824ff53aebad';
const target = { server: 'https://gitlab.example.com/git', project: 'group/sub/project', sha };

describe('links to a commit', () => {
  for (const place of [
    {},
    { path: 'src/a b&c=d#?é.ts' },
    { path: 'src/main.ts', line: 12, side: 'old' as const },
    { path: 'src/main.ts', line: 1, side: 'new' as const },
  ]) {
    it(`come back as they were written: ${JSON.stringify(place)}`, () => {
      const given = { ...target, ...place };
      assert.deepEqual(readLink('/commit', linkQuery(given)), { kind: 'commit', target: given });
    });
  }

  const changed = (change: Record<string, string>): string => {
    const query = new URLSearchParams(linkQuery({ ...target, path: 'a', line: 1 }));
    for (const [name, value] of Object.entries(change)) query.set(name, value);
    return query.toString();
  };
  for (const [change, problem] of [
    [{ server: 'javascript:alert(1)' }, 'server'],
    [{ server: 'ftp://example.com' }, 'server'],
    [{ server: 'https://user:secret@example.com' }, 'server'],
    [{ server: '' }, 'server'],
    [{ project: 'project' }, 'project'],
    [{ project: 'group/../../admin' }, 'project'],
    [{ project: 'group/ project' }, 'project'],
    [{ sha: 'main' }, 'sha'],
    [{ sha: 'abc' }, 'sha'],
    [{ sha: `${sha}; rm -rf` }, 'sha'],
    [{ path: '../../etc/passwd' }, 'path'],
    [{ path: '/etc/passwd' }, 'path'],
    [{ path: 'a\0b' }, 'path'],
    [{ line: '0' }, 'line'],
    [{ line: '-1' }, 'line'],
    [{ line: '1e9' }, 'line'],
  ] as const) {
    it(`are refused with ${JSON.stringify(change)}`, () => {
      assert.deepEqual(readLink('/commit', changed(change)), { kind: 'bad', problem });
    });
  }

  it('are refused for anything that is not a commit, and when they are endless', () => {
    assert.deepEqual(readLink('/authorize', linkQuery(target)), { kind: 'bad', problem: 'notALink' });
    assert.deepEqual(readLink('/commit', `${linkQuery(target)}&x=${'y'.repeat(5000)}`), {
      kind: 'bad',
      problem: 'notALink',
    });
  });
});

describe('web addresses of commits', () => {
  const path = 'group/project';
  for (const [address, read] of [
    [`https://host/group/project/-/commit/${sha}`, { path, sha }],
    [`https://host/group/project/commit/${sha}`, { path, sha }],
    [`https://host/group/project/-/commit/${sha}?view=parallel`, { path, sha }],
    [`https://host/group/project/-/commit/${sha}/pipelines`, { path, sha }],
    [`https://host/group/project/-/commit/${sha}.patch`, { path, sha }],
    [`https://host/group/project/-/commit/8b090c1b`, { path, sha: '8b090c1b' }],
    [`https://host:8443/git/lab/group/sub/project/-/commit/${sha}`, { path: 'git/lab/group/sub/project', sha }],
    [`https://host/group/project/-/commits/feature%2Fx`, { path, sha: 'feature/x' }],
    [`https://host/group/project/-/commits/feature/x`, { path, sha: 'feature/x' }],
    [`https://host/group/project/-/commits/v1?ref_type=heads`, { path, sha: 'refs/heads/v1' }],
    [`https://host/group/project/-/commits/v1?ref_type=tags`, { path, sha: 'refs/tags/v1' }],
    [`https://host/group/project/-/merge_requests/5/diffs?commit_id=${sha}`, { path, sha }],
    [`  https://host/group/project/-/commit/${sha}  `, { path, sha }],
  ] as const) {
    it(`are read: ${address}`, () => {
      const found = readWebCommit(address) ?? assert.fail('not read');
      assert.deepEqual({ path: found.path, sha: found.sha }, read);
    });
  }

  it('give file and line', () => {
    const anchor = `${'a'.repeat(40)}_10_12`;
    assert.deepEqual(readWebCommit(`https://host/g/p/-/commit/${sha}#${anchor}`)?.anchor, {
      pathHash: 'a'.repeat(40),
      oldLine: 10,
      newLine: 12,
    });
  });

  for (const text of [
    '',
    sha,
    'main',
    'https://host',
    'https://host/group/project',
    'https://host/group/project/-/issues/1',
    'https://host/group/project/-/merge_requests/5',
    'https://host/project/-/commit/main',
    'https://host/group/project/-/commit/%E0%A4%A',
    `ftp://host/group/project/-/commit/${sha}`,
  ]) {
    it(`are not ${JSON.stringify(text)}`, () => assert.equal(readWebCommit(text), undefined));
  }

  it('belong to the instance whose address they begin with', () => {
    const web = readWebCommit(`https://host/git/group/project/-/commit/${sha}`) ?? assert.fail('not read');
    assert.equal(projectOn(web, 'https://host/git'), 'group/project');
    assert.equal(projectOn(web, 'https://host'), 'git/group/project');
    assert.equal(projectOn(web, 'https://host/gi'), undefined);
    assert.equal(projectOn(web, 'http://host/git'), undefined);
    assert.equal(projectOn(web, 'https://other/git'), undefined);
  });
});

describe('sameServer', () => {
  it('sees through case and slashes, not through ports', () => {
    assert.ok(sameServer('https://Host/git/', 'https://host/git'));
    assert.ok(sameServer('https://host:443', 'https://host'));
    assert.ok(!sameServer('https://host:8443', 'https://host'));
    assert.ok(!sameServer('nonsense', 'nonsense'));
  });
});
