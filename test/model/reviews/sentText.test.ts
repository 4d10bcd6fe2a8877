import assert from 'node:assert/strict';
import { findComment, findDraft, findSent, baselineOf, type TextSent } from '../../../src/model/reviews/sentText.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { Discussion, GivenPosition, Note } from '../../../src/wire/notes.ts';

const me = 7;
const atMs = Date.parse('2026-03-01T12:00:00Z');
const after = { noteId: 100, draftId: 100, atMs };

const position = (newLine: number): GivenPosition => ({
  base_sha: 'b',
  start_sha: 'b',
  head_sha: 'h',
  position_type: 'text',
  old_path: 'a.ts',
  new_path: 'a.ts',
  new_line: newLine,
});

const onLine = (text: string, line = 3): TextSent => ({ text, discussionId: undefined, position: position(line) });

const note = (id: number, body: string, change: object = {}): Note => ({
  id,
  body,
  author: { id: me, name: 'Me', username: 'me' },
  created_at: '2026-03-01T12:00:01Z',
  system: false,
  resolvable: true,
  position: position(3),
  ...change,
});

const thread = (id: string, ...notes: readonly Note[]): Discussion => ({
  id,
  individual_note: false,
  notes: [...notes],
});

const draft = (id: number, text: string, change: object = {}): DraftNote => ({
  id,
  author_id: me,
  merge_request_id: 1,
  note: text,
  resolve_discussion: false,
  position: position(3),
  ...change,
});

describe('looking for a comment that was sent without an answer', () => {
  const look = (discussions: readonly Discussion[], sent = onLine('nit'), since: typeof after | undefined = after) => {
    const found = findComment(sent, discussions, { userId: me, after: since });
    return typeof found === 'string' ? found : found.found.note.id;
  };

  it('finds one’s own that is new, at its place', () => {
    assert.equal(look([thread('one', note(101, ' nit\r\n'))]), 101);
  });

  it('knows it without its quick actions, which the server carries out', () => {
    assert.equal(look([thread('one', note(101, 'nit'))], onLine('nit\n/assign me')), 101);
  });

  it('takes neither an older one nor someone else’s for it', () => {
    const theirs = note(102, 'nit', { author: { id: 8, name: 'They', username: 'they' } });
    assert.equal(look([thread('one', note(99, 'nit')), thread('two', theirs)]), 'absent');
    assert.equal(look([thread('one', note(99, 'nit')), thread('two', note(103, 'nit'))]), 103);
  });

  it('does not take the service’s own notes, other files, or replies for a thread that begins', () => {
    const system = note(101, 'nit', { system: true });
    const other = note(102, 'nit', { position: { ...position(3), old_path: 'b.ts', new_path: 'b.ts' } });
    const general = note(103, 'nit', { position: null });
    assert.equal(look([thread('one', system), thread('two', other), thread('three', general)]), 'absent');
    assert.equal(look([thread('one', note(90, 'first'), note(101, 'nit'))]), 'absent');
  });

  it('looks for a reply in its thread alone', () => {
    const sent = { text: 'nit', discussionId: 'one', position: undefined };
    assert.equal(look([thread('one', note(90, 'first'), note(101, 'nit'))], sent), 101);
    assert.equal(look([thread('two', note(90, 'first'), note(101, 'nit'))], sent), 'absent');
  });

  it('does not know where it stands on another line, where there are two, or where it was made long before', () => {
    assert.equal(look([thread('one', note(101, 'nit', { position: position(4) }))]), 'unclear');
    assert.equal(look([thread('one', note(101, 'nit')), thread('two', note(102, 'nit'))]), 'unclear');
    assert.equal(look([thread('one', note(101, 'nit', { created_at: '2026-03-01T11:00:00Z' }))]), 'unclear');
  });

  it('does not know when nobody remembers what was there before', () => {
    const found = findComment(onLine('nit'), [thread('one', note(99, 'nit'))], { userId: me, after: undefined });
    assert.equal(found, 'unclear');
    assert.equal(findComment(onLine('nit'), [], { userId: me, after: undefined }), 'absent');
  });
});

describe('looking for a draft that was sent without an answer', () => {
  const look = (drafts: readonly DraftNote[], since: typeof after | undefined = after) => {
    const found = findDraft(onLine('nit'), drafts, since);
    return typeof found === 'string' ? found : found.found.id;
  };

  it('finds the new one, not an older one of the same words', () => {
    assert.equal(look([draft(99, 'nit'), draft(101, 'nit')]), 101);
    assert.equal(look([draft(99, 'nit')]), 'absent');
    assert.equal(look([draft(101, 'nit', { discussion_id: 'elsewhere' })]), 'absent');
  });

  it('does not know where it was moved, or where there are two', () => {
    assert.equal(look([draft(101, 'nit', { position: position(9) })]), 'unclear');
    assert.equal(look([draft(101, 'nit'), draft(102, 'nit')]), 'unclear');
    assert.equal(findDraft(onLine('nit'), [draft(99, 'nit')], undefined), 'unclear');
  });

  it('does not send anew what may have been published meanwhile', () => {
    const review = { drafts: [], discussions: [thread('one', note(101, 'nit'))] };
    const find = (isPublic: boolean) => findSent({ ...onLine('nit'), isPublic }, review, { userId: me, after });
    assert.equal(find(false), 'unclear');
    assert.equal(find(true), 'found');
  });
});

describe('what stood there before', () => {
  it('is the newest of each', () => {
    const { noteId, draftId } = baselineOf({
      drafts: [draft(4, 'a'), draft(9, 'b')],
      discussions: [thread('one', note(5, 'a'), note(12, 'b')), thread('two', note(7, 'c'))],
    });
    assert.deepEqual([noteId, draftId], [12, 9]);
  });
});
