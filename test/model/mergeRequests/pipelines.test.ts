import assert from 'node:assert/strict';
import { logEnd } from '../../../src/model/mergeRequests/pipelines.ts';

describe('the end of a log', () => {
  it('is plain text: without colours, marks of sections and what was written over', () => {
    const log = [
      'section_start:1700000000:get_sources\r\u001b[0KGetting source',
      'Fetching 10%\rFetching 100%',
      'section_end:1700000002:get_sources\r\u001b[0K\u001b[32;1m$ npm test\u001b[0;m',
      '\u001b[31;1mERROR: Job failed: exit code 1\u001b[0;m\r',
      '',
    ].join('\n');
    assert.equal(logEnd(log), 'Getting source\nFetching 100%\n$ npm test\nERROR: Job failed: exit code 1');
  });

  it('has the last forty lines of a long one', () => {
    const lines = logEnd(Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n')).split('\n');
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [40, 'line 461', 'line 500']);
  });

  it('is empty for a job without one', () => {
    assert.equal(logEnd(''), '');
  });

  it('is short where one line is very long', () => {
    assert.equal(logEnd('x'.repeat(100_000)).length, 8_000);
  });
});
