import assert from 'node:assert/strict';
import { linkQuery, readLink, sameServer } from '../../../src/model/commits/commitLink.ts';

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

describe('sameServer', () => {
  it('sees through case and slashes, not through ports', () => {
    assert.ok(sameServer('https://Host/git/', 'https://host/git'));
    assert.ok(sameServer('https://host:443', 'https://host'));
    assert.ok(!sameServer('https://host:8443', 'https://host'));
    assert.ok(!sameServer('nonsense', 'nonsense'));
  });
});
