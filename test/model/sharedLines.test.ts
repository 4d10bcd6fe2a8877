import assert from 'node:assert/strict';
import { otherLine, sharedRuns, sharedSpan } from '../../src/model/sharedLines.ts';

describe('lines of a file that was edited', () => {
  const runs = sharedRuns(['a', 'b', 'c', 'd', 'e'], ['mine', 'a', 'b', 'C', 'd', 'mine', 'too']);

  it('are found where the edits have shifted them, those that were changed beside their neighbours', () => {
    const found = [1, 2, 3, 4, 5].map((line) => otherLine(runs, line));
    assert.deepEqual(
      found.map(({ line, isShared }) => `${line}${isShared ? '' : ' changed'}`),
      ['2', '3', '4 changed', '5', '6 changed'],
    );
    assert.deepEqual(otherLine(sharedRuns(['a', 'b'], ['b']), 1), { line: 1, isShared: false });
  });

  it('lead back to those of the file, except where one of them was changed or added', () => {
    const spans = ['2 3', '5 5', '1 1', '3 5', '6 6', '7 9'].map((span) => {
      const [first = 0, last = 0] = span.split(' ').map(Number);
      return sharedSpan(runs, { first, last });
    });
    assert.deepEqual(spans, [{ first: 1, last: 2 }, { first: 4, last: 4 }, ...Array<undefined>(4).fill(undefined)]);
  });
});
