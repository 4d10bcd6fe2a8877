import assert from 'node:assert/strict';
import type { ExtraRow } from '../../../../src/webview/commitPage/diff/fileLayout.ts';
import { linePlace, nextThread, rowList, type RowList } from '../../../../src/webview/commitPage/diff/rowList.ts';
import { diffFile } from '../../../../src/webview/diff/diffFile.ts';
import { fileView } from '../sampleViews.ts';

const file = diffFile(fileView({ newPath: 'a', diff: '@@ -1,3 +1,4 @@\n a\n-b\n-c\n+B\n+C\n+D\n' }));
const thread = (id: string, at: ExtraRow['at']): ExtraRow => ({
  kind: 'extra',
  id,
  what: 'thread',
  at,
  estimatedHeight: 90,
  label: id,
});
const words = (list: RowList): string[] =>
  Array.from({ length: list.count }, (_, index) => {
    const row = list.at(index)?.row;
    if (row?.kind === 'line') return row.sign + row.text;
    if (row?.kind === 'pair') return `${row.left?.row.text ?? ''}|${row.right?.row.text ?? ''}`;
    return row?.kind === 'extra' ? row.id : (row?.kind ?? '');
  });

describe('extra rows', () => {
  const extras = new Map([
    [
      'a',
      [
        thread('onB', { side: 'new', line: 2 }),
        thread('onOldC', { side: 'old', line: 3 }),
        thread('onFile', undefined),
        thread('elsewhere', { side: 'new', line: 99 }),
      ],
    ],
  ]);
  const unified = rowList([file], new Set(), { extras });
  const split = rowList([file], new Set(), { extras, mode: 'split' });

  it('follow their lines; those of no line of the diff are below the header', () => {
    assert.deepEqual(words(unified), [
      ...['file', 'onFile', 'elsewhere', 'hunk', ' a', '-b', '-c', 'onOldC', '+B', 'onB', '+C', '+D'],
    ]);
  });

  it('follow the pair their line is in when versions are beside each other', () => {
    assert.deepEqual(words(split), [
      ...['file', 'onFile', 'elsewhere', 'hunk', 'a|a', 'b|B', 'onB', 'c|C', 'onOldC', '|D'],
    ]);
  });

  it('leave the keys of lines as they were, and are found by their ids', () => {
    const without = rowList([file], new Set());
    const keyOfC = without.keyOf(6);
    assert.equal(words(unified)[unified.indexOf(keyOfC) ?? -1], '+C');
    assert.equal(words(split)[split.indexOf(keyOfC) ?? -1], 'c|C');
    assert.equal(words(unified)[unified.indexOf('onB') ?? -1], 'onB');
    assert.equal(unified.keyOf(unified.indexOf('onB') ?? -1), 'onB');
    assert.equal(rowList([file], new Set(['a']), { extras }).indexOf('onB'), undefined);
  });

  it('are where the keys for comments go', () => {
    assert.equal(words(unified)[nextThread(unified, 4, 1) ?? -1], 'onOldC');
    assert.equal(words(unified)[nextThread(unified, 4, -1) ?? -1], 'elsewhere');
  });
});

describe('linePlace', () => {
  const list = rowList([file], new Set(), { mode: 'split' });

  it('names a line by the side asked for', () => {
    const pair = list.at(3)?.row;
    assert.ok(pair?.kind === 'pair');
    assert.deepEqual(linePlace(pair, 'old'), { side: 'old', line: 2 });
    assert.deepEqual(linePlace(pair), { side: 'new', line: 2 });
    assert.deepEqual(linePlace(file.rows[2] ?? { kind: 'file' }), { side: 'old', line: 2 });
    assert.equal(linePlace({ kind: 'file' }), undefined);
  });
});
