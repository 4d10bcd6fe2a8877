import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { refNameProblem } from '../../src/wire/refName.ts';

const names = [
  'main',
  'feature/one',
  'fix/#42-50%',
  'häuser/🌳',
  'with space',
  'tab\tbed',
  'a..b',
  '.hidden',
  'a/.b',
  'end.',
  'end/',
  '/start',
  'a//b',
  'x.lock',
  'x.lock/y',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  '@',
  'a@{1}',
  '-dash',
  'ok@home',
  'ok-.x',
];

describe('refNameProblem', () => {
  for (const name of names) {
    it(`says of ${JSON.stringify(name)} what git says`, () => {
      const git = spawnSync('git', ['check-ref-format', '--branch', name]);
      assert.equal(refNameProblem(name) === undefined, git.status === 0);
    });
  }

  it('names the empty text', () => assert.equal(refNameProblem(''), 'empty'));
});
