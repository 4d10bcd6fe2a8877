import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { openThreads, threadBeside } from '../../../src/model/reviews/threadOrder.ts';
import type { Discussion, Position } from '../../../src/wire/notes.ts';

const refs = { baseSha: 'base', startSha: 'base', headSha: 'head' };
const file = (path: string): FileChange => ({
  kind: 'modified',
  oldPath: path,
  newPath: path,
  modes: undefined,
  diff: '',
  withoutText: undefined,
});
const newest = { refs, files: [file('b.ts'), file('a.ts')] };

const thread = (id: string, place?: Partial<Position>, resolved = false): Discussion => ({
  id,
  individual_note: false,
  notes: [
    {
      id: 1,
      body: 'Why?',
      system: false,
      resolvable: true,
      resolved,
      author: null,
      ...(place && {
        position: {
          base_sha: 'base',
          start_sha: 'base',
          head_sha: 'head',
          position_type: 'text',
          old_path: place.new_path,
          ...place,
        },
      }),
    },
  ],
});

const all = [
  thread('on a', { new_path: 'a.ts', new_line: 1 }),
  thread('late on b', { new_path: 'b.ts', new_line: 9 }),
  thread('early on b', { new_path: 'b.ts', new_line: 2 }),
  thread('of another version', { new_path: 'b.ts', new_line: 5, head_sha: 'earlier' }),
  thread('of a file that has gone', { new_path: 'c.ts', new_line: 1 }),
  thread('resolved', { new_path: 'b.ts', new_line: 3 }, true),
  thread('on no file'),
];

describe('the order of unresolved threads', () => {
  const threads = openThreads(all, newest);
  const beside = (at: { file: number; line: number }, step: 1 | -1): string | undefined =>
    threads[threadBeside(threads, at, step)]?.id;

  it('is that of the files in the diff and of their lines; what has no line now is at the top of its file', () => {
    assert.deepEqual(
      threads.map(({ id }) => id),
      ['of another version', 'early on b', 'late on b', 'on a', 'of a file that has gone'],
    );
  });

  it('leads on from a line, over the end of a file, and round', () => {
    assert.equal(beside({ file: 0, line: 2 }, 1), 'late on b');
    assert.equal(beside({ file: 0, line: 9 }, 1), 'on a');
    assert.equal(beside({ file: 2, line: 1 }, 1), 'of another version');
    assert.equal(beside({ file: 1, line: 1 }, -1), 'late on b');
    assert.equal(beside({ file: 0, line: 0 }, -1), 'of a file that has gone');
  });
});
