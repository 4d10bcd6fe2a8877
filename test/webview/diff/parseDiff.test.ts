import assert from 'node:assert/strict';
import { parseDiff } from '../../../src/webview/diff/parseDiff.ts';

/** Rows as `@@ 1,2 3,4 section`, `- 1 text`, `+ 2 text`, `  1 2 text`, `! note`. */
function rowsOf(...lines: readonly string[]): string[] {
  return parseDiff(lines.join('\n')).rows.map((row) => {
    switch (row.kind) {
      case 'hunk':
        return `@@ ${row.oldStart},${row.oldCount} ${row.newStart},${row.newCount} ${row.section}`.trimEnd();
      case 'line':
        return [row.sign, row.oldNumber, row.newNumber, row.text].filter((each) => each !== undefined).join(' ');
      case 'note':
        return `! ${row.text}`;
    }
  });
}

describe('parseDiff', () => {
  it('numbers the lines of both sides', () => {
    assert.deepEqual(rowsOf('@@ -10,3 +20,4 @@ class A {', ' one', '-two', '+zwei', '+drei', ' four', ''), [
      '@@ 10,3 20,4 class A {',
      '  10 20 one',
      '- 11 two',
      '+ 21 zwei',
      '+ 22 drei',
      '  12 23 four',
    ]);
  });

  it('counts what was added and deleted', () => {
    const { additions, deletions } = parseDiff('@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n');
    assert.deepEqual({ additions, deletions }, { additions: 2, deletions: 1 });
  });

  it('takes a count that is left out for 1', () => {
    assert.deepEqual(rowsOf('@@ -1 +1 @@', '-a', '+b'), ['@@ 1,1 1,1', '- 1 a', '+ 1 b']);
  });

  it('reads lines that look like file headers as the content they are', () => {
    assert.deepEqual(rowsOf('@@ -1,2 +1,2 @@', '--- a/x', '-- y', '+++ b/x', '+@@ -1 +1 @@'), [
      '@@ 1,2 1,2',
      '- 1 -- a/x',
      '- 2 - y',
      '+ 1 ++ b/x',
      '+ 2 @@ -1 +1 @@',
    ]);
  });

  it('passes over the headers before the first hunk', () => {
    const rows = rowsOf('diff --git a/x b/x', 'index 1..2 100644', '--- a/x', '+++ b/x', '@@ -0,0 +1 @@', '+a', '');
    assert.deepEqual(rows, ['@@ 0,0 1,1', '+ 1 a']);
  });

  it('keeps hunks apart', () => {
    assert.deepEqual(rowsOf('@@ -1 +1 @@', '-a', '+b', '@@ -9 +9 @@ f()', ' c'), [
      '@@ 1,1 1,1',
      '- 1 a',
      '+ 1 b',
      '@@ 9,1 9,1 f()',
      '  9 9 c',
    ]);
  });

  it('says which side has no newline at its end', () => {
    const note = '! No newline at end of file';
    const rows = rowsOf('@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a', '\\ No newline at end of file');
    assert.deepEqual(rows, ['@@ 1,1 1,1', '- 1 a', note, '+ 1 a', note]);
  });

  it('keeps carriage returns', () => {
    assert.deepEqual(rowsOf('@@ -1 +1,2 @@\r', '-a\r', '+b\r', '+\r'), ['@@ 1,1 1,2', '- 1 a\r', '+ 1 b\r', '+ 2 \r']);
  });

  it('takes an empty line for an empty line of both sides', () => {
    assert.deepEqual(rowsOf('@@ -1,3 +1,3 @@', ' a', '', ' c'), ['@@ 1,3 1,3', '  1 1 a', '  2 2 ', '  3 3 c']);
  });

  it('keeps the lines of a hunk that was cut, and says so', () => {
    const cut = '! The diff is cut here: the server sent no more of it.';
    assert.deepEqual(rowsOf('@@ -1,9 +1,9 @@', ' a', '-b'), ['@@ 1,9 1,9', '  1 1 a', '- 2 b', cut]);
    assert.deepEqual(rowsOf('@@ -1,9 +1,9 @@', ' a', '@@ -20 +20 @@', ' t'), [
      '@@ 1,9 1,9',
      '  1 1 a',
      cut,
      '@@ 20,1 20,1',
      '  20 20 t',
    ]);
  });

  it('does not drop lines beyond the counts in silence', () => {
    assert.deepEqual(rowsOf('@@ -1 +1 @@', '-a', '+b', '+c', '+d'), [
      '@@ 1,1 1,1',
      '- 1 a',
      '+ 1 b',
      '! 2 lines outside their hunks are not shown.',
    ]);
  });

  it('finds nothing in an empty diff', () => {
    assert.deepEqual(rowsOf(''), []);
    assert.deepEqual(rowsOf('', ''), []);
  });

  it('says when there is no hunk at all', () => {
    assert.deepEqual(rowsOf('Binary files a/x and b/x differ'), ['! This diff cannot be shown as text.']);
  });
});
