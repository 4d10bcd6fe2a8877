import assert from 'node:assert/strict';
import type { FindState } from '../../../../src/webview/commitPage/host.ts';
import { findMatches, matchFrom, patternOf, rangesIn } from '../../../../src/webview/commitPage/find/findMatches.ts';
import { diffFile } from '../../../../src/webview/diff/diffFile.ts';
import { fileView } from '../sampleViews.ts';

const files = [
  diffFile(fileView({ newPath: 'a', diff: '@@ -1,2 +1,2 @@ one()\n One\n-two one\n+two ones\n' })),
  diffFile(fileView({ newPath: 'b', diff: `@@ -1 +1 @@\n+${'-'.repeat(5_000)}one\n` })),
];
const state = (own: Partial<FindState>): FindState => ({
  ...{ text: '', matchCase: false, wholeWord: false, isRegExp: false },
  ...own,
});
const found = (own: Partial<FindState>, message: readonly string[] = []): string[] => {
  const pattern = patternOf(state(own));
  assert.ok(pattern instanceof RegExp);
  const search = findMatches(files, pattern, message);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value.map(({ fileIndex, rowIndex, start, end }) => `${fileIndex}/${rowIndex}:${start}-${end}`);
};

describe('findMatches', () => {
  it('finds text in lines, as far as they are drawn', () => {
    assert.deepEqual(found({ text: 'one' }), ['0/1:0-3', '0/2:4-7', '0/3:4-7']);
    assert.deepEqual(found({ text: 'one', matchCase: true }), ['0/2:4-7', '0/3:4-7']);
    assert.deepEqual(found({ text: 'one', wholeWord: true }), ['0/1:0-3', '0/2:4-7']);
    assert.deepEqual(found({ text: '.', isRegExp: false }), []);
    assert.deepEqual(found({ text: '^two', isRegExp: true }), ['0/2:0-3', '0/3:0-3']);
    assert.deepEqual(found({ text: 'x*', isRegExp: true }), []);
  });

  it('finds text in the message first, in its title and below', () => {
    assert.deepEqual(found({ text: 'ones' }, ['No ones', 'a\n\nones']), ['-1/0:3-7', '-1/1:3-7', '0/3:4-8']);
  });

  it('says what is not a pattern', () => {
    assert.equal(patternOf(state({ text: '(', isRegExp: true })), 'Not a regular expression');
    assert.equal(patternOf(state({})), undefined);
  });
});

describe('rangesIn', () => {
  const matches = [
    { fileIndex: 0, rowIndex: 2, start: 1, end: 2 },
    { fileIndex: 0, rowIndex: 2, start: 5, end: 6 },
    { fileIndex: 3, rowIndex: 0, start: 0, end: 1 },
  ];

  it('gives the finds of a row, with the one the reader is at', () => {
    assert.deepEqual(rangesIn(matches, 0, 2, 1), [1, 2, 0, 5, 6, 1]);
    assert.equal(rangesIn(matches, 1, 2, 1), undefined);
  });

  it('begins from where the reader is', () => {
    assert.equal(matchFrom(matches, 0, 3), 2);
    assert.equal(matchFrom(matches, 4, 0), 0);
  });
});
