import assert from 'node:assert/strict';
import { filterPaths } from '../../../../src/webview/commitPage/toolbar/fileFilter.ts';

describe('filterPaths', () => {
  const paths = ['src/upload/session.ts', 'src/session/list.ts', 'docs/Upload.md'];

  it('finds all without a word', () => assert.deepEqual(filterPaths(paths, ' '), [0, 1, 2]));

  it('finds every word in any case and order', () => assert.deepEqual(filterPaths(paths, 'TS upload'), [0]));

  it('puts those found by their name first', () => assert.deepEqual(filterPaths(paths, 'upload'), [2, 0]));
});
