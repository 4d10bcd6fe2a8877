import assert from 'node:assert/strict';
import { logEnd } from '../../../src/model/mergeRequests/pipelines.ts';

describe('the end of a log', () => {
  it('has the last forty lines of a long one', () => {
    const lines = logEnd(Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n')).split('\n');
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [40, 'line 461', 'line 500']);
  });

  it('is short where one line is very long', () => {
    assert.equal(logEnd('x'.repeat(100_000)).length, 8_000);
  });
});
