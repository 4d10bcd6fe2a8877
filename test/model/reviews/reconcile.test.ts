import assert from 'node:assert/strict';
import { isQuickActionsOnly, withoutQuickActions } from '../../../src/model/reviews/quickActions.ts';
import { reconcile, type ReviewBefore } from '../../../src/model/reviews/reconcile.ts';
import { baselineOf } from '../../../src/model/reviews/sentText.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { Discussion, Note, Position } from '../../../src/wire/notes.ts';

const me = { id: 4, username: 'me', name: 'Me' };
const at = (line: number, head = 'head'): Position => ({
  base_sha: 'base',
  start_sha: 'base',
  head_sha: head,
  position_type: 'text',
  old_path: 'a.ts',
  new_path: 'a.ts',
  old_line: null,
  new_line: line,
});
const draft = (id: number, note: string, more: Partial<DraftNote> = {}): DraftNote => ({
  id,
  author_id: me.id,
  merge_request_id: 1,
  resolve_discussion: false,
  discussion_id: null,
  note,
  commit_id: null,
  line_code: null,
  position: at(id),
  ...more,
});
const comment = (id: number, body: string, more: Partial<Note> = {}): Note => ({
  id,
  body,
  author: me,
  system: false,
  resolvable: true,
  position: null,
  ...more,
});
const thread = (id: string, ...notes: Note[]): Discussion => ({ id, individual_note: false, notes });
const since = (drafts: readonly DraftNote[], discussions: readonly Discussion[]): ReviewBefore => ({
  drafts,
  noteId: baselineOf({ drafts, discussions }).noteId,
});
const fates = (
  drafts: readonly DraftNote[],
  after: { readonly drafts?: readonly DraftNote[]; readonly discussions?: readonly Discussion[] },
  discussions: readonly Discussion[] = [],
): unknown[] =>
  [...reconcile(since(drafts, discussions), { drafts: [], discussions: [], ...after }).values()].map((fate) =>
    'note' in fate ? `${fate.kind} ${fate.note.noteId}` : fate.kind,
  );

describe('reconcile', () => {
  it('finds a comment the server has moved along with its line', () => {
    const moved = thread('x', comment(9, 'Here', { position: at(40, 'newer') }));
    assert.deepEqual(fates([draft(4, 'Here')], { discussions: [moved] }), ['published 9']);
  });

  it('gives a comment to nobody when nothing tells whose it is', () => {
    const moved = thread('x', comment(9, 'Here', { position: at(40, 'newer') }));
    assert.deepEqual(fates([draft(4, 'Here'), draft(5, 'Here')], { discussions: [moved] }), ['gone', 'gone']);
  });

  it('gives equal comments at the same place to one draft each', () => {
    const same = [draft(4, 'Here'), draft(5, 'Here', { position: at(4) })];
    const both = [
      thread('x', comment(9, 'Here', { position: at(4) })),
      thread('y', comment(10, 'Here', { position: at(4) })),
    ];
    assert.deepEqual(fates(same, { discussions: both }), ['published 9', 'published 10']);
  });

  it('tells equal texts in one file apart by their lines, in whatever order the comments come', () => {
    const reversed = [
      thread('x', comment(9, 'Here', { position: at(5) })),
      thread('y', comment(10, 'Here', { position: at(4) })),
    ];
    assert.deepEqual(fates([draft(4, 'Here'), draft(5, 'Here')], { discussions: reversed }), [
      'published 10',
      'published 9',
    ]);
  });

  it('does not take comments that were there before, of others, of the service, or elsewhere in a thread', () => {
    const old = thread('old', comment(1, 'Here', { position: at(4) }));
    const discussions = [
      old,
      thread('a', comment(2, 'Here', { position: at(4), author: { ...me, id: 5 } })),
      thread('b', comment(3, 'Here', { position: at(4), system: true })),
      thread('c', comment(4, 'Question', { author: { ...me, id: 5 } }), comment(5, 'Here', { position: at(4) })),
    ];
    assert.deepEqual(fates([draft(4, 'Here')], { discussions }, [old]), ['gone']);
  });

  it('takes the place for the proof when the text was edited elsewhere just before', () => {
    const edited = thread('x', comment(9, 'Here, and more', { position: at(4) }));
    assert.deepEqual(fates([draft(4, 'Here')], { discussions: [edited] }), ['published 9']);
    const general = thread('x', comment(9, 'Something else'));
    assert.deepEqual(fates([draft(4, 'Here', { position: null })], { discussions: [general] }), ['gone']);
  });

  it('knows a text without its quick actions, and other line ends', () => {
    const said = thread('x', comment(9, 'Fine\nby me', { position: at(4) }));
    assert.deepEqual(fates([draft(4, 'Fine\r\nby me\n/approve')], { discussions: [said] }), ['published 9']);
  });

  it('tells a draft that is left over from one that is pending', () => {
    const drafts = [draft(4, 'One'), draft(5, 'Two')];
    const discussions = [thread('x', comment(9, 'One', { position: at(4) }))];
    assert.deepEqual(fates(drafts, { drafts, discussions }), ['leftOver 9', 'pending']);
  });

  it('does not take a new draft for the one that had its number', () => {
    const other = draft(4, 'Something else', { position: at(9) });
    const said = thread('x', comment(9, 'Here', { position: at(4) }));
    assert.deepEqual(fates([draft(4, 'Here')], { drafts: [other], discussions: [said] }), ['published 9']);
    assert.deepEqual(fates([draft(4, 'Here')], { drafts: [draft(4, 'Edited', { position: at(4) })] }), ['pending']);
    assert.deepEqual(fates([draft(4, 'Here')], { drafts: [draft(4, 'Here', { position: at(9) })] }), ['pending']);
  });

  it('prefers the draft that is gone over one that is left with the same words', () => {
    const drafts = [draft(4, 'Same'), draft(5, 'Same', { position: at(4) })];
    const discussions = [thread('x', comment(9, 'Same', { position: at(4) }))];
    assert.deepEqual(fates(drafts, { drafts: drafts.slice(0, 1), discussions }), ['pending', 'published 9']);
  });
});

describe('quick actions', () => {
  it('are lines of their own, outside code', () => {
    assert.equal(withoutQuickActions('a\n/assign @lena\nb /cc'), 'a\nb /cc');
    assert.equal(withoutQuickActions('```\n/etc\n```'), '```\n/etc\n```');
    assert.equal(withoutQuickActions('/etc/passwd'), '/etc/passwd');
    assert.ok(isQuickActionsOnly('/approve\n\n/label ~bug\n'));
    assert.ok(!isQuickActionsOnly('  '));
  });
});
