import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linesInCommit } from '../../../src/model/text/linesInCommit.ts';
import { git } from '../../support/git.ts';
import { temporaryFolder } from '../../support/paths.ts';

describe('lines of a file on disk', () => {
  const folder = temporaryFolder('working-lines');
  const committed = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const run = (...args: readonly string[]): string => git(folder, '-c', 'user.name=a', '-c', 'user.email=b', ...args);
  const put = (lines: readonly string[]): void =>
    writeFileSync(path.join(folder, 'a.txt'), lines.map((line) => `${line}\n`).join(''));

  before(() => {
    git(folder, 'init', '--quiet');
    put(committed);
    run('add', '--all');
    run('commit', '--quiet', '--message', 'a');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Lines of the commit that git maps the file's lines to. */
  const found = (lines: readonly string[]): readonly (number | undefined)[] => {
    put(lines);
    const diff = run('diff', '--unified=0', 'HEAD', '--', 'a.txt');
    return lines.map((_, index) => linesInCommit(diff, { first: index + 1, last: index + 1 })?.first);
  };
  const expected = (lines: readonly string[]): readonly (number | undefined)[] =>
    lines.map((line) => (committed.includes(line) ? committed.indexOf(line) + 1 : undefined));

  const cases: Readonly<Record<string, (lines: string[]) => void>> = {
    'nothing was changed': () => undefined,
    'lines were added in front': (lines) => lines.unshift('new', 'newer'),
    'lines were added in the middle and at the end': (lines) => {
      lines.splice(20, 0, 'new', 'newer');
      lines.push('last');
    },
    'lines were removed in front, in the middle and at the end': (lines) => {
      lines.splice(38, 2);
      lines.splice(10, 3);
      lines.splice(0, 1);
    },
    'lines were changed into more and into fewer': (lines) => {
      lines.splice(30, 4, 'fewer');
      lines.splice(5, 1, 'more', 'and more');
      lines[0] = 'other';
    },
  };
  for (const [title, change] of Object.entries(cases)) {
    it(`are found in the commit where ${title}`, () => {
      const lines = [...committed];
      change(lines);
      assert.deepEqual(found(lines), expected(lines));
    });
  }

  it('are not found as several where something between them was changed', () => {
    const lines = [...committed];
    lines.splice(20, 1);
    lines.splice(10, 0, 'new');
    put(lines);
    const diff = run('diff', '--unified=0', 'HEAD', '--', 'a.txt');
    const ask = (first: number, last: number) => linesInCommit(diff, { first, last });
    assert.deepEqual(ask(2, 10), { first: 2, last: 10 });
    assert.deepEqual(ask(12, 21), { first: 11, last: 20 });
    for (const [first, last] of [
      [10, 12],
      [11, 14],
      [21, 22],
    ] as const)
      assert.equal(ask(first, last), undefined, `${first} to ${last}`);
  });
});
