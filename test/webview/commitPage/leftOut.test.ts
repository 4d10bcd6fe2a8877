import assert from 'node:assert/strict';
import type { FileView } from '../../../src/messages/commitPage.ts';
import { areFilesLeftOut } from '../../../src/webview/commitPage/leftOut.ts';
import { diffFile } from '../../../src/webview/diff/diffFile.ts';
import { fileView } from './sampleViews.ts';

const filesOf = (count: number, own: Partial<FileView> = {}) =>
  Array.from({ length: count }, (_, index) => diffFile(fileView({ newPath: `${index}.ts`, ...own })));

describe('areFilesLeftOut', () => {
  it('is so where the list ends at a limit and the commit has more lines', () => {
    assert.equal(areFilesLeftOut(filesOf(1_000), { additions: 3_001, deletions: 1_000 }), true);
    assert.equal(areFilesLeftOut(filesOf(3_000), { additions: 20_000, deletions: 3_000 }), true);
    assert.equal(areFilesLeftOut(filesOf(1_000), undefined), true, 'nothing tells');
  });

  it('is not so where the lines add up', () => {
    assert.equal(areFilesLeftOut(filesOf(1_000), { additions: 3_000, deletions: 1_000 }), false);
    assert.equal(areFilesLeftOut(filesOf(2), { additions: 6, deletions: 2 }), false);
    assert.equal(areFilesLeftOut([], { additions: 6, deletions: 2 }), false);
  });

  it('is so for few files of a commit beyond the limit of lines', () => {
    assert.equal(areFilesLeftOut(filesOf(12), { additions: 60_000, deletions: 0 }), true);
  });

  it('is not so where a rename or a file without text explains the difference', () => {
    assert.equal(areFilesLeftOut(filesOf(12), { additions: 400, deletions: 300 }), false);
    const tooLarge = filesOf(1, { note: 'Too large.', diff: '' });
    assert.equal(areFilesLeftOut([...filesOf(12), ...tooLarge], { additions: 60_000, deletions: 0 }), false);
  });
});
