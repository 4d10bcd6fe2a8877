import assert from 'node:assert/strict';
import { beginning } from '../../../src/webview/jobPage/beginning.ts';
import {
  failedRows,
  kindsOf,
  shownRows,
  sortedBy,
  type TableView,
  usualView,
} from '../../../src/webview/jobPage/failedRows.ts';
import { durationMessage } from '../../../src/webview/jobPage/durations.ts';
import { relation, relations } from './jobPages.ts';

const ids = (view: Partial<TableView>, all = relations(12)): number[] =>
  shownRows(failedRows(all), { ...usualView, ...view }, 'en').map(({ relation: { id } }) => id - 1000);

describe('rows of parts that failed', () => {
  it('stay in the order of the server until a column is chosen', () => {
    const all = [relation(3), relation(1), relation(2)];
    assert.deepEqual(ids({}, all), [3, 1, 2]);
    assert.deepEqual(ids({ sort: 'line' }, all), [1, 2, 3]);
    assert.deepEqual(ids({ sort: 'line', direction: 'descending' }, all), [3, 2, 1]);
  });

  it('come last without a value, whatever the direction', () => {
    const all = [relation(3), relation(1, { line: undefined, source: '' }), relation(2)];
    assert.deepEqual(ids({ sort: 'line' }, all), [2, 3, 1]);
    assert.deepEqual(ids({ sort: 'line', direction: 'descending' }, all), [3, 2, 1]);
    assert.equal(ids({ sort: 'source', direction: 'descending' }, all).at(-1), 1);
  });

  it('are ordered by numbers within texts', () => {
    const all = [relation(10), relation(9)];
    assert.deepEqual(ids({ sort: 'message' }, all), [9, 10]);
  });

  it('are filtered by every word, in any column, and by relation', () => {
    assert.deepEqual(ids({ filter: 'NUMBER 11' }), [11]);
    assert.deepEqual(ids({ filter: 'ci_pipelines nomethod' }), []);
    assert.deepEqual(ids({ filter: 'ci recordinvalid' }), [2, 6, 10]);
    assert.deepEqual(ids({ kind: 'issues' }), [1, 5, 9]);
  });

  it('are counted by relation, most first', () => {
    assert.deepEqual(
      kindsOf(failedRows(relations(6))).map(({ key, count }) => `${key} ${count}`),
      ['issues 2', 'merge_requests 2', 'ci_pipelines 1', 'label_links 1'],
    );
  });

  it('go up, down and back to the order of the server by clicks on a header', () => {
    const up = sortedBy(usualView, 'line');
    const down = sortedBy(up, 'line');
    assert.deepEqual([up.sort, up.direction, down.sort, down.direction], ['line', 'ascending', 'line', 'descending']);
    assert.equal(sortedBy(down, 'line').sort, undefined);
    assert.deepEqual(sortedBy(down, 'source'), { ...usualView, sort: 'source' });
  });
});

describe('the beginning of a message', () => {
  it('is the whole of a short one', () => {
    assert.equal(beginning('One\ntwo'), 'One\ntwo');
    assert.equal(beginning('x'.repeat(300)), 'x'.repeat(300));
  });

  it('ends after some lines or letters, never within a character', () => {
    assert.equal(beginning('1\n2\n3\n4\n5\n6'), '1\n2\n3\n4');
    const apples = `${'x'.repeat(239)}${'🍏'.repeat(200)}`;
    assert.equal(beginning(apples), 'x'.repeat(239));
  });
});

describe('lengths of time', () => {
  it('are told by their two largest parts', () => {
    const words = [0, 400, 1_000, 59_400, 60_000, 125_000, 3_600_000, 7_500_000, 200_000_000].map(durationMessage);
    assert.deepEqual(words, [
      '0 s',
      'less than 1 s',
      '1 s',
      '59 s',
      '1 min',
      '2 min 5 s',
      '1 h',
      '2 h 5 min',
      '2 d 7 h',
    ]);
  });
});
