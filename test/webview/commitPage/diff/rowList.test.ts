import assert from 'node:assert/strict';
import { diffFile } from '../../../../src/webview/diff/diffFile.ts';
import { nextHeader, nextHunk, rowList, type RowList } from '../../../../src/webview/commitPage/diff/rowList.ts';
import { fileView } from '../sampleViews.ts';

const oneLine = (path: string) => diffFile(fileView({ newPath: path, diff: '@@ -1 +1 @@\n a\n' }));
const twoHunks = (path: string) => diffFile(fileView({ newPath: path, diff: '@@ -1 +1 @@\n a\n@@ -9 +9 @@\n b\n' }));
const files = [oneLine('a'), twoHunks('b'), oneLine('c')];

const kinds = (list: RowList): (string | undefined)[] =>
  Array.from({ length: list.count }, (_, index) => list.at(index)?.row.kind);

describe('rowList', () => {
  it('has the header of each file, then its rows', () => {
    assert.deepEqual(kinds(rowList(files, new Set())), [
      ...['file', 'hunk', 'line'],
      ...['file', 'hunk', 'line', 'hunk', 'line'],
      ...['file', 'hunk', 'line'],
    ]);
  });

  it('has only the header of a collapsed file', () => {
    const list = rowList(files, new Set(['b']));
    assert.deepEqual(kinds(list), ['file', 'hunk', 'line', 'file', 'file', 'hunk', 'line']);
    assert.deepEqual(list.headers, [0, 3, 4]);
  });

  it('knows the file of each row', () => {
    const list = rowList(files, new Set());
    assert.deepEqual(
      [0, 2, 3, 7, 8, 10].map((index) => list.fileAt(index)),
      [0, 0, 1, 1, 2, 2],
    );
    assert.deepEqual(
      [2, 3, 4].map((index) => list.isHeader(index)),
      [false, true, false],
    );
  });

  it('has nothing beyond its ends', () => {
    const list = rowList(files, new Set());
    assert.equal(list.at(-1), undefined);
    assert.equal(list.at(list.count), undefined);
    assert.equal(rowList([], new Set()).at(0), undefined);
  });

  it('finds a row again by its key after others were collapsed', () => {
    const before = rowList(files, new Set());
    const after = rowList(files, new Set(['b']));
    const lineOfC = before.keyOf(10);
    assert.equal(after.indexOf(lineOfC), 6);
    assert.equal(after.at(6)?.file.path, 'c');
  });

  it('finds the header in place of a row that is hidden', () => {
    const inB = rowList(files, new Set()).keyOf(6);
    assert.equal(rowList(files, new Set(['b'])).indexOf(inB), 3);
  });

  it('keeps keys when files are added', () => {
    const all = rowList(files, new Set());
    const first = rowList(files.slice(0, 1), new Set());
    assert.deepEqual(
      [0, 1, 2].map((index) => first.keyOf(index)),
      [0, 1, 2].map((index) => all.keyOf(index)),
    );
  });
});

describe('nextHeader', () => {
  const list = rowList(files, new Set());

  it('goes from file to file', () => {
    assert.equal(nextHeader(list, 0, 1), 3);
    assert.equal(nextHeader(list, 5, 1), 8);
    assert.equal(nextHeader(list, 9, 1), undefined);
  });

  it('goes back to the own header first', () => {
    assert.equal(nextHeader(list, 5, -1), 3);
    assert.equal(nextHeader(list, 3, -1), 0);
    assert.equal(nextHeader(list, 0, -1), undefined);
  });

  it('begins with the first file when above the list', () => {
    assert.equal(nextHeader(list, -1, 1), 0);
    assert.equal(nextHeader(list, -1, -1), undefined);
  });
});

describe('nextHunk', () => {
  it('goes from hunk to hunk, across files and past collapsed ones', () => {
    const list = rowList(files, new Set(['b']));
    assert.equal(nextHunk(list, -1, 1), 1);
    assert.equal(nextHunk(list, 1, 1), 5);
    assert.equal(nextHunk(list, 5, -1), 1);
    assert.equal(nextHunk(list, 1, -1), undefined);
  });
});
