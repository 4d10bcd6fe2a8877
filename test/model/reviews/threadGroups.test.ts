import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { groupThreads, type ThreadGroup, threadGroups } from '../../../src/model/reviews/threadGroups.ts';
import type { Discussion, Note, Position } from '../../../src/wire/notes.ts';

const me = 1;
const other = 2;

const file = (path: string): FileChange => ({
  kind: 'modified',
  oldPath: path,
  newPath: path,
  modes: undefined,
  diff: '',
  withoutText: undefined,
});
const version = { id: 3, baseSha: 'base', startSha: 'base', headSha: 'head' };
const newest = { kind: 'ready', version, files: [file('b.ts'), file('a.ts')], isCut: false } as const;

let ids = 0;
const note = (author: number | null, more: Partial<Note> = {}): Note => ({
  id: (ids += 1),
  body: 'Why?',
  system: false,
  resolvable: true,
  resolved: false,
  author: author === null ? null : { id: author, username: `u${author}`, name: `U${author}` },
  ...more,
});
const thread = (authors: readonly (number | null)[], more: Partial<Note> = {}): Discussion => ({
  id: `thread ${(ids += 1)}`,
  individual_note: false,
  notes: authors.map((author) => note(author, more)),
});
const at = (place: Partial<Position>): Pick<Note, 'position'> => ({
  position: {
    base_sha: 'base',
    start_sha: 'base',
    head_sha: 'head',
    position_type: 'text',
    old_path: place.new_path,
    ...place,
  },
});
const onLine = (line: number, place: Partial<Position> = {}) => at({ new_path: 'a.ts', new_line: line, ...place });
const outdated = onLine(3, { head_sha: 'earlier' });

const reviewer = { userId: me, isAuthor: false };
const author = { userId: me, isAuthor: true };

const groupOf = (discussion: Discussion, viewer = reviewer, files: typeof newest | undefined = newest): ThreadGroup => {
  const [found] = groupThreads([discussion], viewer, files);
  return found?.group ?? assert.fail('it is no thread');
};

describe('the group of a thread', () => {
  it('waits for my answer when others have the last word in a thread I took part in', () => {
    assert.equal(groupOf(thread([me, other])), 'waiting');
    assert.equal(groupOf(thread([other, me, null])), 'waiting');
    assert.equal(groupOf(thread([other, me])), 'unresolved');
    assert.equal(groupOf(thread([me])), 'unresolved');
    assert.equal(groupOf(thread([other])), 'unresolved');
  });

  it('waits for my answer on a merge request of mine whoever took part, until I have answered', () => {
    assert.equal(groupOf(thread([other]), author), 'waiting');
    assert.equal(groupOf(thread([other, me]), author), 'unresolved');
  });

  it('does not count what the server noted as an answer', () => {
    const { notes, ...rest } = thread([other, me]);
    assert.equal(groupOf({ ...rest, notes: [...notes, note(other, { system: true })] }), 'unresolved');
  });

  it('is outdated when its line is not in the newest version, or its file', () => {
    assert.equal(groupOf(thread([other], outdated)), 'outdated');
    assert.equal(groupOf(thread([other], onLine(3))), 'unresolved');
    assert.equal(groupOf(thread([other], onLine(3, { new_path: 'gone.ts' }))), 'outdated');
  });

  it('is not outdated for a whole file that is still there, nor for a line of a commit', () => {
    const whole = { position_type: 'file', new_path: 'a.ts', head_sha: 'earlier' };
    assert.equal(groupOf(thread([other], at(whole))), 'unresolved');
    assert.equal(groupOf(thread([other], { ...outdated, commit_id: 'earlier' })), 'unresolved');
  });

  it('is not said to be outdated where nobody can tell', () => {
    assert.equal(groupOf(thread([other], onLine(3, { new_path: 'b.ts', head_sha: 'earlier' })), reviewer), 'outdated');
    assert.equal(groupThreads([thread([other], outdated)], reviewer, undefined)[0]?.group, 'unresolved');
    const cut = { ...newest, isCut: true };
    const [left] = groupThreads([thread([other], onLine(3, { new_path: 'left out.ts' }))], reviewer, cut);
    assert.equal(left?.group, 'unresolved');
  });

  it('is one only: what waits for an answer does so on an outdated line, and a resolved thread for nothing', () => {
    const [waiting] = groupThreads([thread([me, other], outdated)], reviewer, newest);
    assert.equal(waiting?.group, 'waiting');
    assert.equal(waiting.isOutdated, true);
    assert.equal(groupOf(thread([me, other], { ...outdated, resolved: true })), 'resolved');
    assert.equal(groupOf(thread([other], { resolved: true }), author), 'resolved');
  });
});

describe('the threads of a merge request', () => {
  it('are those that can be resolved, in the order of files and lines, and those on no file first', () => {
    const all = [
      thread([other], onLine(9)),
      thread([other], { resolvable: false }),
      thread([other], onLine(2)),
      thread([other], onLine(1, { new_path: 'gone.ts' })),
      thread([other], onLine(5, { new_path: 'b.ts' })),
      thread([other]),
    ];
    const found = groupThreads(all, reviewer, newest);
    assert.deepEqual(
      found.map(({ discussion }) => all.indexOf(discussion)),
      [5, 4, 2, 0, 3],
    );
    assert.deepEqual(
      found.map(({ file: each }) => each?.newPath),
      [undefined, 'b.ts', 'a.ts', 'a.ts', undefined],
    );
    assert.ok(found.every(({ group }) => threadGroups.includes(group)));
  });
});
