import assert from 'node:assert/strict';
import { readBlame } from '../../../src/model/commits/blame.ts';

const porcelain = (sha: string, path: string): string =>
  [
    `${sha} 4 7 1`,
    'author Olive Marsh',
    'author-mail <olive@acme.example>',
    'author-time 1767603600',
    'author-tz +0000',
    'committer Olive Marsh',
    'committer-mail <olive@acme.example>',
    'committer-time 1767603600',
    'committer-tz +0000',
    'summary Count crates',
    'previous 1111111111111111111111111111111111111111 crates.ts',
    `filename ${path}`,
    '\tconst crates = 3;',
    '',
  ].join('\n');

describe('readBlame', () => {
  const sha = '0123456789012345678901234567890123456789';

  it('gives the commit, and path and line as they were in it', () => {
    assert.deepEqual(readBlame(porcelain(sha, 'src/crates.ts')), {
      sha,
      path: 'src/crates.ts',
      line: 4,
      author: 'Olive Marsh',
      title: 'Count crates',
    });
  });

  it('reads a path git had to quote', () => {
    const read = readBlame(porcelain(sha, String.raw`"a\"b\\c\td \303\251.txt"`));
    assert.equal(read !== 'uncommitted' && read?.path, 'a"b\\c\td é.txt');
  });

  it('tells a line no commit has', () => {
    assert.equal(readBlame(porcelain('0'.repeat(40), 'a')), 'uncommitted');
  });

  it('makes nothing of anything else', () => {
    assert.equal(readBlame(''), undefined);
    assert.equal(readBlame('fatal: no such path'), undefined);
  });
});
