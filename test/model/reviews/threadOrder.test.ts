import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { openThreads, orderOf, threadBeside, type Way } from '../../../src/model/reviews/threadOrder.ts';
import type { Discussion, Position } from '../../../src/wire/notes.ts';

const refs = { baseSha: 'base', startSha: 'base', headSha: 'head' };
const file = (path: string, diff = ''): FileChange => ({
  kind: 'modified',
  oldPath: path,
  newPath: path,
  modes: undefined,
  diff,
  withoutText: undefined,
});
// one line replaces lines 3 and 4
const diff = '@@ -2,4 +2,3 @@\n two\n-three\n-four\n+3 and 4\n five\n';
const newest = { refs, files: [file('b.ts', diff), file('a.ts')] };

let notes = 0;
const thread = (id: string, place?: Partial<Position>, resolved = false): Discussion => ({
  id,
  individual_note: false,
  notes: [
    {
      id: (notes += 1),
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
  thread('of a file that has gone', { new_path: 'c.ts', new_line: 1 }),
  thread('of another version', { new_path: 'b.ts', new_line: 5, head_sha: 'earlier' }),
  thread('on a', { new_path: 'a.ts', new_line: 1 }),
  thread('late on b', { new_path: 'b.ts', new_line: 9 }),
  thread('added', { new_path: 'b.ts', new_line: 3 }),
  thread('added, too', { new_path: 'b.ts', new_line: 3 }),
  thread('removed', { new_path: 'b.ts', old_line: 4 }),
  thread('early on b', { new_path: 'b.ts', new_line: 2 }),
  thread('on b', { new_path: 'b.ts', position_type: 'file' }),
  thread('resolved', { new_path: 'b.ts', new_line: 3 }, true),
  thread('on no file'),
];

const inOrder = [
  'on b',
  'early on b',
  'removed',
  'added',
  'added, too',
  'late on b',
  'of another version',
  'on a',
  'of a file that has gone',
];

describe('the order of unresolved threads', () => {
  const threads = openThreads(all, newest);
  const besideAt = (path: string, line: [side: 'old' | 'new', number: number] | undefined, way: Way): string => {
    const spot = { oldPath: path, newPath: path, line: line && { side: line[0], number: line[1] } };
    const { index, isAround } = threadBeside(threads, orderOf(newest, spot, way), way);
    return `${threads[index]?.id}${isAround ? ', around' : ''}`;
  };

  it('is that of the files and of their lines, removed ones before what was added; other versions come after them', () => {
    assert.deepEqual(
      threads.map(({ id }) => id),
      inOrder,
    );
  });

  it('leads on from a line of either side, over the end of a file, and round', () => {
    assert.equal(besideAt('b.ts', ['new', 2], 1), 'removed');
    assert.equal(besideAt('b.ts', ['old', 3], 1), 'removed');
    assert.equal(besideAt('b.ts', ['old', 4], 1), 'added');
    assert.equal(besideAt('b.ts', ['new', 3], 1), 'late on b');
    assert.equal(besideAt('b.ts', ['old', 10], 1), 'of another version');
    assert.equal(besideAt('a.ts', ['new', 1], 1), 'of a file that has gone');
    assert.equal(besideAt('a.ts', ['new', 1], -1), 'of another version');
    assert.equal(besideAt('b.ts', ['new', 1], -1), 'on b');
    assert.equal(besideAt('b.ts', ['old', 4], -1), 'early on b');
    assert.equal(besideAt('c.ts', ['new', 1], -1), 'on a');
    const [first] = threads;
    const last = threads.at(-1);
    assert.deepEqual(threadBeside(threads, last?.order, 1), { index: 0, isAround: true });
    assert.deepEqual(threadBeside(threads, first?.order, -1), { index: 8, isAround: true });
  });

  it('leads from a thread to the others on its line, also once it is resolved', () => {
    const added = threads.find(({ id }) => id === 'added')?.order;
    const rest = threads.filter(({ id }) => id !== 'added');
    for (const left of [threads, rest]) {
      assert.equal(left[threadBeside(left, added, 1).index]?.id, 'added, too');
      assert.equal(left[threadBeside(left, added, -1).index]?.id, 'removed');
    }
  });

  it('leads from another version of a file to the threads of that file first', () => {
    assert.equal(besideAt('b.ts', undefined, 1), 'on b');
    assert.equal(besideAt('b.ts', undefined, -1), 'of another version');
  });

  it('begins at either end where nothing is in front', () => {
    assert.deepEqual(threadBeside(threads, undefined, 1), { index: 0, isAround: false });
    assert.deepEqual(threadBeside(threads, undefined, -1), { index: 8, isAround: false });
  });

  it('takes a thread on the newest commit for one on the whole, where the lines are the same', () => {
    const onCommit = (head: string): Discussion => {
      const { notes: written, ...rest } = thread('on a commit', { new_path: 'a.ts', new_line: 1, head_sha: head });
      return { ...rest, notes: written.map((each) => ({ ...each, commit_id: head })) };
    };
    const spotOf = (head: string) => openThreads([onCommit(head)], newest)[0]?.spot.commit;
    assert.equal(spotOf('head'), undefined);
    assert.equal(spotOf('before'), 'before');
  });
});
