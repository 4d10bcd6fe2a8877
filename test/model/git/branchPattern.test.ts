import assert from 'node:assert/strict';
import path from 'node:path';
import { globsOf, isWildcard, wideGlobsOf } from '../../../src/model/git/branchPattern.ts';
import { matchesWildcard } from '../../../src/wire/wildcard.ts';

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

const matchedBy = (globs: readonly string[]): readonly string[] =>
  branches.filter((branch) => globs.some((glob) => path.posix.matchesGlob(branch, glob)));

const coveredBy = (rule: string): readonly string[] => branches.filter((branch) => matchesWildcard(rule, branch));

describe('patterns of protected branches', () => {
  it('are those with a *', () => {
    assert.deepEqual(['main*', 'main', 'fix?'].map(isWildcard), [true, false, false]);
  });

  for (const rule of ['main', 'release/*', '*-stable', '*', 'release*stable', '*/1*', 'r*e/*', 'r***', 'a.b']) {
    it(`become globs that match what ${rule} covers, and nothing else`, () => {
      assert.deepEqual(matchedBy(globsOf(rule)), coveredBy(rule));
      assert.deepEqual(wideGlobsOf(rule), globsOf(rule));
    });
  }

  it('with many * become no glob, or one that matches more', () => {
    const rule = 'r*/*-*e';
    assert.deepEqual(coveredBy(rule), ['release/x/1-stable']);
    assert.deepEqual(globsOf(rule), []);
    assert.deepEqual(matchedBy(wideGlobsOf(rule)), ['release', 'release/x/1-stable']);
  });

  it('that are longer than any name of a branch become no glob', () => {
    assert.deepEqual(globsOf(`${'a'.repeat(5_000)}*`), []);
  });
});
