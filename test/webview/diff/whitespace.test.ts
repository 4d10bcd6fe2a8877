import assert from 'node:assert/strict';
import { diffFile } from '../../../src/webview/diff/diffFile.ts';
import { withoutWhitespaceChanges } from '../../../src/webview/diff/whitespace.ts';
import { fileView } from '../commitPage/sampleViews.ts';

const shown = (diff: string) => {
  const file = withoutWhitespaceChanges(diffFile(fileView({ diff })));
  const rows = file.rows.map((row) =>
    row.kind === 'line'
      ? `${row.sign}${row.text}${row.hidden ? ` [${row.oldNumber}/${row.newNumber}]` : ''}`
      : row.kind,
  );
  return { file, rows };
};

describe('withoutWhitespaceChanges', () => {
  it('shows lines that differ in whitespace alone as unchanged, with their numbers on both sides', () => {
    const { file, rows } = shown('@@ -1,3 +1,4 @@\n-a\n-  b\n-c\n+x\n+a \n+\tb\n+C\n');
    assert.deepEqual(rows, ['hunk', '+x', ' a  [1/2]', ' \tb [2/3]', '-c', '+C']);
    assert.deepEqual([file.additions, file.deletions, file.hiddenChanges], [2, 1, 2]);
  });

  it('gives the file itself when there is nothing to hide', () => {
    const file = diffFile(fileView());
    assert.equal(withoutWhitespaceChanges(file), file);
  });

  it('keeps remarks within a change', () => {
    const { rows } = shown('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+ a\n');
    assert.deepEqual(rows, ['hunk', '  a [1/1]', 'note']);
  });

  it('hides every line of a whole file that was indented anew', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index};`);
    const diff = `@@ -1,5000 +1,5000 @@\n${lines.map((line) => `-${line}\n`).join('')}${lines.map((line) => `+  ${line}\n`).join('')}`;
    const { file, rows } = shown(diff);
    assert.equal(file.hiddenChanges, 5_000);
    assert.equal(rows.length, 5_001);
  });
});
