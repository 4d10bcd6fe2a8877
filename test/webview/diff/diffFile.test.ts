import assert from 'node:assert/strict';
import { diffFile, drawnCharacters, lineToOpen } from '../../../src/webview/diff/diffFile.ts';
import { fileView } from '../commitPage/sampleViews.ts';

const noteOf = (...own: Parameters<typeof fileView>): string | undefined => {
  const { rows } = diffFile(fileView(...own));
  const [row] = rows;
  return rows.length === 1 && row?.kind === 'note' ? row.text : undefined;
};

describe('diffFile', () => {
  it('shows the note instead of the diff where there is one', () => {
    assert.equal(noteOf({ note: 'Too large' }), 'Too large');
  });

  it('says what changed when no line did', () => {
    assert.equal(noteOf({ diff: '', change: 'renamed', oldPath: 'old.ts' }), 'Renamed without changes.');
    assert.equal(noteOf({ diff: '', modes: { old: '100644', new: '100755' } }), 'Only the mode changed.');
    assert.equal(noteOf({ diff: '', change: 'added' }), 'The file is empty.');
    assert.equal(noteOf({ diff: '' }), 'No changed lines to show.');
  });

  it('goes by the old path when the file is gone', () => {
    assert.equal(diffFile(fileView({ change: 'deleted', oldPath: 'was.ts', newPath: 'was.ts' })).path, 'was.ts');
  });

  it('knows the greatest line number of both sides', () => {
    assert.equal(diffFile(fileView({ diff: '@@ -998,2 +12,2 @@\n a\n b\n' })).lastLine, 1000);
  });

  it('has room for the widest line: tabs and wide characters count more', () => {
    const columns = (...lines: readonly string[]): number =>
      diffFile(fileView({ diff: `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}` }))
        .columns;
    assert.equal(columns('a', 'abcdef', 'abc'), 6);
    assert.equal(columns('abcdef', '\t\tab'), 10);
    assert.equal(columns('日本語'), 6);
    assert.ok(columns('x'.repeat(1_000_000)) < drawnCharacters + 100);
  });

  it('tells whether line ends are mixed', () => {
    assert.equal(diffFile(fileView({ diff: '@@ -1 +1 @@\n-a\r\n+b\n' })).mixedLineEnds, true);
    assert.equal(diffFile(fileView({ diff: '@@ -1 +1 @@\n-a\r\n+b\r\n' })).mixedLineEnds, false);
    assert.equal(diffFile(fileView({ diff: '@@ -1 +1 @@\n-a\n+b\n' })).mixedLineEnds, false);
  });
});

describe('lineToOpen', () => {
  const file = diffFile(fileView({ diff: '@@ -10,3 +20,3 @@\n a\n-b\n+c\n d\n' }));

  it('is the line on the new side', () => {
    assert.deepEqual(
      [1, 3, 4].map((row) => lineToOpen(file, row)),
      [20, 21, 22],
    );
  });

  it('is the line that took the place of a deleted one', () => {
    assert.equal(lineToOpen(file, 2), 21);
  });

  it('is the first line of the hunk at its header', () => {
    assert.equal(lineToOpen(file, 0), 20);
  });

  it('does not exist in a deleted file', () => {
    assert.equal(lineToOpen(diffFile(fileView({ change: 'deleted', diff: '@@ -1 +0,0 @@\n-a\n' })), 1), undefined);
  });
});
