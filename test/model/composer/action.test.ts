import assert from 'node:assert/strict';
import { blobHash, encodingOf, wireActions } from '../../../src/model/composer/action.ts';
import type { FileAction } from '../../../src/model/composer/fileAction.ts';

describe('encodingOf', () => {
  const cases: readonly (readonly [string, readonly number[], 'text' | 'base64'])[] = [
    ['plain text', [0x61, 0x0a], 'text'],
    ['an empty file', [], 'text'],
    ['text beyond ASCII', [...Buffer.from('žluťoučký 🐎\r\n')], 'text'],
    ['a NUL', [0x61, 0, 0x62], 'base64'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'base64'],
    ['Latin-1', [0xe9], 'base64'],
    ['a surrogate written as UTF-8', [0xed, 0xa0, 0x80], 'base64'],
    ['UTF-16', [0xff, 0xfe, 0x61, 0], 'base64'],
  ];
  for (const [name, bytes, encoding] of cases) {
    it(`sends ${name} as ${encoding}`, () => {
      assert.equal(encodingOf(Uint8Array.from(bytes)), encoding);
    });
  }
});

describe('wireActions', () => {
  it('orders actions so that each finds its path free, guards what is there, and sets modes last', () => {
    const actions: readonly FileAction[] = [
      { kind: 'create', path: 'b', content: Buffer.from('x'), executable: true },
      { kind: 'move', path: 'c', previousPath: 'b' },
      { kind: 'delete', path: 'c' },
      { kind: 'chmod', path: 'd', executable: false },
      { kind: 'update', path: 'e', content: Uint8Array.from([0]) },
    ];
    assert.deepEqual(
      wireActions(actions, (path) => `last of ${path}`),
      [
        { action: 'delete', file_path: 'c', last_commit_id: 'last of c' },
        { action: 'move', file_path: 'c', previous_path: 'b', last_commit_id: 'last of b' },
        { action: 'create', file_path: 'b', content: 'x', encoding: 'text' },
        { action: 'update', file_path: 'e', content: 'AA==', encoding: 'base64', last_commit_id: 'last of e' },
        { action: 'chmod', file_path: 'b', execute_filemode: true },
        { action: 'chmod', file_path: 'd', execute_filemode: false },
      ],
    );
  });

  it('lets a file go before another one comes in its place, or in a folder of its name', () => {
    const move = (previousPath: string, path: string): FileAction => ({ kind: 'move', previousPath, path });
    const orderOf = (...actions: readonly FileAction[]): readonly string[] =>
      wireActions(actions, () => undefined).map(({ file_path: path }) => path);
    assert.deepEqual(orderOf(move('a', 'b'), move('b', 'c')), ['c', 'b']);
    assert.deepEqual(orderOf(move('notes', 'docs/notes'), move('docs', 'old')), ['old', 'docs/notes']);
    assert.deepEqual(orderOf(move('all', 'docs'), move('docs/all', 'old')), ['old', 'docs']);
    assert.deepEqual(orderOf(move('docs', 'docs/docs')), ['docs/docs']);
  });
});

describe('blobHash', () => {
  it('is the hash git gives the same bytes', () => {
    assert.equal(blobHash(Buffer.from('hello\n'), 'x'.repeat(40)), 'ce013625030ba8dba906f756967f9e9ca394464a');
  });
});
