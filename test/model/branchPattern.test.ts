import assert from 'node:assert/strict';
import path from 'node:path';
import { covers, globsOf, isWildcard } from '../../src/model/branchPattern.ts';

const branches = [
  'main',
  'release/1.0',
  'release/1.0/fix',
  'release',
  'a-stable',
  'x/a-stable',
  'release/x/1-stable',
  'a.b',
  'axb',
];

describe('patterns of protected branches', () => {
  it('cover a branch by its name', () => {
    assert.equal(covers('main', 'main'), true);
    assert.equal(covers('main', 'Main'), false);
    assert.equal(covers('a.b', 'axb'), false);
  });

  it('let * stand for any characters, slashes and none included', () => {
    assert.deepEqual(
      branches.filter((branch) => covers('release/*', branch)),
      ['release/1.0', 'release/1.0/fix', 'release/x/1-stable'],
    );
    assert.deepEqual(
      branches.filter((branch) => covers('*-stable', branch)),
      ['a-stable', 'x/a-stable', 'release/x/1-stable'],
    );
    assert.deepEqual(
      branches.filter((branch) => covers('release*stable', branch)),
      ['release/x/1-stable'],
    );
    assert.equal(covers('main*', 'main'), true);
    assert.equal(isWildcard('main*'), true);
  });

  it('take other signs as they are', () => {
    assert.equal(covers('fix(1)*', 'fix(1)-a'), true);
    assert.equal(covers('a+*', 'aa'), false);
  });

  for (const rule of ['main', 'release/*', '*-stable', '*', 'release*stable', '*/1*', 'r*e/*', 'a.b']) {
    it(`become globs that match what ${rule} covers, and nothing else`, () => {
      for (const branch of branches) {
        assert.equal(
          globsOf(rule).some((glob) => path.posix.matchesGlob(branch, glob)),
          covers(rule, branch),
          `${rule} ${branch} ${globsOf(rule).join(' ')}`,
        );
      }
    });
  }

  it('with very many * become one glob that matches everything', () => {
    assert.deepEqual(globsOf('a*'.repeat(9)), ['**']);
  });
});
