import assert from 'node:assert/strict';
import { pairRows } from '../../../src/webview/diff/pairRows.ts';
import { parseDiff } from '../../../src/webview/diff/parseDiff.ts';

const pairs = (diff: string): string[] =>
  pairRows(parseDiff(diff).rows).rows.map((row) =>
    row.kind === 'pair' ? `${row.left?.row.text ?? '-'}|${row.right?.row.text ?? '-'}` : row.kind,
  );

describe('pairRows', () => {
  it('puts deleted lines beside those added in their place', () => {
    assert.deepEqual(pairs('@@ -1,4 +1,3 @@\n a\n-b\n-c\n+B\n d\n'), ['hunk', 'a|a', 'b|B', 'c|-', 'd|d']);
  });

  it('leaves a side empty where only the other has lines', () => {
    assert.deepEqual(pairs('@@ -1,2 +1,2 @@\n+A\n x\n-b\n'), ['hunk', '-|A', 'x|x', 'b|-']);
  });

  it('keeps remarks after the lines they are about', () => {
    const diff = '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n';
    assert.deepEqual(pairs(diff), ['hunk', 'a|b', 'note', 'note']);
    assert.deepEqual(pairRows(parseDiff(diff).rows).sources, [0, 1, 2, 4]);
  });
});
