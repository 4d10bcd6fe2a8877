import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fixturesFolder } from './support/fixtures.ts';
import { gitCalls } from './support/sources/gitCalls.ts';

/** Non-literal arguments of git calls, with their origin. */
const origins = readFileSync(path.join(fixturesFolder, 'gitCalls.txt'), 'utf8');

describe('calls of git', () => {
  const calls = gitCalls();

  it('have no options but literals of the sources', () => {
    const words = calls.filter(({ file }) => !file.startsWith('sandbox/')).flatMap(({ command }) => command);
    assert.deepEqual(
      words.filter((word) => word.startsWith('{')),
      [],
    );
  });

  it('are listed with where their values come from', () => {
    const found = calls.flatMap(({ file, command, operands }) => {
      const name = command.find((word, index) => !/^[-{]/.test(word) && command[index - 1] !== '-c');
      const values = [...command.filter((word) => /^\{|…$/.test(word)), operands].filter(Boolean);
      return values.length === 0 ? [] : [`${file}: ${[name, ...values].join(' ')}`.replaceAll(/\s+/g, ' ')];
    });
    const listed = origins.trim().split('\n');
    assert.deepEqual(found.toSorted(), listed.map((line) => line.split(' <- ')[0]).toSorted());
    assert.ok(listed.every((line) => / <- ./.test(line)));
  });
});
