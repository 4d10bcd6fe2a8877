import assert from 'node:assert/strict';
import { fileTree } from '../../../../src/webview/commitPage/files/fileTree.ts';

const paths = ['b/c/d/z.ts', 'b/c/d/file10.ts', 'b/c/d/file9.ts', 'README.md', 'b/other.ts'];
const shown = (folded: readonly string[] = [], chosen = paths.map((_, index) => index)): string[] =>
  fileTree(paths, chosen, new Set(folded)).map(
    ({ name, depth, kind }) => `${'  '.repeat(depth)}${name}${kind === 'folder' ? '/' : ''}`,
  );

describe('fileTree', () => {
  it('lists folders before files, those with one folder in them as one', () => {
    assert.deepEqual(shown(), [
      ...['b/', '  c/d/', '    file9.ts', '    file10.ts', '    z.ts', '  other.ts', 'README.md'],
    ]);
  });

  it('leaves out what is in a folded folder, and files that are not chosen', () => {
    assert.deepEqual(shown(['b/c/d']), ['b/', '  c/d/', '  other.ts', 'README.md']);
    assert.deepEqual(shown([], [0]), ['b/c/d/', '  z.ts']);
  });
});
